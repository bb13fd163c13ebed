import type { TrailMark, TrailNoticeAction } from '../../../shared/domain/people/trail-mark.ts'
import { writableJournal, type JournalAccess } from '../../store/journal/journal-access.ts'
import type { TrailReader } from '../../store/tables/trail.ts'

/** How far one run has looked at the trail. */
export interface TrailLook {
  readonly journal: JournalAccess
  readonly now: () => number
  /** Every line until here was held against the chain in this run. */
  checked: TrailMark
  breaksLeft: number
  /** How many lines there were before this run found anything. */
  atFirst: number | null
}

/** A few milliseconds of work, then others have their turn: a million lines take two minutes behind. */
const atOnce = 500
const everyNotice = 1_000
/** So many breaks of the chain are written down in one run: a file that was changed all over has thousands. */
const mostBreaks = 3

/** The look of a run that begins. */
export function newLook(journal: JournalAccess, now: () => number): TrailLook {
  return { journal, now, checked: { lines: 0, head: '' }, breaksLeft: mostBreaks, atFirst: null }
}

/** Begins again at the first line. */
export function lookFromFirst(look: TrailLook): void {
  look.checked = { lines: 0, head: '' }
  look.breaksLeft = mostBreaks
}

/** Holds some lines against the chain; false: there are no more. */
export function walkOn(look: TrailLook, trail: TrailReader): boolean {
  const { to, broken } = trail.walk(look.checked, atOnce)
  for (const line of broken) {
    const isKept = look.breaksLeft > 0 && find(look, trail, 'trail.broken', String(line), null)
    if (isKept) look.breaksLeft -= 1
  }
  const isMore = to.lines >= look.checked.lines + atOnce
  look.checked = to
  return isMore
}

/** What takes no time: people, and what Z reports saw. */
export function compareTrail(look: TrailLook, trail: TrailReader): void {
  const people = trail.peopleUnlike()
  if (people.length > 0) {
    const names = people.map(({ name }) => name).join(', ')
    find(look, trail, 'trail.people', names, people.map(({ line }) => line).join(' '))
  }
  const z = trail.zUnlike()
  if (z === null) return
  const by = `Z ${z.number} ${z.lines}`
  if (trail.notices(0, everyNotice).some(({ detail }) => detail === by)) return
  findUnlike(look, trail, z.lines, by)
}

/** Writes down that the trail once had so many lines and is another now: shorter, or changed. `by`: who saw it. */
export function findUnlike(
  look: TrailLook,
  trail: TrailReader,
  seenLines: number,
  by: string,
): void {
  const lines = look.atFirst ?? trail.head().lines
  if (lines < seenLines) find(look, trail, 'trail.shorter', String(lines + 1), by)
  else find(look, trail, 'trail.other', String(seenLines), by)
}

/** Writes down what was found, unless that stands there already: then false. */
function find(
  { journal, now }: TrailLook,
  trail: TrailReader,
  action: TrailNoticeAction,
  subject: string,
  detail: string | null,
): boolean {
  const isSame = (one: { action: string; subject: string | null; detail: string | null }) =>
    one.action === action && one.subject === subject && one.detail === detail
  if (trail.notices(0, everyNotice).some(isSame)) return false
  writableJournal(journal)?.trail.add({ at: now(), person: null, action, subject, detail })
  return true
}
