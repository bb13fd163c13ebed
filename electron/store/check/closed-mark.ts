import { closeSync, existsSync, openSync, readSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { syncFolder } from '../files/durable-file.ts'
import { readNote, writeNote } from '../files/note.ts'
import { guarded, unlessFailed } from '../sqlite/sqlite-errors.ts'

/**
 * What journal.db was when it was closed well, in journal.closed beside it: another file, or this one changed by
 * anything else since, is told from it, whatever the clock says. No more is read of it than its header.
 */
const markSchema = z.object({
  bytes: z.string(),
  /** When it was last written to, in nanoseconds as the disk tells it: compared, never reckoned with. */
  written: z.string(),
  /** Its number on the disk: a copy has another. */
  file: z.string(),
  /** SQLite's header, which holds its own counters of changes. */
  header: z.string(),
  /** How many times in a row it was opened by such a mark and not checked. */
  opens: z.int(),
})

/** What a mark that holds tells. */
export interface ClosedMark {
  opens: number
}

/**
 * Takes the mark away, durably, before the journal is opened: whatever ends this run from here on, the next one finds
 * none. Null: there was none, or the journal is not what it was marked as.
 * @throws Failure STORE_FAILED where it cannot be taken away
 */
export function takeClosedMark(folder: string): ClosedMark | null {
  const path = markPath(folder)
  if (!existsSync(path)) return null
  const mark = readClosedMark(folder)
  guarded(() => {
    rmSync(path)
    syncFolder(folder)
  })
  return mark
}

/** The same, and leaves it where it is: for whoever does not open it. */
export function readClosedMark(folder: string): ClosedMark | null {
  const marked = unlessFailed(() => readNote(markPath(folder), markSchema))
  const found = unlessFailed(() => journalAsItIs(folder))
  if (!marked || !found) return null
  const { opens, ...was } = marked
  const isSame = Object.entries(found).every(([name, value]) => Reflect.get(was, name) === value)
  return isSame ? { opens } : null
}

/**
 * Marks a journal that was just closed, unless a WAL stayed: then somebody else has it open, or the close failed.
 * @throws Failure DISK_FULL, STORE_FAILED
 */
export function leaveClosedMark(folder: string, { opens }: ClosedMark): void {
  const found = guarded(() => journalAsItIs(folder))
  if (found) writeNote(markPath(folder), { ...found, opens })
}

/** Null: it is not all in its one file. */
function journalAsItIs(folder: string): Omit<z.infer<typeof markSchema>, 'opens'> | null {
  const path = join(folder, 'journal.db')
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
  const isAlone = ['-wal', '-journal'].every(
    (ending) => (statSync(path + ending, { throwIfNoEntry: false })?.size ?? 0) === 0,
  )
  if (!stat?.isFile() || !isAlone) return null
  return {
    bytes: String(stat.size),
    written: String(stat.mtimeNs),
    file: String(stat.ino),
    header: headerOf(path),
  }
}

const headerBytes = 100

function headerOf(path: string): string {
  const file = openSync(path, 'r')
  try {
    const header = Buffer.alloc(headerBytes)
    return header.toString('hex', 0, readSync(file, header, 0, headerBytes, 0))
  } finally {
    closeSync(file)
  }
}

function markPath(folder: string): string {
  return join(folder, 'journal.closed')
}
