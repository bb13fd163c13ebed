import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { lstat, open, readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Writable } from 'node:stream'
import { Failure } from '../../../shared/errors.ts'
import { renameFileLater } from './durable-file.ts'

/** A temporary file that nobody has written to for so long is one of a program that was killed. */
const forgottenAfter = 10 * 60_000

/**
 * Writes a file whole or not at all: to a temporary one in the same folder, closed and then renamed.
 * An older file stays untouched until then. FOLDER_NOT_FOUND, FILE_NOT_WRITABLE (open in Excel, no
 * permission), DISK_FULL, and as isTaken.
 */
export async function saveFile<T>(path: string, write: (out: Writable) => Promise<T>): Promise<T> {
  const folder = dirname(path)
  const there = await stat(folder).catch(() => null)
  if (!there?.isDirectory()) throw new Failure('FOLDER_NOT_FOUND', { folder })
  await isTaken(path)
  const temporary = join(folder, `.${basename(path)}.${randomUUID().slice(0, 8)}.tmp`)
  await removeForgotten(folder, basename(path))
  try {
    const result = await writeStream(temporary, write)
    await renameFileLater(temporary, path)
    return result
  } catch (caught) {
    // What cannot be removed, as a name too long for this disk was never there: the first trouble is what is told.
    await rm(temporary, { force: true }).catch(() => undefined)
    throw fileFailure(caught, path)
  }
}

/**
 * Whether a file has this path, that would be replaced. A rename puts a plain file over anything else, too: a device,
 * a pipe, a link.
 * @throws Failure FILE_NAME_OF_FOLDER, FILE_NOT_OURS where it is no plain file
 */
export async function isTaken(path: string): Promise<boolean> {
  // What cannot be looked at cannot be replaced either: writing says so.
  const there = await lstat(path).catch(() => null)
  if (there?.isDirectory()) throw new Failure('FILE_NAME_OF_FOLDER', { file: basename(path) })
  if (there && !there.isFile()) throw new Failure('FILE_NOT_OURS', { file: basename(path) })
  return there !== null
}

/** What writes of this file left behind when the program was killed; what cannot be removed is left. */
async function removeForgotten(folder: string, name: string): Promise<void> {
  const isOurs = (entry: string) =>
    entry.startsWith(`.${name}.`) && /^[0-9a-f]{8}\.tmp$/.test(entry.slice(name.length + 2))
  const entries = await readdir(folder).catch(() => [])
  for (const entry of entries.filter(isOurs)) {
    const path = join(folder, entry)
    const found = await stat(path).catch(() => null)
    if (found && Date.now() - found.mtimeMs > forgottenAfter) {
      await rm(path, { force: true }).catch(() => undefined)
    }
  }
}

/** Writes a text whole or not at all, as saveFile. */
export function saveText(path: string, text: string): Promise<void> {
  return saveFile(path, async (out) => void out.end(text))
}

/** How each .json that we write begins: so it is known again as ours. */
const ownJson = '{\n  "writtenBy": "Mostrador",\n'

/** Writes fields as JSON, whole or not at all, as saveFile. */
export function saveJson(path: string, fields: object): Promise<void> {
  return saveText(path, `${JSON.stringify({ writtenBy: 'Mostrador', ...fields }, null, 2)}\n`)
}

/** Whether a file is a .json that saveJson wrote; one that cannot be read is not. */
export async function isOwnJson(path: string): Promise<boolean> {
  const file = await open(path).catch(() => null)
  if (file === null) return false
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(ownJson.length))
    return buffer.toString('latin1', 0, bytesRead) === ownJson
  } finally {
    await file.close()
  }
}

/** The file's own error ends the wait: a writer waits for ever for a stream that could not be opened. */
async function writeStream<T>(path: string, write: (out: Writable) => Promise<T>): Promise<T> {
  const out = createWriteStream(path, { flags: 'wx' })
  const closed = new Promise<void>((resolve) => out.once('close', resolve))
  const failed = new Promise<never>((_, reject) => out.once('error', reject))
  try {
    const result = await Promise.race([write(out), failed])
    await Promise.race([closed, failed])
    return result
  } finally {
    out.destroy()
    await closed
  }
}

/** What a file system's refusal means to a shop. */
export function fileFailure(caught: unknown, path: string): unknown {
  if (caught instanceof Failure || !(caught instanceof Error) || !('code' in caught)) return caught
  const code = String(caught.code)
  const cause = { cause: caught }
  if (code === 'ENOSPC' || code === 'EDQUOT') return new Failure('DISK_FULL', undefined, cause)
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return new Failure('FOLDER_NOT_FOUND', { folder: dirname(path) }, cause)
  }
  if (/^(EACCES|EPERM|EBUSY|EROFS|EISDIR|ENAMETOOLONG|EINVAL|EMFILE|ETXTBSY)$/.test(code)) {
    return new Failure('FILE_NOT_WRITABLE', { file: basename(path) }, cause)
  }
  return caught
}
