import { DatabaseSync } from 'node:sqlite'
import { Failure } from '../../shared/errors.ts'
import { isBusy, storeFailure } from './sqlite-errors.ts'

/** The one writer's claim on a data folder, held until release or the end of the process, however it ends. */
export interface WriterLock {
  release(): void
}

/**
 * Claims a folder's lock.db with an exclusive transaction that is never committed.
 * REGISTER_ALREADY_OPEN: another process holds it.
 */
export function claimWriter(path: string): WriterLock {
  let db: DatabaseSync | null = null
  try {
    db = new DatabaseSync(path, { timeout: 0 })
    db.exec('begin exclusive')
  } catch (caught) {
    db?.close()
    throw isBusy(caught) ? new Failure('REGISTER_ALREADY_OPEN') : storeFailure(caught)
  }
  const held = db
  return { release: () => held.close() }
}
