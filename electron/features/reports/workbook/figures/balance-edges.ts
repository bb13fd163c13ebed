import { z } from 'zod'
import {
  addDays,
  serviceDay,
  serviceDayBounds,
  serviceLocal,
} from '../../../../../shared/domain/time/dates.ts'
import type { ReportKind } from '../../../../../shared/domain/sale/transaction.ts'
import { monthOf, type DayRange } from '../../../../../shared/domain/time/range.ts'
import { serviceTime } from '../../../../../shared/domain/time/service-time.ts'
import type { BalanceSnapshot } from '../../../../store/tables/balance-snapshots.ts'
import { dayStates, type DayState } from '../../ledger/completeness.ts'
import { windowsOver } from '../../ledger/ledger-windows.ts'
import type { Ledger } from '../../ledger/ledger.ts'

/** A snapshot so near to midnight is midnight's, also where loads were not brought. */
const nearEnough = 10 * 60_000
/** Farther from midnight than this, too much could have happened unseen. */
export const farthest = 48 * 3_600_000

/** The balance and profits of the account as a day began. */
export type BalanceAt = (day: string) => BalanceSnapshot | null

/**
 * Says what was seen of the balance at midnights. A snapshot stands for a midnight when nothing happened
 * between the two: the ledger shows no row there, and shows those days whole.
 */
export function balanceEdges(
  ledgers: Readonly<Record<ReportKind, Ledger>>,
  snapshots: readonly BalanceSnapshot[],
  madeAt: number,
): BalanceAt {
  // Midnight is the service's, also where this computer's clock says something else.
  const seenThen = snapshots
    .map((seen) => ({ ...seen, at: serviceTime(seen.at, seen.skewMs ?? null) }))
    .toSorted((one, other) => one.at - other.at)

  const statesOf = { sales: statesByMonth(ledgers.sales), buys: statesByMonth(ledgers.buys) }
  const known = new Map<string, BalanceSnapshot | null>()

  /** Nothing moved the balance from just after one moment until before another. */
  function isQuiet(from: number, to: number): boolean {
    if (from === to) return true
    const days = { from: serviceDay(from), to: serviceDay(Math.max(from, to - 1)) }
    return (['sales', 'buys'] as const).every((kind) => {
      const ledger = ledgers[kind]
      const isKnown = isProven(statesOf[kind], days, to)
      if (!isKnown && (kind === 'sales' || to - from > nearEnough)) return false
      const some = ledger.db.get(
        z.object({ some: z.int() }),
        `select exists (select 1 from report_row where ledger = ? and gone = 0
           and day between ? and ? and local > ? and local < ?) as some`,
        ledger.id,
        days.from,
        days.to,
        serviceLocal(from),
        serviceLocal(to),
      )
      return some?.some === 0
    })
  }

  function edgeOf(day: string): BalanceSnapshot | null {
    const midnight = serviceDayBounds(day).start
    if (midnight > madeAt) return null
    const candidates = [
      seenThen.findLast(({ at }) => at <= midnight),
      seenThen.find(({ at }) => at >= midnight),
    ].flatMap((seen) => {
      if (!seen) return []
      const distance = Math.abs(seen.at - midnight)
      const [from, to] = seen.at < midnight ? [seen.at, midnight] : [midnight - 1, seen.at]
      return distance === 0 || (distance <= farthest && isQuiet(from, to))
        ? [{ seen, distance }]
        : []
    })
    return candidates.toSorted((one, other) => one.distance - other.distance)[0]?.seen ?? null
  }

  // Asked of each day by several sheets, and as the end of the day before.
  return (day) => {
    const edge = known.get(day) ?? edgeOf(day)
    known.set(day, edge)
    return edge
  }
}

type StateOf = (day: string) => DayState | undefined

/** The states of a ledger's days, a month at a time. */
function statesByMonth(ledger: Ledger): StateOf {
  const months = new Map<string, ReadonlyMap<string, DayState>>()
  return (day) => {
    const month = monthOf(day)
    const states = months.get(month.from) ?? dayStates(windowsOver(ledger, month), month)
    months.set(month.from, states)
    return states.get(day)
  }
}

/** Whether a ledger shows days whole, the last of them until a moment. */
function isProven(stateOf: StateOf, days: DayRange, until: number): boolean {
  for (let day = days.from; day <= days.to; day = addDays(day, 1)) {
    const state = stateOf(day)
    if (state?.verdict !== 'proven') return false
    if (!state.ended && state.startedAt < Math.min(until, serviceDayBounds(day).end)) return false
  }
  return true
}
