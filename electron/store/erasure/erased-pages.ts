import { closeSync, fdatasyncSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readNote, writeNote } from '../files/note.ts'
import { guarded } from '../sqlite/sqlite-errors.ts'

// What secure_delete leaves of who was erased. SQLite zeroes a row where it deletes it; but a page that it rebuilds, as
// rows move between it and its neighbours (rebuildPage of its btree.c), keeps what stood there before in the gap between
// its pointers and its rows. So the copy of a row that moved on outlives the row. Nothing reads a gap, and a row that
// grows into it writes over it: to fill it with zeros changes nothing that SQLite knows of.

/** Bytes of the header of each kind of page that has rows: interior ones of indexes and tables, and their leaves. */
const headerBytes = new Map([
  [2, 12],
  [5, 12],
  [10, 8],
  [13, 8],
])
/** The file's own header stands before that of its first page. */
const fileHeaderBytes = 100
/** Where that says which root page is the largest: zero, unless SQLite moves pages by itself. */
const largestRootAt = 52
const largestPage = 65_536
const nothing = Buffer.alloc(largestPage)

/** Where a page's gap begins, and ends; null: it is no page of rows, or has none. Overflow and free pages begin with a zero. */
function gapOf(page: Buffer, number: number): { start: number; end: number } | null {
  const at = number === 1 ? fileHeaderBytes : 0
  const header = headerBytes.get(page[at] ?? 0)
  if (header === undefined) return null
  const start = at + header + 2 * page.readUInt16BE(at + 3)
  const end = page.readUInt16BE(at + 5) || largestPage
  return start < end && end <= page.length ? { start, end } : null
}

/** Whether something that is no row any more stands in a page of a database. `number`: from 1. */
export function holdsErased(page: Buffer, number: number): boolean {
  const gap = gapOf(page, number)
  return gap !== null && nothing.compare(page, gap.start, gap.end, 0, gap.end - gap.start) !== 0
}

const noteSchema = z.object({ pages: z.array(z.int().positive()) })
const notePath = (folder: string) => join(folder, 'journal.gaps')

/** Notes which pages of the journal hold something erased, for its next opening. DISK_FULL, STORE_FAILED. */
export function noteErasedPages(folder: string, pages: readonly number[]): void {
  const known = readNote(notePath(folder), noteSchema)
  if (pages.length > 0 || known !== null) writeNote(notePath(folder), { pages })
}

/** So many are cleared at one start: some sixteen megabytes. The others have their turn at the next. */
const mostAtOnce = 4096

/**
 * Clears the pages that a copy noted, before anything opens the journal: of who was erased before that copy nothing stays in
 * it. Only in one that was closed well, as of which all stands in its file. STORE_FAILED.
 */
export function clearNotedPages(folder: string): void {
  const note = readNote(notePath(folder), noteSchema)
  if (note === null || !clearPages(join(folder, 'journal.db'), note.pages.slice(0, mostAtOnce)))
    return
  const left = note.pages.slice(mostAtOnce)
  if (left.length > 0) writeNote(notePath(folder), { pages: left })
  else guarded(() => rmSync(notePath(folder), { force: true }))
}

/**
 * Clears pages of a database, durably; left out: all of them. Nobody else may have it open to write. False: not all of it
 * stands in its file, or SQLite moves its pages by itself (auto_vacuum). STORE_FAILED.
 */
export function clearPages(path: string, pages?: Iterable<number>): boolean {
  return guarded(() => {
    const { size = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {}
    const wal = statSync(`${path}-wal`, { throwIfNoEntry: false })
    if (size < fileHeaderBytes || (wal?.size ?? 0) > 0) return false
    const file = openSync(path, 'r+')
    try {
      const header = Buffer.alloc(fileHeaderBytes)
      readSync(file, header, 0, header.length, 0)
      // Its maps of where pages are may begin as pages of rows do.
      if (header.readUInt32BE(largestRootAt) !== 0) return false
      if (clearIn(file, size, pageSizeIn(header), pages)) fdatasyncSync(file)
      return true
    } finally {
      closeSync(file)
    }
  })
}

/** Answers whether there was anything to clear. */
function clearIn(file: number, size: number, pageSize: number, pages?: Iterable<number>): boolean {
  // What has no pages is no database: whoever opens it will say so.
  if (pageSize === 0) return false
  const page = Buffer.alloc(pageSize)
  const count = Math.floor(size / pageSize)
  let isAny = false
  for (const number of pages ?? allOf(count)) {
    // Noted of another file that stood here.
    if (number > count) continue
    const from = (number - 1) * page.length
    if (readSync(file, page, 0, page.length, from) < page.length) continue
    const gap = gapOf(page, number)
    if (gap === null || !holdsErased(page, number)) continue
    writeSync(file, nothing, 0, gap.end - gap.start, from + gap.start)
    isAny = true
  }
  return isAny
}

/** As the file's header has it. */
function pageSizeIn(header: Buffer): number {
  const size = header.readUInt16BE(16)
  return size === 1 ? largestPage : size
}

function* allOf(count: number): Generator<number> {
  for (let number = 1; number <= count; number += 1) yield number
}
