import { z } from 'zod'
import { Failure } from '../../../shared/errors.ts'
import type { Database } from './db.ts'

/** One step of a database's shape: self-contained, never edited once released. */
export interface Migration {
  /** Time and purpose, sorting by time: `20261121T1030-sales`. */
  id: string
  up: (db: Database) => void
}

const appliedRow = z.object({ id: z.string() })

/**
 * Brings a database to the shape of `migrations`, each in its own transaction.
 * JOURNAL_NEWER: it holds a later step than this program knows. STORE_FAILED: a step is missing in its
 * middle or out of order. `beforeMigrate` runs before anything changes in a database that already has a shape.
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
      db.exec(
        'create table if not exists migrations (id text primary key, applied_at integer not null) strict',
      )
      migration.up(db)
      db.run('insert into migrations (id, applied_at) values (?, ?)', migration.id, Date.now())
    })
  }
}

/** Fails unless the database has exactly the shape of `migrations`: for read-only openings. */
export function assertMigrated(db: Database, migrations: readonly Migration[]): void {
  if (!isMigrated(db, migrations)) {
    throw new Failure('STORE_FAILED', { reason: 'the database has an older shape' })
  }
}

/** Whether it has that shape, or an earlier one. JOURNAL_NEWER, STORE_FAILED as migrate. */
export function isMigrated(db: Database, migrations: readonly Migration[]): boolean {
  return appliedCount(db, migrations) === migrations.length
}

/** How many of the known migrations are in; refuses anything but a prefix of them. */
function appliedCount(db: Database, migrations: readonly Migration[]): number {
  const known = migrations.map((migration) => migration.id)
  assertSorted(known)
  const exists = db.get(
    z.object({ id: z.string() }),
    "select name as id from sqlite_schema where type = 'table' and name = 'migrations'",
  )
  if (!exists) return 0
  const applied = db.all(appliedRow, 'select id from migrations order by id').map(({ id }) => id)
  const last = known.at(-1) ?? ''
  if (applied.some((id) => id > last)) throw new Failure('JOURNAL_NEWER')
  if (applied.some((id, index) => id !== known[index])) {
    throw new Failure('STORE_FAILED', { reason: 'the migrations of the database do not match' })
  }
  return applied.length
}

function assertSorted(ids: readonly string[]): void {
  if (ids.some((id, index) => index > 0 && id <= (ids[index - 1] ?? ''))) {
    throw new RangeError(`migrations out of order: ${ids.join(', ')}`)
  }
}
