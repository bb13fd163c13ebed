import type { Completeness } from '../../../../shared/contract/reports.ts'
import { serviceDayBounds } from '../../../../shared/domain/time/dates.ts'
import { listDays, type DayRange } from '../../../../shared/domain/time/range.ts'
import type { RegisterBehind } from '../../../../shared/domain/report/registers.ts'
import type { LedgerWindow } from './ledger-windows.ts'

/** Sales can arrive this long after the end of their day. */
const settlingMs = 48 * 3_600_000

/** Whether nothing can arrive any more of a day when a fetch of it begins at this moment (epoch ms, by the service's clock). */
export const isSettled = (day: string, startedAt: number): boolean =>
  startedAt >= serviceDayBounds(day).end + settlingMs

/** What the newest window that says anything of a day says of it. */
export interface DayState {
  verdict: 'proven' | 'saturated'
  /** The fetch began 48 hours after the day's end: nothing can arrive any more. */
  settled: boolean
  /** The fetch began after the day's end: it is no part of a day that went on. */
  ended: boolean
  /** When the fetch began, by the service's clock when it told. */
  startedAt: number
  /** When it was stored, by this computer's clock. */
  fetchedAt: number
}

/** The state of each day of a range that any window says something of. Windows are oldest first. */
export function dayStates(
  windows: readonly LedgerWindow[],
  range: DayRange,
): Map<string, DayState> {
  const states = new Map<string, DayState>()
  const tell = (day: string, verdict: DayState['verdict'], window: LedgerWindow) => {
    if (day < range.from || day > range.to) return
    states.set(day, {
      verdict,
      settled: isSettled(day, window.startedAt),
      ended: window.startedAt >= serviceDayBounds(day).end,
      startedAt: window.startedAt,
      fetchedAt: window.fetchedAt,
    })
  }
  for (const window of windows) {
    if (window.proven) for (const day of listDays(window.proven)) tell(day, 'proven', window)
    if (window.saturated !== null) tell(window.saturated, 'saturated', window)
  }
  return states
}

/**
 * How far the stored rows of a range can be trusted at the moment `now` (epoch ms, by the service's clock). A day that is
 * over and was only fetched while it ran is missing: nobody has seen its rest. So is one that has not come. `unlisted`: the day of each own sale that no row stands for;
 * of a day that is missing nothing else is said. `behind`: where the own sales are those of several registers.
 */
export function completenessOf(
  states: ReadonlyMap<string, DayState>,
  range: DayRange,
  now: number,
  unreadableRows: number,
  movingDays: readonly string[] = [],
  unlisted: readonly string[] = [],
  behind: readonly RegisterBehind[] | null = null,
): Completeness {
  const days = listDays(range)
  const missingDays = days.filter((day) => {
    const state = states.get(day)
    const { start, end } = serviceDayBounds(day)
    if (!state || start > now) return true
    return state.verdict === 'proven' && !state.ended && end <= now
  })
  const saturatedDays = days.filter((day) => states.get(day)?.verdict === 'saturated')
  const fetched = [...states.values()].map((state) => state.fetchedAt)
  const unlistedSales = unlisted.filter((day) => !missingDays.includes(day)).length
  return {
    complete:
      missingDays.length + saturatedDays.length + unlistedSales + (behind?.length ?? 0) === 0,
    missingDays,
    saturatedDays,
    provisionalDays: days.filter(
      (day) => states.get(day)?.settled === false && serviceDayBounds(day).start <= now,
    ),
    movingDays: movingDays.filter((day) => states.get(day)?.settled === true),
    unreadableRows,
    unlistedSales,
    ...(behind && { behind: [...behind] }),
    fetchedAt: fetched.length > 0 ? Math.min(...fetched) : null,
  }
}
