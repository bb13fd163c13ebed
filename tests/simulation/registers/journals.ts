import { z } from 'zod'
import type { Erasure, ErasureLog } from '../../../electron/store/erasure/erasure-log.ts'
import { createJournal, type Journal } from '../../../electron/store/journal/journal.ts'
import { journalMigrations } from '../../../electron/store/journal/open-journal.ts'
import { openDatabase, type Database } from '../../../electron/store/sqlite/db.ts'
import { migrate } from '../../../electron/store/sqlite/migrate.ts'

// Journals in memory, made once for all seeds of a thread: to make one takes longer than a seed.

/** A register's journal, and what stands beside it. */
export interface KeptJournal {
  journal: Journal
  db: Database
  /** What was to be erased, whatever becomes of the journal: erasures.log. */
  erasures: Erasure[]
}

const pool: Database[] = []
const lent = new Set<Database>()

function emptyDatabase(): Database {
  const free = pool.find((one) => !lent.has(one)) ?? made()
  lent.add(free)
  // All of a seed is undone at its end.
  free.run('begin immediate')
  return free
}

function made(): Database {
  const db = openDatabase(':memory:', { synchronous: 'FULL' })
  migrate(db, journalMigrations)
  pool.push(db)
  return db
}

/** Commits are savepoints within what is undone. */
const committing = (db: Database): Database => ({
  ...db,
  transaction(work) {
    db.run('savepoint program')
    try {
      return work()
    } catch (caught) {
      db.run('rollback to program')
      throw caught
    } finally {
      db.run('release program')
    }
  },
})

export function emptyJournal(): KeptJournal {
  return over(emptyDatabase(), [])
}

function over(db: Database, erasures: Erasure[]): KeptJournal {
  const log: ErasureLog = {
    append: (erasure) => ({ file: 'log', bytes: erasures.push(erasure) }),
    close: () => undefined,
  }
  const intents = { append: () => undefined, close: () => undefined }
  return { journal: createJournal(committing(db), intents, log), db, erasures }
}

/** All journals of a seed are gone. */
export function dropJournals(): void {
  for (const db of lent) db.run('rollback')
  lent.clear()
}

/** From here on the journal can be taken back to what it is now. */
export const markCopy = ({ db }: KeptJournal, name: string): void =>
  void db.run(`savepoint ${name}`)

/** An older copy takes the journal's place; what is beside it stays, and says again who was erased. */
export function restoreCopy(kept: KeptJournal, name: string): void {
  kept.db.run(`rollback to ${name}`)
  const asked = kept.erasures.splice(0)
  for (const { at, why, by, ...what } of asked) kept.journal.personal.ask(what, { at, why, by })
}

const tableRow = z.object({ name: z.string() })
const sqlRow = z.object({ name: z.string(), sql: z.string() })
/** Made once: each table with the columns that can be written. */
let tables: { name: string; columns: string[] }[] | null = null

function tablesOf(db: Database) {
  tables ??= db
    .all(
      tableRow,
      `select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`,
    )
    .map(({ name }) => ({
      name,
      columns: db
        .all(tableRow, 'select name from pragma_table_xinfo(?) where hidden = 0', name)
        .map((column) => column.name),
    }))
  return tables
}

/** Another folder with all that this one holds. */
export function copiedJournal(from: KeptJournal): KeptJournal {
  const db = emptyDatabase()
  const triggers = db.all(sqlRow, `select name, sql from sqlite_master where type = 'trigger'`)
  db.run('pragma defer_foreign_keys = on')
  for (const { name } of triggers) db.exec(`drop trigger "${name}"`)
  const all = [...tablesOf(from.db), { name: 'sqlite_sequence', columns: ['name', 'seq'] }]
  for (const { name, columns } of all) {
    db.exec(`delete from "${name}"`)
    const list = columns.map((column) => `"${column}"`).join(', ')
    const into = `insert into "${name}" (${list}) values (${columns.map(() => '?').join(', ')})`
    for (const row of from.db.arrays(`select ${list} from "${name}"`))
      db.run(into, ...row.map(valueOf))
  }
  for (const { sql } of triggers) db.exec(sql)
  return over(db, [...from.erasures])
}

const valueSchema = z.union([z.string(), z.number(), z.null(), z.instanceof(Uint8Array)])
const valueOf = (value: unknown) => valueSchema.parse(value)
