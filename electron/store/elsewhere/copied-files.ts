import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs'
import { basename, join } from 'node:path'
import { guarded } from '../sqlite/sqlite-errors.ts'
import { intentSegments } from '../journal/intent-segments.ts'
import type { Copy } from '../recovery/copies.ts'
import { openChain, stateOf } from '../recovery/page-chain.ts'
import type { ArchiveFile } from './archive.ts'

const partBytes = 256 * 1024

/**
 * What a copy elsewhere is made of: the journal as the last local copy has it, which was checked when it was made, and
 * beside it what is not in any database. No token: it stands in no file. What holds each file open is ended by `close`.
 * @throws Failure JOURNAL_DAMAGED the local copy is not whole, STORE_FAILED
 */
export function filesToCopy(
  folder: string,
  copy: Copy,
): { files: ArchiveFile[]; close: () => void } {
  const chain = guarded(() => chainOf(copy))
  const logs = intentSegments(join(folder, 'intents.log')).map((path) => {
    const inside = basename(path) === 'intents.log' ? '' : 'intents/'
    return { path, name: `${inside}${basename(path)}` }
  })
  const others = ['erasures.log', 'settings.json'].map((name) => ({
    path: join(folder, name),
    name,
  }))
  const files = [...logs, ...others]
    .filter(({ path }) => existsSync(path))
    .map(({ path, name }) => plainFile(path, name))
  return { files: [chain.file, ...files], close: chain.close }
}

function chainOf({ chain: copies }: Copy): { file: ArchiveFile; close: () => void } {
  const paths = copies.map(({ path }) => path)
  stateOf(paths)
  const chain = openChain(paths)
  const { pageSize, pageCount } = chain.last
  const size = pageSize * pageCount
  return {
    file: { name: 'journal.db', size, parts: () => inParts(chain.pages(), pageSize, pageCount) },
    close: () => chain.close(),
  }
}

/** Page after page, some at once; one that no copy has (SQLite locks by it) is zeros. */
function* inParts(
  pages: Iterable<{ number: number; page: Buffer }>,
  pageSize: number,
  pageCount: number,
): Generator<Buffer> {
  const perPart = Math.max(1, Math.floor(partBytes / pageSize))
  let part = Buffer.alloc(perPart * pageSize)
  let first = 1
  for (const { number, page } of pages) {
    while (number >= first + perPart) {
      yield part
      part = Buffer.alloc(perPart * pageSize)
      first += perPart
    }
    page.copy(part, (number - first) * pageSize)
  }
  while (first <= pageCount) {
    yield part.subarray(0, Math.min(perPart, pageCount - first + 1) * pageSize)
    part = Buffer.alloc(perPart * pageSize)
    first += perPart
  }
}

/** As long as it is now: what is written behind it meanwhile comes with the next copy. */
function plainFile(path: string, name: string): ArchiveFile {
  const size = guarded(() => sizeOf(path))
  return { name, size, parts: () => readParts(path, size) }
}

function sizeOf(path: string): number {
  const file = openSync(path, 'r')
  try {
    return fstatSync(file).size
  } finally {
    closeSync(file)
  }
}

function* readParts(path: string, size: number): Generator<Buffer> {
  const file = guarded(() => openSync(path, 'r'))
  try {
    for (let at = 0; at < size;) {
      const part = Buffer.alloc(Math.min(partBytes, size - at))
      const read = guarded(() => readSync(file, part, 0, part.length, at))
      // Shorter than it was: what is missing makes the copy fail where its sizes are compared.
      if (read === 0) return
      at += read
      yield part.subarray(0, read)
    }
  } finally {
    closeSync(file)
  }
}
