import { createReadStream, mkdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { pipeline } from 'node:stream'
import { Readable } from 'node:stream'
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar'
import { Failure } from '../../shared/errors.ts'
import { syncFolder } from '../store/files/durable-file.ts'
import { storeFailure } from '../store/sqlite/sqlite-errors.ts'
import type { FileList } from '../versions/version-folder.ts'

/** The most that an archive may hold: many times what a version is. */
export const unpackLimits = { files: 5_000, bytes: 512 * 1024 * 1024, depth: 12, name: 200 }

/**
 * Unpacks a version's archive into a new folder, durably: files and folders alone, each below the folder, each once, and
 * no more than the limits. Answers what it holds.
 * @throws Failure FEED_REFUSED it holds something else, DISK_FULL, STORE_FAILED
 */
export async function unpack(
  archive: string,
  folder: string,
  limits = unpackLimits,
): Promise<FileList> {
  const files: FileList = {}
  const seen = new Set<string>()
  const folders = new Set([folder])
  let bytes = 0
  const take = (count: number): void => {
    bytes += count
    if (bytes > limits.bytes) throw refused('too many bytes')
  }
  mkdirSync(folder)
  try {
    for await (const entry of entriesOf(archive)) {
      const { name, type = 'file' } = entry.header
      const path = safePath(name, limits)
      // Windows and Macs take two cases for one name.
      if (seen.has(path.toLowerCase()) || seen.size >= limits.files) throw refused(name)
      seen.add(path.toLowerCase())
      const isFolder = type === 'directory'
      if (!isFolder && type !== 'file') throw refused(`${name} (${type})`)
      const full = join(folder, path)
      const parent = isFolder ? full : dirname(full)
      mkdirSync(parent, { recursive: true })
      folders.add(parent)
      if (isFolder) await entry.body.cancel()
      else files[path] = { bytes: await write(full, entry, take) }
    }
    folders.forEach(syncFolder)
    return files
  } catch (caught) {
    if (caught instanceof Failure) throw caught
    if (caught instanceof Error && 'code' in caught && !/^Z_/.test(String(caught.code))) {
      throw storeFailure(caught)
    }
    throw refused(caught instanceof Error ? caught.message : String(caught))
  }
}

async function* entriesOf(archive: string): AsyncGenerator<ParsedTarEntry> {
  // What fails on either side ends the reading of the other's.
  const plain = pipeline(createReadStream(archive), createGunzip(), () => undefined)
  yield* Readable.toWeb(plain).pipeThrough(createTarDecoder({ strict: true }))
}

async function write(
  path: string,
  { body }: ParsedTarEntry,
  take: (bytes: number) => void,
): Promise<number> {
  const file = await open(path, 'wx', 0o644)
  let bytes = 0
  try {
    for await (const piece of body) {
      take(piece.length)
      bytes += piece.length
      await file.writeFile(piece)
    }
    await file.sync()
    return bytes
  } finally {
    await file.close()
  }
}

/** Names that Windows keeps for devices, with any ending. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** The path below a folder that a name of an archive is, with slashes; only letters, digits and `@._+-` make one up. */
function safePath(name: string, limits: typeof unpackLimits): string {
  const path = name.replace(/\/$/, '')
  const parts = path.split('/')
  const isSafe =
    path.length <= limits.name &&
    parts.length <= limits.depth &&
    parts.every(
      (part) =>
        /^[\w@+-][\w@.+-]*$|^\.[\w@+-]+$/.test(part) && !part.endsWith('.') && !device.test(part),
    )
  if (!isSafe) throw refused(name)
  return path
}

const refused = (what: string) => new Failure('FEED_REFUSED', { reason: what.slice(0, 200) })
