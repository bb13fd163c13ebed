import { join } from 'node:path'
import { z } from 'zod'
import { readNote, writeNote } from '../files/note.ts'
import { unlessFailed } from '../sqlite/sqlite-errors.ts'
import type { ClosedMark } from './closed-mark.ts'

/** What is known of a journal's wholeness, in journal.checked beside it. Times are epoch milliseconds. */
const checkSchema = z.object({
  /** When a pass over all of it last ended and found nothing; null: none did. */
  passedAt: z.int().nullable(),
  /** When the first of the passes was begun that did not come to their end since. */
  begunAt: z.int().nullable(),
  /** When damage was found that no start has dealt with yet. */
  damagedAt: z.int().nullable(),
})
type Check = z.infer<typeof checkSchema>

const unknown: Check = { passedAt: null, begunAt: null, damagedAt: null }

const day = 24 * 60 * 60_000
/** A pass is due a day before the week is over: it has that day to come to its end. */
const dueAfter = 6 * day
/** Passes that were begun for so long and interrupted each time: the next start waits for one. */
const waitsAfter = 7 * day
/** A clock that stands, or begins anew with each start, makes nothing due: so many starts do. */
const dueAfterOpens = 30

/** A whole pass ended and found nothing. */
export function notePassed(folder: string, now: number): void {
  write(folder, { ...unknown, passedAt: now })
}

/** A pass begins that may be interrupted. */
export function noteBegun(folder: string, now: number): void {
  const known = readCheck(folder)
  const since = known.begunAt === null || known.begunAt > now ? now : known.begunAt
  write(folder, { ...known, begunAt: since })
}

/** Damage was found: whatever becomes of this run, the next start checks first. */
export function noteDamaged(folder: string, now: number): void {
  write(folder, { ...readCheck(folder), damagedAt: now })
}

/** Whether a journal that was closed well has to be checked before it is opened all the same. */
export function mustBeCheckedFirst(folder: string, now: number): boolean {
  const { passedAt, begunAt, damagedAt } = readCheck(folder)
  if (passedAt === null || damagedAt !== null) return true
  return begunAt !== null && begunAt <= now && now - begunAt > waitsAfter
}

/** Whether a pass behind is due. A last one that ended days after `now` was told by a wrong clock. */
export function isPassDue(folder: string, { opens }: ClosedMark, now: number): boolean {
  const { passedAt } = readCheck(folder)
  if (passedAt === null || opens >= dueAfterOpens) return true
  return now - passedAt >= dueAfter || passedAt - now > day
}

/** When a pass over all of it last ended and found nothing, epoch ms; null: none is known. */
export function lastWholeCheck(folder: string): number | null {
  return readCheck(folder).passedAt
}

function readCheck(folder: string): Check {
  return unlessFailed(() => readNote(notePath(folder), checkSchema)) ?? unknown
}

function write(folder: string, check: Check): void {
  writeNote(notePath(folder), check)
}

function notePath(folder: string): string {
  return join(folder, 'journal.checked')
}
