import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, type ErrorCode } from '../../shared/errors.ts'
import { assertMigrated, migrate, type Migration } from './migrate.ts'
import { openDatabase, type Database } from './db.ts'
import { guarded } from './sqlite-errors.ts'
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
 * a power cut (synchronous NORMAL): all of it can be fetched again. Shared with the command line. One that is
 * damaged, or of a newer version, is set aside and begun anew.
 */
export function openCache(path: string): Database {
  try {
    return openMigrated(path)
  } catch (caught) {
    if (!(caught instanceof Failure) || !unusable.includes(caught.error.code)) throw caught
    guarded(() => setAside(path))
    return openMigrated(path)
  }
}

const unusable: readonly ErrorCode[] = ['JOURNAL_DAMAGED', 'JOURNAL_NEWER']

function openMigrated(path: string): Database {
  const db = openDatabase(path, { synchronous: 'NORMAL' })
  try {
    migrate(db, cacheMigrations)
    return db
  } catch (caught) {
    db.close()
    throw caught
  }
}

function setAside(path: string): void {
  for (const ending of ['-wal', '-shm']) rmSync(path + ending, { force: true })
  renameSync(path, `${path}.${Date.now()}.old`)
}

/** A second connection that only reads, for exports beside the running app. */
export function openCacheReadOnly(path: string): Database {
  const db = openDatabase(path, { synchronous: 'NORMAL', readOnly: true })
  assertMigrated(db, cacheMigrations)
  return db
}
