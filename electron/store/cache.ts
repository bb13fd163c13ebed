import { join } from 'node:path'
import { assertMigrated, migrate, type Migration } from './migrate.ts'
import { openDatabase, type Database } from './db.ts'
import { reportLedger } from './migrations/20261121T1030-report-ledger.ts'
import { reportTotals } from './migrations/20261121T1115-report-totals.ts'

/** Every step of cache.db's shape, by time. */
export const cacheMigrations: readonly Migration[] = [reportLedger, reportTotals]

/** Where a data folder keeps what can be fetched again. */
export function cachePath(dataDir: string): string {
  return join(dataDir, 'cache.db')
}

/**
 * Opens cache.db: catalog, forms, the ledger of report rows. It survives a crash and may be lost in
 * a power cut (synchronous NORMAL): all of it can be fetched again. Shared with the command line.
 */
export function openCache(path: string): Database {
  const db = openDatabase(path, { synchronous: 'NORMAL' })
  migrate(db, cacheMigrations)
  return db
}

/** A second connection that only reads, for exports beside the running app. */
export function openCacheReadOnly(path: string): Database {
  const db = openDatabase(path, { synchronous: 'NORMAL', readOnly: true })
  assertMigrated(db, cacheMigrations)
  return db
}
