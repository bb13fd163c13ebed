import { tryOnScopeDispose } from '@vueuse/core'
import { ref } from 'vue'
import type { Completeness, ReportRange } from '../../../shared/contract/reports.ts'
import { isOlder } from '../../../shared/domain/time/dates.ts'
import { toAppError, type AppError } from '../../../shared/errors.ts'
import { call, useEvent } from '../../bridge/client.ts'

/** Longer ranges are brought only when asked for. */
const mostDaysUnasked = 62
/** Days that may still change are asked for again when the last time was longer ago than this. */
const freshForMs = 60_000

/** How far a gather is, in days, requests and rows. */
export interface GatherState {
  done: number
  total: number
  windows: number
  rows: number
}

/** Whether the service is asked without anybody asking for it. `now`: by its own clock (epoch ms). */
export function shouldGather(state: Completeness, now: number): boolean {
  if (state.missingDays.length > 0) return state.missingDays.length <= mostDaysUnasked
  if (state.unlistedSales > 0) return true
  return (
    isOlder(state.fetchedAt ?? 0, freshForMs, now) &&
    state.provisionalDays.length + state.movingDays.length > 0
  )
}

/** Bringing what is missing of a range: one at a time, how far it is, and what went wrong. */
export function useGather(onProgress: () => void) {
  const progress = ref<GatherState | null>(null)
  const error = ref<AppError | null>(null)
  let job: string | null = null

  /** Answers false when it was given up for another range or by leaving. */
  async function run(range: ReportRange): Promise<boolean> {
    cancel()
    const mine = crypto.randomUUID()
    job = mine
    error.value = null
    progress.value = { done: 0, total: 0, windows: 0, rows: 0 }
    try {
      await call('reports.gather', { ...range, jobId: mine })
    } catch (caught) {
      const failed = toAppError(caught)
      // A person who stopped it knows.
      if (job === mine && failed.code !== 'CANCELLED') error.value = failed
    }
    if (job !== mine) return false
    job = null
    progress.value = null
    return true
  }

  function cancel(): void {
    if (job === null) return
    call('reports.cancel', { jobId: job }).catch((caught: unknown) => {
      error.value = toAppError(caught)
    })
  }

  /** What is being brought is for nobody any more: it is stopped, and its end tells nothing. */
  function leave(): void {
    cancel()
    job = null
    progress.value = null
    error.value = null
  }

  tryOnScopeDispose(leave)
  useEvent('reports.progress', ({ jobId, phase, done, total, rows, windows }) => {
    if (phase !== 'gather' || jobId !== job) return
    progress.value = { done, total, windows, rows }
    onProgress()
  })

  return { progress, error, run, cancel, leave }
}
