import type { CommonDeps } from '../../deps.ts'
import { orTold } from '../../or-told.ts'
import { writableJournal } from '../../store/journal/journal-access.ts'
import { packAfterMs, thinBefore } from '../../store/slim/terms.ts'

export interface SlimmerDeps extends Pick<CommonDeps, 'journal' | 'now' | 'onProblem'> {
  /** The newest time that this computer and the service agree on, epoch ms; null: none, or they do not agree. */
  agreedTime: () => number | null
  /** Whether a sale is being made. */
  isSelling: () => boolean
  /** Throws where the journal is damaged, or nobody has read yet what was recovered: then it is left as it is. */
  mustBeWhole: () => void
}

/** All in milliseconds. */
const times = {
  /** Before this the register opens, and its first sale may be made. */
  first: 20_000,
  between: 100,
  afterSelling: 2_000,
  again: 3_600_000,
  /** One commit takes so long at most, or the next ones are of fewer sales. */
  step: 8,
}

const mostAtOnce = 32

/** The work of one run. */
interface Work {
  readonly deps: SlimmerDeps
  timer: NodeJS.Timeout | null
  atOnce: number
}

/** Makes the journal smaller behind, a few sales at a time and never while one is made. */
export function createSlimmer(deps: SlimmerDeps) {
  const work: Work = { deps, timer: null, atOnce: 4 }
  return {
    start: (): void => after(work, times.first),
    stop: () => {
      if (work.timer) clearTimeout(work.timer)
    },
  }
}

function after(work: Work, wait: number): void {
  work.timer = setTimeout(() => run(work), wait)
  work.timer.unref()
}

function run(work: Work): void {
  const { deps } = work
  const wait = orTold(deps.onProblem, () =>
    deps.isSelling() ? times.afterSelling : slimSome(work),
  )
  after(work, wait ?? times.again)
}

/** A few sales; answers when there is more to do, in milliseconds. */
function slimSome(work: Work): number {
  const { journal, now, mustBeWhole } = work.deps
  const slimming = writableJournal(journal)?.slimming
  if (!slimming) return times.again
  mustBeWhole()
  const begun = performance.now()
  const count = slimming.pack(now() - packAfterMs, work.atOnce) || thinSome(work)
  const took = performance.now() - begun
  if (took > times.step) work.atOnce = Math.max(1, Math.floor(work.atOnce / 2))
  else if (took < times.step / 2) work.atOnce = Math.min(mostAtOnce, work.atOnce + 1)
  return count > 0 ? times.between : times.again
}

/** What is let go of never comes back: a clock that nobody confirms says nothing of a sale's age. */
function thinSome({ deps: { journal, now, agreedTime }, atOnce }: Work): number {
  const agreed = agreedTime()
  if (agreed === null) return 0
  return journal.write().slimming.thin(thinBefore(Math.min(now(), agreed)), atOnce)
}
