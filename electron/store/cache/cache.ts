import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, type AppError, type ErrorCode } from '../../../shared/errors.ts'
import { ensureCatalogTables } from './catalog-cache-schema.ts'
import { renameFile } from '../files/durable-file.ts'
import { assertMigrated, migrate, type Migration } from '../sqlite/migrate.ts'
import { openDatabase, type Database } from '../sqlite/db.ts'
import { renewable } from '../sqlite/renewable-db.ts'
import { guarded } from '../sqlite/sqlite-errors.ts'
import { reportLedger } from '../migrations/20261121T1030-report-ledger.ts'
import { reportTotals } from '../migrations/20261121T1115-report-totals.ts'
import { reportExports } from '../migrations/20261121T1350-report-exports.ts'
import { reportWindowPast } from '../migrations/20261121T1645-report-window-past.ts'
import { reportSums } from '../migrations/20261122T0500-report-sums.ts'
import { reportDays } from '../migrations/20261122T1500-report-days.ts'
import { reportDayLists } from '../migrations/20261122T1800-report-day-lists.ts'

/** Every step of cache.db's shape, by time. */
const cacheMigrations: readonly Migration[] = [
  reportLedger,
  reportTotals,
  reportExports,
  reportWindowPast,
  reportSums,
  reportDays,
  reportDayLists,
]

const unusable: readonly ErrorCode[] = ['CACHE_DAMAGED', 'JOURNAL_NEWER']

/** Checking takes 3 ms a megabyte: 38 ms for 25,000 rows, 380 ms for 300,000. */
const checkedAlways = 16 * 1024 * 1024

/** 32 MB: a month of a busy shop is gathered without waiting for the disk at every few windows. */
const checkpointPages = 8000

/** Where a data folder keeps what can be fetched again. */
export function cachePath(dataDir: string): string {
  return join(dataDir, 'cache.db')
}

/**
 * Opens cache.db: catalog, forms, the ledger of report rows. It survives a crash and may be lost in
 * a power cut (synchronous NORMAL): all of it can be fetched again. Shared with the command line. One that is
 * damaged, or of a newer version, is set aside and begun anew, at opening or whenever it shows.
 * @throws Failure DISK_FULL, STORE_FAILED; its calls also CACHE_DAMAGED where what they had begun is lost
 */
export function openCache(path: string): Database {
  return renewable(openOrRenew(path), () => renew(path))
}

/**
 * Opens cache.db or, where that fails (a full disk, a folder that cannot be written), one in memory for this
 * run: nothing in it is worth keeping the register closed for. `onProblem` hears why.
 */
export function openCacheAnyway(path: string, onProblem: (error: AppError) => void): Database {
  try {
    return openCache(path)
  } catch (caught) {
    if (!(caught instanceof Failure)) throw caught
    onProblem(caught.error)
    return openCache(':memory:')
  }
}

function openOrRenew(path: string): Database {
  try {
    return openWhole(path)
  } catch (caught) {
    if (!(caught instanceof Failure) || !unusable.includes(caught.error.code)) throw caught
    return renew(path)
  }
}

function renew(path: string): Database {
  guarded(() => setAside(path))
  return openWhole(path)
}

function openWhole(path: string): Database {
  const db = openDatabase(path, {
    synchronous: 'NORMAL',
    checkpointPages,
    damage: 'CACHE_DAMAGED',
    quickCheck: isSmall(path) || wasLeftOpen(path),
  })
  try {
    migrate(db, cacheMigrations)
    ensureCatalogTables(db)
    return db
  } catch (caught) {
    db.close()
    throw caught
  }
}

function isSmall(path: string): boolean {
  return sizeOf(path) <= checkedAlways
}

/** The last one that closes takes the WAL with it: one that is there tells of a crash, or of a second reader. */
function wasLeftOpen(path: string): boolean {
  return sizeOf(`${path}-wal`) > 0
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

function setAside(path: string): void {
  for (const ending of ['-wal', '-shm']) rmSync(path + ending, { force: true })
  renameFile(path, `${path}.${Date.now()}.old`)
}

/** A second connection that only reads, for exports beside the running app. */
export function openCacheReadOnly(path: string): Database {
  const db = openDatabase(path, { synchronous: 'NORMAL', readOnly: true, damage: 'CACHE_DAMAGED' })
  assertMigrated(db, cacheMigrations)
  return db
}
