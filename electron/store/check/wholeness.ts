import { unlessFailed } from '../sqlite/sqlite-errors.ts'
import { isPassDue, mustBeCheckedFirst, noteBegun, noteDamaged, notePassed } from './check-note.ts'
import { leaveClosedMark, readClosedMark, takeClosedMark } from './closed-mark.ts'

/**
 * What is known of the wholeness of the journal that this run has open. What cannot be written of it (a full disk) only
 * makes the next start check all of it first.
 */
export interface Wholeness {
  /** It was closed well and its last check found nothing: it may be sold on while it is checked again behind. */
  readonly isTrusted: boolean
  /** Whether all of it is to be checked behind now: each week. */
  isPassDue(now?: number): boolean
  passBegun(now?: number): void
  passEnded(found: CheckFound, now?: number): void
  /** A statement met damage: whatever is found behind, the next start checks first. `onDoubt` hears of it, once. */
  doubt(): void
  onDoubt(listener: () => void): void
  /** Once its database was closed: the next start may trust it. */
  closed(): void
}

/** What a pass over all of a journal finds. */
export const checkFindings = ['whole', 'damaged'] as const
export type CheckFound = (typeof checkFindings)[number]

/** Whether a journal that nobody has open may be opened at once. */
export function isTrusted(folder: string, now = Date.now()): boolean {
  return readClosedMark(folder) !== null && !mustBeCheckedFirst(folder, now)
}

/** Begins a run over a journal: from here on it counts as not closed well. `isChecked`: it was, just now. */
export function beginWholeness(folder: string, isChecked: boolean, now = Date.now()): Wholeness {
  const mark = takeClosedMark(folder)
  const isOfMark = mark !== null && !mustBeCheckedFirst(folder, now)
  const listeners = new Set<() => void>()
  let opens = mark?.opens ?? 0
  let isDoubted = false

  function passEnded(found: CheckFound, at = Date.now()): void {
    if (found === 'whole') {
      opens = 0
      unlessFailed(() => notePassed(folder, at))
    } else {
      isDoubted = true
      unlessFailed(() => noteDamaged(folder, at))
    }
  }

  if (isChecked) passEnded('whole', now)
  return {
    isTrusted: isChecked || isOfMark,
    isPassDue: (at = Date.now()) => isPassDue(folder, { opens }, at),
    passBegun: (at = Date.now()) => unlessFailed(() => noteBegun(folder, at)),
    passEnded,
    doubt: () => {
      if (isDoubted) return
      isDoubted = true
      listeners.forEach((hear) => hear())
    },
    onDoubt: (listener) => void listeners.add(listener),
    closed: () => {
      if (!isDoubted) unlessFailed(() => leaveClosedMark(folder, { opens: opens + 1 }))
    },
  }
}
