import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Failure } from '../../../shared/errors.ts'
import { isTaken } from '../../store/files/save-file.ts'

/** More files of one name are somebody's trouble, and not solved by another. */
const mostCopies = 50

/**
 * Where a file of this name may be written in a folder: where nothing stands, or what was written there last (`last`) and
 * nobody changed since. Anything else keeps its place, and the file gets a number.
 * @throws Failure FILE_NOT_OURS
 */
export async function ownPath(
  folder: string,
  name: string,
  last: { path: string; sha256: string } | null,
): Promise<string> {
  const ending = extname(name)
  const stem = basename(name, ending)
  for (let copy = 1; copy <= mostCopies; copy += 1) {
    const path = join(folder, copy === 1 ? name : `${stem} (${copy})${ending}`)
    if (await isFree(path)) return path
    if (path === last?.path && (await sumOfFile(path).catch(() => '')) === last.sha256) return path
  }
  throw new Failure('FILE_NOT_OURS', { file: name })
}

/** A folder or a link of that name is not free either. */
async function isFree(path: string): Promise<boolean> {
  try {
    return !(await isTaken(path))
  } catch (caught) {
    if (caught instanceof Failure) return false
    throw caught
  }
}

/** The SHA-256 of a file's bytes. */
export async function sumOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
