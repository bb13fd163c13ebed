import { truncateSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Failure } from '../../../shared/errors.ts'
import { makePrivate } from './own-folder.ts'
import { guarded, isBusy, storeFailure } from '../sqlite/sqlite-errors.ts'

/** The one writer's claim on a data folder, held until release or the end of the process, however it ends. */
export interface WriterLock {
  release(): void
}

/** Every claim held: a connection that nobody names any more is closed by the collector, and its lock goes with it. */
const claims = new Set<DatabaseSync>()

/**
 * Claims a folder's lock.db with an exclusive transaction that is never committed.
 * REGISTER_ALREADY_OPEN: another process holds it.
 */
export function claimWriter(path: string): WriterLock {
  try {
    return hold(path)
  } catch (caught) {
    if (!(caught instanceof Failure) || caught.error.code !== 'JOURNAL_DAMAGED') throw caught
    // It holds nothing but the lock, so a damaged one is emptied. It is never removed: whoever found the damage at the same
    // moment would take the file away from whoever has claimed it by then, and both would have the folder.
    guarded(() => truncateSync(path))
    return hold(path)
  }
}

function hold(path: string): WriterLock {
  let db: DatabaseSync | null = null
  try {
    makePrivate(path)
    db = new DatabaseSync(path, { timeout: 0 })
    db.exec('begin exclusive')
  } catch (caught) {
    db?.close()
    throw isBusy(caught) ? new Failure('REGISTER_ALREADY_OPEN') : storeFailure(caught)
  }
  const held = db
  claims.add(held)
  return {
    release() {
      claims.delete(held)
      held.close()
    },
  }
}
