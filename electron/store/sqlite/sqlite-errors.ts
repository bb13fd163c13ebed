import { Failure } from '../../../shared/errors.ts'

/** SQLite's primary result codes that mean something to a shop (sqlite.org/rescode.html). */
const primary = { readOnly: 8, corrupt: 11, full: 13, notADatabase: 26 } as const

/** SQLite could not grow its shared-memory file: what a full disk looks like to a reader in WAL mode. */
const sharedMemorySize = 4874

/** What a folder, or a disk, answers that may be read only. */
const unwritable: ReadonlySet<unknown> = new Set(['EROFS', 'EACCES', 'EPERM'])

/** What it means that a database is not whole: each of the two has its own words. */
export type DamageCode = 'JOURNAL_DAMAGED' | 'CACHE_DAMAGED'

/**
 * Turns what SQLite or the file system threw into a Failure: DISK_FULL, STORE_READ_ONLY, `damage` (the file
 * is not a whole database) or STORE_FAILED. Other Failures pass through.
 */
export function storeFailure(caught: unknown, damage: DamageCode = 'JOURNAL_DAMAGED'): Failure {
  if (caught instanceof Failure) return caught
  if (systemCode(caught) === 'ENOSPC') return new Failure('DISK_FULL', undefined, { cause: caught })
  if (isUnwritable(caught)) return new Failure('STORE_READ_ONLY', undefined, { cause: caught })
  const extended = sqliteCode(caught)
  if (extended !== null) {
    const code = extended & 0xff
    if (code === primary.full || extended === sharedMemorySize) {
      return new Failure('DISK_FULL', undefined, { cause: caught })
    }
    if (code === primary.corrupt || code === primary.notADatabase) {
      return new Failure(damage, undefined, { cause: caught })
    }
  }
  const reason = caught instanceof Error ? caught.message : String(caught)
  return new Failure('STORE_FAILED', { reason }, { cause: caught })
}

function isUnwritable(caught: unknown): boolean {
  if (((sqliteCode(caught) ?? 0) & 0xff) === primary.readOnly) return true
  // Node's rmSync says it in words alone.
  const said = caught instanceof Error ? caught.message : ''
  return unwritable.has(systemCode(caught)) || /read-only file system/i.test(said)
}

/** Runs a store operation with its errors turned into Failures. */
export function guarded<T>(operation: () => T, damage?: DamageCode): T {
  try {
    return operation()
  } catch (caught) {
    throw storeFailure(caught, damage)
  }
}

/** Runs a store operation whose failure, ours or the system's, means no more than that its result is not there: null. */
export function unlessFailed<T>(operation: () => T): T | null {
  try {
    return operation()
  } catch (caught) {
    if (caught instanceof Failure || systemCode(caught) !== null) return null
    throw caught
  }
}

/** Whether SQLite refused because another connection holds the lock. */
export function isBusy(caught: unknown): boolean {
  const code = sqliteCode(caught)
  return code !== null && (code & 0xff) === 5
}

function sqliteCode(caught: unknown): number | null {
  if (!(caught instanceof Error) || !('errcode' in caught)) return null
  return typeof caught.errcode === 'number' ? caught.errcode : null
}

function systemCode(caught: unknown): unknown {
  return caught instanceof Error && 'code' in caught ? caught.code : null
}
