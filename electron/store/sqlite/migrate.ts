import { z } from 'zod'
import { Failure } from '../../../shared/errors.ts'
import type { Database } from './db.ts'

/** One step of a database's shape: self-contained, never edited once released. */
export interface Migration {
  /** Time and purpose, sorting by time: `20261121T1030-sales`. */
  id: string
  up: (db: Database) => void
  /**
   * It does more than add: a version that does not know it must not open what it left. Left out as a rule, so that a
   * shop can go back to the version before: new tables, new columns that may be left out, new indexes.
   */
  isBreaking?: true
}

const nameRow = z.object({ id: z.string() })
const appliedRow = nameRow.extend({ is_breaking: z.int() })

/**
 * Brings a database to the shape of `migrations`, each in its own transaction.
 * JOURNAL_NEWER: it holds a later step than this program knows, which did more than add. STORE_FAILED: a step is
 * missing in its middle or out of order. `beforeMigrate` runs before anything changes in a database that already has a shape.
 * `tell` hears before each step how much of them is done, of one.
 */
export function migrate(
  db: Database,
  migrations: readonly Migration[],
  options: { beforeMigrate?: () => void; tell?: (done: number) => void } = {},
): void {
  const pending = migrations.slice(appliedCount(db, migrations))
  if (pending.length === 0) return
  if (pending.length < migrations.length) options.beforeMigrate?.()
  for (const [index, migration] of pending.entries()) {
    options.tell?.(index / pending.length)
    db.transaction(() => {
      makeTable(db)
      migration.up(db)
      const { id, isBreaking = false } = migration
      db.run(
        'insert into migrations (id, applied_at, is_breaking) values (?, ?, ?)',
        ...[id, Date.now(), Number(isBreaking)],
      )
    })
  }
}

function makeTable(db: Database): void {
  db.exec(
    `create table if not exists migrations
       (id text primary key, applied_at integer not null, is_breaking integer not null default 1) strict`,
  )
  if (notesBreaking(db)) return
  db.exec('alter table migrations add column is_breaking integer not null default 1')
}

/** Whether the table says which steps do more than add: one of an earlier program does not. */
function notesBreaking(db: Database): boolean {
  const columns = db.all(nameRow, "select name as id from pragma_table_info('migrations')")
  return columns.some(({ id }) => id === 'is_breaking')
}

/** Fails unless the database has the shape of `migrations`, or one that only adds to it: for read-only openings. */
export function assertMigrated(db: Database, migrations: readonly Migration[]): void {
  if (!isMigrated(db, migrations)) {
    throw new Failure('STORE_FAILED', { reason: 'the database has an older shape' })
  }
}

/** Whether it has that shape, or an earlier one. JOURNAL_NEWER, STORE_FAILED as migrate. */
export function isMigrated(db: Database, migrations: readonly Migration[]): boolean {
  return appliedCount(db, migrations) === migrations.length
}

/** How many of the known migrations are in; refuses anything but a prefix of them, or all and later ones that only add. */
function appliedCount(db: Database, migrations: readonly Migration[]): number {
  const known = migrations.map((migration) => migration.id)
  assertSorted(known)
  const exists = db.get(
    nameRow,
    "select name as id from sqlite_schema where type = 'table' and name = 'migrations'",
  )
  if (!exists) return 0
  // Named columns: a statement that was prepared before the table grew goes on with the columns of then.
  const breaking = notesBreaking(db) ? 'is_breaking' : '1 as is_breaking'
  const applied = db.all(appliedRow, `select id, ${breaking} from migrations order by id`)
  const last = known.at(-1) ?? ''
  const later = applied.filter(({ id }) => id > last)
  if (later.some((row) => row.is_breaking !== 0)) throw new Failure('JOURNAL_NEWER')
  const own = applied.slice(0, applied.length - later.length)
  const isGap = later.length > 0 && own.length < known.length
  if (isGap || own.some(({ id }, index) => id !== known[index])) {
    throw new Failure('STORE_FAILED', { reason: 'the migrations of the database do not match' })
  }
  return own.length
}

function assertSorted(ids: readonly string[]): void {
  if (ids.some((id, index) => index > 0 && id <= (ids[index - 1] ?? ''))) {
    throw new RangeError(`migrations out of order: ${ids.join(', ')}`)
  }
}
