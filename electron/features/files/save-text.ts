import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Failure } from '../../../shared/errors.ts'

/** Writes a text whole or not at all; an older file stays until the new one is there. DISK_FULL, FILE_NOT_WRITABLE. */
export async function saveText(path: string, text: string): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID().slice(0, 8)}.tmp`)
  try {
    await writeFile(temporary, text, { flag: 'wx', mode: 0o600 })
    await rename(temporary, path)
  } catch (cause) {
    await rm(temporary, { force: true })
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    if (code === 'ENOSPC' || code === 'EDQUOT') throw new Failure('DISK_FULL', undefined, { cause })
    throw new Failure('FILE_NOT_WRITABLE', { file: basename(path) }, { cause })
  }
}
