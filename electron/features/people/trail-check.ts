import { setImmediate as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { TrailState } from '../../../shared/contract/people.ts'
import {
  trailMarkSchema,
  type TrailMark,
  type TrailNoticeAction,
  type TrailStanding,
} from '../../../shared/domain/people/trail-mark.ts'
import { toAppError, type AppError } from '../../../shared/errors.ts'
import { writableJournal, type JournalAccess } from '../../store/journal/journal-access.ts'
import type { TrailReader } from '../../store/tables/trail.ts'

/** One place outside the journal that holds what was last seen of the trail: the keyring. Each may reject, or wait long. */
export interface TrailSeal {
  read(): Promise<string | null>
  write(text: string): Promise<void>
  /** Whether anything is kept there anyway: nobody is asked to open a keyring for this alone. */
  isUsed(): boolean
}

/** Watches over the trail: whether it is as it was written, and as it was seen. */
export interface TrailCheck {
  /** Begins to look, behind. */
  start(): void
  /** How it stands now; `whole`: after every line was held against the chain. */
  state(whole: boolean): Promise<TrailState>
  /** The same at once, for a Z: with what was found after a line. */
  standing(after: number): TrailStanding | null
  /** Ends looking; what was written since is still told to the keyring, if it answers soon. */
  stop(): Promise<void>
}

/** Before this the register opens, and its first sale may be made. */
const firstMs = 3_000
const againMs = 60_000
/** A few milliseconds of work, then others have their turn: a million lines take two minutes behind. */
const atOnce = 500
const betweenMs = 50
/** How long the end of the program waits for the keyring. */
const lastMs = 2_000
const monthMs = 30 * 86_400_000
const mostNotices = 5
const everyNotice = 1_000
/** So many breaks of the chain are written down in one run: a file that was changed all over has thousands. */
const mostBreaks = 3

const sealSchema = trailMarkSchema.extend({
  /** The link of the last line that says the journal came from a copy, as of then. */
  restored: z.string().nullable(),
})
type Seal = z.infer<typeof sealSchema>

/**
 * Looks at the trail a little at a time, each run from its first line. What it finds it writes down once, as a line of
 * the trail. The keyring hears of a line only after it is durable, so that it may lag behind a killed process but never
 * knows of more; and of nothing before it was itself compared, so that no trace is written over.
 */
export function createTrailCheck(deps: {
  journal: JournalAccess
  seal: TrailSeal
  now: () => number
  onProblem: (error: AppError) => void
}): TrailCheck {
  const { journal, seal, now, onProblem } = deps
  /** Every line until here was held against the chain in this run. */
  let checked: TrailMark = { lines: 0, head: '' }
  let breaksLeft = mostBreaks
  /** How many lines there were before this run found anything. */
  let atFirst: number | null = null
  let answer: 'none' | 'given' | null = null
  let sealed: Seal | null = null
  let sealing = false
  let timer: NodeJS.Timeout | null = null

  /** Holds some lines against the chain; false: there are no more. */
  function walkOn(trail: TrailReader): boolean {
    const { to, broken } = trail.walk(checked, atOnce)
    for (const line of broken) {
      if (breaksLeft > 0 && find(trail, 'trail.broken', String(line), null)) breaksLeft -= 1
    }
    const isMore = to.lines >= checked.lines + atOnce
    checked = to
    return isMore
  }

  /** What takes no time: people, and what Z reports saw. */
  function compare(trail: TrailReader): void {
    const people = trail.peopleUnlike()
    if (people.length > 0) {
      const names = people.map(({ name }) => name).join(', ')
      find(trail, 'trail.people', names, people.map(({ line }) => line).join(' '))
    }
    const z = trail.zUnlike()
    if (z === null) return
    const lines = atFirst ?? trail.head().lines
    const by = `Z ${z.number} ${z.lines}`
    if (trail.notices(0, everyNotice).some(({ detail }) => detail === by)) return
    if (lines < z.lines) find(trail, 'trail.shorter', String(lines + 1), by)
    else find(trail, 'trail.other', String(z.lines), by)
  }

  /** Writes down what was found, unless that stands there already: then false. */
  function find(
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

  function keyring(): TrailState['keyring'] {
    if (answer === null) return 'asked'
    return answer === 'given' && (sealed !== null || seal.isUsed()) ? 'held' : 'none'
  }

  async function askKeyring(): Promise<void> {
    let text: string | null
    try {
      text = await seal.read()
    } catch {
      // No keyring, or one that nobody opens, is an expected state: the page says so.
      answer = 'none'
      return
    }
    const trail = journal.read()?.trail
    if (!trail) return
    try {
      const before = sealOf(text)
      if (before !== null) compareSeal(trail, before)
      sealed = before
      answer = 'given'
    } catch (caught) {
      onProblem(toAppError(caught))
    }
  }

  function compareSeal(trail: TrailReader, seen: Seal): void {
    if (seen.lines === 0 || trail.linkAt(seen.lines) === seen.head) return
    const restored = trail.lastRestore()
    // A journal that came from a copy since then says so itself.
    const isNew = restored !== null && restored.head !== seen.restored
    if (isNew && restored.lines <= seen.lines) return
    const lines = atFirst ?? trail.head().lines
    const by = `keyring ${seen.lines}`
    if (lines < seen.lines) find(trail, 'trail.shorter', String(lines + 1), by)
    else find(trail, 'trail.other', String(seen.lines), by)
  }

  /** Tells the keyring how far the trail goes; one at a time, the newest last. */
  async function tellKeyring(): Promise<void> {
    const trail = journal.read()?.trail
    if (!trail || keyring() !== 'held' || sealing) return
    const next: Seal = { ...trail.head(), restored: trail.lastRestore()?.head ?? null }
    if (next.head === sealed?.head) return
    sealing = true
    try {
      await seal.write(JSON.stringify(next))
      sealed = next
    } catch {
      answer = 'none'
    } finally {
      sealing = false
    }
  }

  function linesNow(): number | null {
    try {
      return journal.read()?.trail.head().lines ?? null
    } catch (caught) {
      onProblem(toAppError(caught))
      return null
    }
  }

  function look(): void {
    let wait = againMs
    try {
      const trail = journal.read()?.trail
      if (trail) {
        compare(trail)
        if (walkOn(trail)) wait = betweenMs
        else void tellKeyring()
      }
    } catch (caught) {
      onProblem(toAppError(caught))
    }
    after(wait, look)
  }

  function after(ms: number, work: () => void): void {
    timer = setTimeout(work, ms)
    timer.unref()
  }

  function standing(trail: TrailReader, since: number): TrailStanding {
    walkOn(trail)
    compare(trail)
    const head = trail.head()
    return { ...head, checked: checked.lines, notices: trail.notices(since, mostNotices) }
  }

  return {
    start: () => {
      after(firstMs, () => {
        atFirst = linesNow()
        void askKeyring()
        look()
      })
    },
    async state(whole) {
      const trail = journal.read()?.trail
      if (!trail) return { lines: 0, head: '', checked: 0, notices: [], keyring: 'none' }
      if (whole) {
        checked = { lines: 0, head: '' }
        breaksLeft = mostBreaks
        while (walkOn(trail)) await pause()
      }
      const stands = standing(trail, 0)
      const recent = stands.notices.filter(({ at }) => at > now() - monthMs)
      return { ...stands, notices: recent, keyring: keyring() }
    },
    standing(after) {
      try {
        const trail = journal.read()?.trail
        return trail ? standing(trail, after) : null
      } catch (caught) {
        // A shift closes all the same.
        onProblem(toAppError(caught))
        return null
      }
    },
    async stop() {
      if (timer) clearTimeout(timer)
      const { promise: late, resolve } = Promise.withResolvers<null>()
      const limit = setTimeout(() => resolve(null), lastMs)
      await Promise.race([tellKeyring(), late])
      clearTimeout(limit)
    },
  }
}

/** What the keyring holds; another's text there counts as none. */
function sealOf(text: string | null): Seal | null {
  if (text === null) return null
  try {
    return sealSchema.safeParse(JSON.parse(text)).data ?? null
  } catch (caught) {
    if (caught instanceof SyntaxError) return null
    throw caught
  }
}
