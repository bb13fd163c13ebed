import { createHash, hash } from 'node:crypto'
import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { z } from 'zod'
import { Failure } from '../../../shared/errors.ts'

// A file of pages of a database: blocks of compressed pages in the order of their numbers, then each page's number and
// sum, then the seal, which says what they are and proves the rest. It is written once and never changed.

/** Bytes of a page's sum: half a SHA-256. */
export const sumBytes = 16

/** How many pages are compressed together. */
const blockPages = 64

/**
 * So much is written at most before the disk has it. A sale that becomes durable meanwhile may have to wait for what
 * the system has not written yet, of other files too: for all of a whole copy that were seconds.
 */
export const writtenAtOnce = 4 * 1024 * 1024

const entryBytes = 4 + sumBytes
const magic = Buffer.from('MOSTRADOR-PAGES1')
const tailBytes = 4 + 32 + magic.length
const hex = z.string().regex(/^[0-9a-f]{64}$/)

/** What a file of pages is, and of which state of the journal: kept in the file and proven by its own sum. */
const sealSchema = z.object({
  pageSize: z.int().min(512).max(65_536),
  /** Pages of the whole state. */
  pageCount: z.int().positive(),
  /** Pages in this file. */
  pages: z.int().nonnegative(),
  /** Where the numbers and sums begin, and the SHA-256 of them. */
  indexAt: z.int().nonnegative(),
  index: hex,
  /** SHA-256 over the sums of all pages of the state: what names it. */
  root: hex,
  /** The root of the state that these pages were changed from; null: they are all there are. */
  parent: hex.nullable(),
  /** One more than any copy had when this one was made: no clock orders them. */
  turn: z.int().positive(),
  /** How far the journal had grown: lines of all that only grows. */
  content: z.int().nonnegative(),
  /** The last line of sale_event. */
  saleEvents: z.int().nonnegative(),
  /** How many sales and notes had been erased. */
  erasures: z.int().nonnegative(),
  /** When the journal had last been written to (epoch ms), null: it was written to meanwhile. */
  written: z.number().nullable(),
})
export type Seal = z.infer<typeof sealSchema>

/** What whoever writes the file says of it; the rest follows from the pages. */
export type SealFacts = Omit<Seal, 'pages' | 'indexAt' | 'index'>

/** A page's sum. */
export function sumOf(page: Buffer): Buffer {
  return hash('sha256', page, 'buffer').subarray(0, sumBytes)
}

/** Writes a file of pages, which is none until it is sealed. */
export type PageWriter = ReturnType<typeof createPageWriter>

/** `mayWrite` hears how many bytes come next, and throws where the disk has no room for them. */
export function createPageWriter(
  path: string,
  pageSize: number,
  mayWrite: (bytes: number) => void,
) {
  const file = openSync(path, 'w', 0o600)
  const block = Buffer.alloc(blockPages * pageSize)
  let index = Buffer.alloc(blockPages * entryBytes)
  let pages = 0
  let written = 0
  let durable = 0

  function write(bytes: Buffer): void {
    mayWrite(bytes.length)
    for (let rest = bytes; rest.length > 0;) rest = rest.subarray(writeSync(file, rest))
    written += bytes.length
    if (written - durable < writtenAtOnce) return
    fdatasyncSync(file)
    durable = written
  }

  function flush(count: number): void {
    if (count === 0) return
    const packed = zstdCompressSync(block.subarray(0, count * pageSize))
    write(Buffer.concat([numberBytes(packed.length), packed]))
  }

  return {
    /** How many pages it holds. */
    get pages(): number {
      return pages
    },
    /** The next page, in the order of their numbers. */
    add(number: number, page: Buffer, sum: Buffer) {
      page.copy(block, (pages % blockPages) * pageSize)
      if (index.length < (pages + 1) * entryBytes) index = Buffer.concat([index, index])
      index.writeUInt32LE(number, pages * entryBytes)
      sum.copy(index, pages * entryBytes + 4)
      pages += 1
      if (pages % blockPages === 0) flush(blockPages)
    },
    /** Makes it whole and durable. */
    seal(facts: SealFacts) {
      flush(pages % blockPages)
      const entries = index.subarray(0, pages * entryBytes)
      const text = JSON.stringify({ ...facts, pages, indexAt: written, index: sha256(entries) })
      write(entries)
      const seal = Buffer.from(text)
      const proof = hash('sha256', seal, 'buffer')
      write(Buffer.concat([seal, numberBytes(seal.length), proof, magic]))
      fsyncSync(file)
    },
    /** Closes it, sealed or not. */
    close: (): void => closeSync(file),
  }
}

/** A file of pages, open to be read from its first page to its last. */
export interface PageFileReader {
  readonly seal: Seal
  /** The numbers of its pages. */
  readonly numbers: Uint32Array
  /** The sum of the page at this place in the file. */
  sum(place: number): Buffer
  /** The page at this place; places only go up. @throws Failure JOURNAL_DAMAGED it is not what its sum says */
  page(place: number): Buffer
  close(): void
}

