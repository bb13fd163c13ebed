import type { CallOutput } from '../../../shared/contract/index.ts'
import { addMoney, type Money } from '../../../shared/domain/money/money.ts'
import { shownState } from '../../../shared/domain/sale/closing.ts'
import { faceOfState, type Sale, type SaleFace } from '../../../shared/domain/sale/sale.ts'
import { serviceDay } from '../../../shared/domain/time/dates.ts'

type ByState = CallOutput<'selling.day'>['byState'][number]

/** Some sales of a day: how many, and their total in each currency (currencies are never added). */
export interface TodayTotal {
  count: number
  amounts: Money[]
}

/**
 * The same of both ways in which cash goes, which are never added: what came in, or would; and what was handed out, would
 * be, or was to be in sales that came to nothing: `outSaid`, the word beside it.
 */
export interface BothWays extends TodayTotal {
  out: Money[]
  outSaid: 'handedOut' | 'toHandOut' | 'outgoing'
}

/** A day's answer first: what was collected, what was handed out, and what has no end yet. */
export interface DayTotals {
  collected: TodayTotal
  handedOut: TodayTotal
  unresolved: BothWays
  failed: BothWays
  /** The sales that show each face there is, always in the same order. */
  faces: (BothWays & { face: SaleFace })[]
}

/** The faces there are, always in the same order. */
export const faceOrder: readonly SaleFace[] = [
  'approved',
  'sending',
  'waiting',
  'unknown',
  'partial',
  'review',
  'rejected',
  'not-sent',
]

function sum(rows: readonly ByState[]): TodayTotal {
  const amounts = new Map<string, Money>()
  for (const { total } of rows) {
    const before = amounts.get(total.currency)
    amounts.set(total.currency, before ? addMoney(before, total) : total)
  }
  return {
    count: rows.reduce((count, row) => count + row.count, 0),
    amounts: [...amounts.values()],
  }
}

function bothWays(rows: readonly ByState[], outSaid: BothWays['outSaid']): BothWays {
  const way = (direction: ByState['direction']) =>
    sum(rows.filter((row) => row.direction === direction))
  const [came, out] = [way('in'), way('out')]
  return { count: came.count + out.count, amounts: came.amounts, out: out.amounts, outSaid }
}

/** Sales of one day below each other. */
export interface SalesDay {
  day: string
  sales: Sale[]
  /** What they come to; null: there may be more of this day. */
  totals: DayTotals | null
}

/** Sales, the newest first, by their day. `isWhole`: none older are left to be shown. */
export function salesByDay(sales: readonly Sale[], isWhole: boolean): SalesDay[] {
  const days: { day: string; sales: Sale[] }[] = []
  for (const sale of sales) {
    const day = serviceDay(sale.createdAt)
    const last = days.at(-1)
    if (last?.day === day) last.sales.push(sale)
    else days.push({ day, sales: [sale] })
  }
  // Where a clock was put back a day may stand in two places: neither is all of it.
  const isOnce = (day: string) => days.filter((one) => one.day === day).length === 1
  return days.map((one, place) => {
    const isAll = isOnce(one.day) && (isWhole || place < days.length - 1)
    return { ...one, totals: isAll ? dayTotals(one.sales.map(stateOf)) : null }
  })
}

function stateOf(sale: Sale): ByState {
  return { state: shownState(sale), direction: sale.direction, count: 1, total: sale.total }
}

/** Of what was rejected or never sent nothing is to be handed out. */
function saidOf(face: SaleFace): BothWays['outSaid'] {
  if (face === 'approved') return 'handedOut'
  return face === 'rejected' || face === 'not-sent' ? 'outgoing' : 'toHandOut'
}

/** Groups the day's sales by what they mean for the drawer. */
export function dayTotals(rows: readonly ByState[]): DayTotals {
  const face = (row: ByState) => faceOfState[row.state]
  const faces = faceOrder
    .map((one) => ({
      face: one,
      ...bothWays(
        rows.filter((row) => face(row) === one),
        saidOf(one),
      ),
    }))
    .filter(({ count }) => count > 0)
  const said = (row: ByState) => saidOf(face(row))
  const approved = rows.filter((row) => face(row) === 'approved')
  return {
    collected: sum(approved.filter((row) => row.direction === 'in')),
    handedOut: sum(approved.filter((row) => row.direction === 'out')),
    unresolved: bothWays(
      rows.filter((row) => said(row) === 'toHandOut'),
      'toHandOut',
    ),
    failed: bothWays(
      rows.filter((row) => said(row) === 'outgoing'),
      'outgoing',
    ),
    faces,
  }
}
