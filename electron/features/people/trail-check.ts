import { setImmediate as pause } from 'node:timers/promises'
import type { TrailState } from '../../../shared/contract/people.ts'
import type { TrailStanding } from '../../../shared/domain/people/trail-mark.ts'
import type { AppError } from '../../../shared/errors.ts'
import { orTold } from '../../or-told.ts'
import type { CommonDeps } from '../../deps.ts'
import { withTimeout } from '../../async/time-limit.ts'
import type { TrailReader } from '../../store/tables/trail.ts'
import { compareTrail, lookFromFirst, newLook, walkOn, type TrailLook } from './trail-findings.ts'
import { askKeyring, keyringOf, tellKeyring, type Sealing, type TrailSeal } from './trail-seal.ts'

/** Watches over the trail: whether it is as it was written, and as it was seen. */
export type TrailCheck = ReturnType<typeof createTrailCheck>

/** Before this the register opens, and its first sale may be made. */
const firstMs = 3_000
const againMs = 60_000
const betweenMs = 50
/** How long the end of the program waits for the keyring. */
const lastMs = 2_000
const monthMs = 30 * 86_400_000
const mostNotices = 5

/** The check of one run. */
interface Check {
  readonly look: TrailLook
  readonly sealing: Sealing
  readonly onProblem: (error: AppError) => void
  timer: NodeJS.Timeout | null
}

/**
 * Looks at the trail a little at a time, each run from its first line. What it finds it writes down once, as a line of
 * the trail. The keyring hears of a line only after it is durable, so that it may lag behind a killed process but never
 * knows of more; and of nothing before it was itself compared, so that no trace is written over.
 */
export function createTrailCheck(
  deps: Pick<CommonDeps, 'journal' | 'now' | 'onProblem'> & { seal: TrailSeal },
) {
  const { journal, seal, now, onProblem } = deps
  const look = newLook(journal, now)
  const sealing: Sealing = { look, seal, onProblem, answer: null, sealed: null, isWriting: false }
  const check: Check = { look, sealing, onProblem, timer: null }
  return {
    /** Begins to look, behind. */
    start: (): void => after(check, firstMs, () => begin(check)),
    /** How it stands now; `whole`: after every line was held against the chain. */
    state: (whole: boolean): Promise<TrailState> => stateOf(check, whole),
    /** The same at once, for a Z: with what was found after a line. */
    standing: (since: number): TrailStanding | null => standingOrNull(check, since),
    /** Ends looking; what was written since is still told to the keyring, if it answers soon. */
    stop: (): Promise<void> => stop(check),
  }
}

function after(check: Check, ms: number, work: () => void): void {
  check.timer = setTimeout(work, ms)
  check.timer.unref()
}

function begin(check: Check): void {
  check.look.atFirst = linesNow(check)
  void askKeyring(check.sealing)
  lookOn(check)
}

function linesNow({ look, onProblem }: Check): number | null {
  return orTold(onProblem, () => look.journal.read()?.trail.head().lines ?? null)
}

/** A little of the look, and then again: soon where there is more, else after a while. */
function lookOn(check: Check): void {
  const { look, sealing, onProblem } = check
  const isMore = orTold(onProblem, () => {
    const trail = look.journal.read()?.trail
    if (!trail) return false
    compareTrail(look, trail)
    if (walkOn(look, trail)) return true
    void tellKeyring(sealing)
    return false
  })
  after(check, isMore ? betweenMs : againMs, () => lookOn(check))
}

async function stateOf({ look, sealing }: Check, whole: boolean): Promise<TrailState> {
  const trail = look.journal.read()?.trail
  if (!trail) return { lines: 0, head: '', checked: 0, notices: [], keyring: 'none' }
  if (whole) {
    lookFromFirst(look)
    while (walkOn(look, trail)) await pause()
  }
  const stands = standing(look, trail, 0)
  const recent = stands.notices.filter(({ at }) => at > look.now() - monthMs)
  return { ...stands, notices: recent, keyring: keyringOf(sealing) }
}

function standingOrNull({ look, onProblem }: Check, since: number): TrailStanding | null {
  // Where it fails a shift closes all the same.
  return orTold(onProblem, () => {
    const trail = look.journal.read()?.trail
    return trail ? standing(look, trail, since) : null
  })
}

function standing(look: TrailLook, trail: TrailReader, since: number): TrailStanding {
  walkOn(look, trail)
  compareTrail(look, trail)
  const head = trail.head()
  return { ...head, checked: look.checked.lines, notices: trail.notices(since, mostNotices) }
}

async function stop({ timer, sealing }: Check): Promise<void> {
  if (timer) clearTimeout(timer)
  await withTimeout(tellKeyring(sealing), lastMs, () => null)
}