/** @throws Failure JOURNAL_DAMAGED the file is no whole one, or its disk cannot read it */
export function readSeal(path: string): Seal {
  const file = readingCopy(() => openSync(path, 'r'))
  try {
    return sealIn(file)
  } finally {
    closeSync(file)
  }
}

/** @throws Failure JOURNAL_DAMAGED the file is no whole one, or its disk cannot read it */
export function openPages(path: string): PageFileReader {
  const file = readingCopy(() => openSync(path, 'r'))
  try {
    const seal = sealIn(file)
    const index = bytesAt(file, seal.indexAt, seal.pages * entryBytes)
    if (sha256(index) !== seal.index) throw new Failure('JOURNAL_DAMAGED')
    return reader(file, seal, index)
  } catch (caught) {
    closeSync(file)
    throw caught
  }
}

function reader(file: number, seal: Seal, index: Buffer): PageFileReader {
  const { pageSize, pages } = seal
  const numbers = Uint32Array.from({ length: pages }, (_, at) =>
    index.readUInt32LE(at * entryBytes),
  )
  const sum = (place: number) =>
    index.subarray(place * entryBytes + 4, place * entryBytes + entryBytes)
  let block: Buffer = Buffer.alloc(0)
  let inBlock = -1
  let next = 0
  let nextAt = 0

  /** Blocks that nobody asks for are passed over packed. */
  function load(wanted: number): void {
    while (inBlock < wanted) {
      const length = bytesAt(file, nextAt, 4).readUInt32LE(0)
      if (next === wanted) {
        const expected = Math.min(blockPages, pages - next * blockPages) * pageSize
        block = unpacked(bytesAt(file, nextAt + 4, Math.min(length, seal.indexAt)), expected)
      }
      nextAt += 4 + length
      inBlock = next
      next += 1
    }
  }

  return {
    seal,
    numbers,
    sum,
    page(place) {
      load(Math.floor(place / blockPages))
      const at = (place % blockPages) * pageSize
      const page = block.subarray(at, at + pageSize)
      if (!sumOf(page).equals(sum(place))) throw new Failure('JOURNAL_DAMAGED')
      return page
    },
    close: () => closeSync(file),
  }
}

function unpacked(packed: Buffer, expected: number): Buffer {
  try {
    const block = zstdDecompressSync(packed, { maxOutputLength: expected })
    if (block.length === expected) return block
  } catch (caught) {
    if (!(caught instanceof Error && 'code' in caught)) throw caught
  }
  throw new Failure('JOURNAL_DAMAGED')
}

function sealIn(file: number): Seal {
  const { size } = fstatSync(file)
  if (size < tailBytes) throw new Failure('JOURNAL_DAMAGED')
  const tail = bytesAt(file, size - tailBytes, tailBytes)
  const length = tail.readUInt32LE(0)
  const from = size - tailBytes - length
  if (!tail.subarray(36).equals(magic) || from < 0) throw new Failure('JOURNAL_DAMAGED')
  const text = bytesAt(file, from, length)
  const isProven = hash('sha256', text, 'buffer').equals(tail.subarray(4, 36))
  const seal = isProven ? sealSchema.safeParse(JSON.parse(text.toString())) : null
  if (!seal?.success || seal.data.indexAt + seal.data.pages * entryBytes !== from) {
    throw new Failure('JOURNAL_DAMAGED')
  }
  return seal.data
}

function bytesAt(file: number, from: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  for (let got = 0; got < length;) {
    const more = readingCopy(() => readSync(file, bytes, got, length - got, from + got))
    if (more === 0) throw new Failure('JOURNAL_DAMAGED')
    got += more
  }
  return bytes
}

/** What a disk answers that does not give back what it holds: of this file, whatever becomes of others. */
const badPlace = new Set<unknown>(['EIO', 'EISDIR', 'EBADMSG', 'ENODATA'])

/**
 * Reads of a copy: one that its disk cannot read is as good as damaged, and the next older one is taken. What this
 * program lacks to read any file at all is none of that.
 * @throws Failure JOURNAL_DAMAGED
 */
export function readingCopy<T>(read: () => T): T {
  try {
    return read()
  } catch (caught) {
    const code = caught instanceof Error && 'code' in caught ? caught.code : null
    if (badPlace.has(code)) throw new Failure('JOURNAL_DAMAGED', undefined, { cause: caught })
    throw caught
  }
}

function numberBytes(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

const sha256 = (bytes: Buffer) => hash('sha256', bytes)

/** The root of a state: what its pages' sums come to. */
export function rootOf(pageSize: number, sums: Buffer): string {
  return createHash('sha256').update(`${pageSize}\n`).update(sums).digest('hex')
}
