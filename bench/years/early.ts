import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { forkNodeJournalCheck } from '../../electron/host/programs/node-programs.ts'
import { claimRegister, closeRegister, openClaimed } from '../../electron/register.ts'
import { journalMigrations } from '../../electron/store/journal/open-journal.ts'
import { listBackups } from '../../electron/store/recovery/copies.ts'
import { openDatabase, type Database } from '../../electron/store/sqlite/db.ts'
import { migrate } from '../../electron/store/sqlite/migrate.ts'
import { longestTurn, timed, type Result } from '../measure.ts'
import { noted, result, type Pair } from './figures.ts'

/** The last step of the shape that an early journal has: what came after was made for journals of years. */
const lastEarly = '20261121T1815-sale-by-total'

/** Opening a journal of as many sales that an early version left: a check, a copy, then each step of its shape. */
export async function earlyOfYears({ years }: Pair): Promise<Result[]> {
  const folder = join(years, 'early')
  mkdirSync(folder)
  writeEarly(join(folder, 'journal.db'), join(years, 'journal.db'))
  const steps: string[] = []
  let told = 0
  let took = 0
  const tell = (step: string) => {
    told += 1
    if (!steps.includes(step)) steps.push(step)
  }
  const claim = claimRegister(folder)
  const block = await longestTurn(async () => {
    took = await timed(async () =>
      closeRegister(
        await openClaimed(folder, claim, {
          fork: forkNodeJournalCheck,
          tell,
          signal: new AbortController().signal,
        }),
      ),
    )
  })
  const copies = listBackups(folder).filter(({ reason }) => reason === 'migration')
  if (copies.length !== 1) throw new Error('no copy was made before the migration')
  return [
    noted('an early journal opens, behind a checked copy', took / 1_000, 's'),
    noted(`how often it is told how far that is (${steps.join(', ')})`, told, 'times'),
    result('the main thread meanwhile, longest block', block, 'ms', 50),
  ]
}

const tableRow = z.object({ name: z.string() })
const triggerRow = z.object({ name: z.string(), sql: z.string() })

/** The same rows in the shape of an early version. */
function writeEarly(path: string, from: string): void {
  const db = openDatabase(path, { synchronous: 'NORMAL' })
  const count = journalMigrations.findIndex(({ id }) => id === lastEarly) + 1
  migrate(db, journalMigrations.slice(0, count))
  db.exec('pragma synchronous = OFF; pragma foreign_keys = OFF; pragma cache_size = -400000')
  db.run('attach ? as years', from)
  const triggers = db.all(
    triggerRow,
    "select name, sql from main.sqlite_schema where type = 'trigger'",
  )
  for (const { name } of triggers) db.exec(`drop trigger ${name}`)
  const tables = db.all(
    tableRow,
    "select name from main.sqlite_schema where type = 'table' and name not like 'sqlite_%' and name <> 'migrations'",
  )
  db.transaction(() => {
    for (const { name } of tables) fill(db, name)
    for (const { sql } of triggers) db.exec(sql)
  })
  db.close()
}

/** What was packed since stood in its place, some two thousand letters a sale. */
const unpacked = `'{"said":"' || hex(zeroblob(1000)) || '"}'`

function fill(db: Database, table: string): void {
  const columnsIn = (schema: string) =>
    db
      .all(tableRow, 'select name from pragma_table_info(?, ?)', table, schema)
      .map(({ name }) => name)
  const known = new Set(columnsIn('years'))
  const columns = columnsIn('main').filter((name) => known.has(name))
  const values = columns.map((name) =>
    name === 'body' ? `iif(body = '', ${unpacked}, body)` : `"${name}"`,
  )
  const quoted = columns.map((name) => `"${name}"`)
  db.exec(
    `insert or replace into main.${table} (${quoted.join(', ')}) select ${values.join(', ')} from years.${table}`,
  )
}
