import { closeSync, fsyncSync, openSync } from 'node:fs'
import { Failure } from '../../../shared/errors.ts'

/** What other disks answer to what only some of them can. */
const unable = new Set<unknown>(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'EPERM', 'EACCES', 'EISDIR'])
const gone = new Set<unknown>(['ENOENT', 'ENOTDIR', 'ENODEV', 'ENXIO', 'EIO', 'ESTALE', 'ENOTCONN'])
const full = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EFBIG'])
const closed = new Set<unknown>(['EACCES', 'EPERM', 'EROFS'])

/** Makes the names in a folder durable, where its disk can: a stick and a server's folder may not. */
export function syncNames(folder: string): void {
  if (process.platform === 'win32') return
  try {
    const file = openSync(folder, 'r')
    try {
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  } catch (caught) {
    if (!unable.has(codeOf(caught))) throw caught
  }
}

/** What the disk with the copies answered, as whoever chose it understands it: never a word of this computer's own disk. */
export function foreignFailure(caught: unknown, folder: string): Failure {
  if (caught instanceof Failure) return caught
  const code = codeOf(caught)
  const cause = { cause: caught }
  if (full.has(code)) return new Failure('COPY_FOLDER_FULL', { folder }, cause)
  if (closed.has(code)) return new Failure('COPY_FOLDER_READ_ONLY', { folder }, cause)
  if (gone.has(code)) return new Failure('COPY_FOLDER_GONE', { folder }, cause)
  const reason = caught instanceof Error ? caught.message : String(caught)
  return new Failure('COPY_FAILED', { reason }, cause)
}

/** Does something with a folder elsewhere. @throws Failure COPY_FOLDER_GONE, COPY_FOLDER_FULL, COPY_FOLDER_READ_ONLY, COPY_FAILED */
export async function atFolder<T>(folder: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (caught) {
    throw foreignFailure(caught, folder)
  }
}

function codeOf(caught: unknown): unknown {
  return caught instanceof Error && 'code' in caught ? caught.code : null
}
