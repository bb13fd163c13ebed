import { toAppError, type AppError } from '../../../shared/errors.ts'
import type { CheckFound, Wholeness } from './wholeness.ts'

/** Checks the open journal behind while it is sold with: all of it each week, and at once when a statement met damage. */
export type CheckKeeper = ReturnType<typeof createCheckKeeper>

/** The first seconds of a day belong to the window. */
const firstAfter = 10_000
const hour = 60 * 60_000

/** `check` looks through the whole journal; times in milliseconds, for tests. */
export function createCheckKeeper(deps: {
  wholeness: Wholeness
  check: (signal: AbortSignal) => Promise<CheckFound>
  onDamage: () => void
  onProblem: (error: AppError) => void
  after?: number
  period?: number
}) {
  const { wholeness, check, onDamage, onProblem, after = firstAfter, period = hour } = deps
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null

  async function pass(): Promise<void> {
    wholeness.passBegun()
    try {
      const found = await check(stopping.signal)
      wholeness.passEnded(found)
      if (found === 'damaged') onDamage()
    } catch (caught) {
      if (!stopping.signal.aborted) onProblem(toAppError(caught))
    }
  }

  function begin(): void {
    if (stopping.signal.aborted) return
    running ??= pass().finally(() => (running = null))
  }

  function next(wait: number): void {
    timer = setTimeout(() => {
      if (wholeness.isPassDue()) begin()
      next(period)
    }, wait)
    timer.unref()
  }

  return {
    start: () => {
      wholeness.onDoubt(begin)
      next(after)
    },
    /** Ends a check that is being made. */
    stop: async (): Promise<void> => {
      stopping.abort()
      if (timer) clearTimeout(timer)
      await running
    },
  }
}
