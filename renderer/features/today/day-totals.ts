import type { CallOutput } from '../../../shared/contract/index.ts'
import { addMoney, type Money } from '../../../shared/domain/money/money.ts'
import { faceOfState, type SaleFace } from '../../../shared/domain/sale/sale.ts'

type ByState = CallOutput<'selling.day'>['byState'][number]

/** Some sales of a day: how many, and their total in each currency (currencies are never added). */
export interface TodayTotal {
  count: number
  amounts: Money[]
}

/** A day's answer first: what was collected, what was handed out, and what has no end yet. */
export interface DayTotals {
  collected: TodayTotal
  handedOut: TodayTotal
  unresolved: TodayTotal
  failed: TodayTotal
  /** How many sales show each face there is, always in the same order. */
  faces: { face: SaleFace; count: number }[]
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

/** Groups the day's sales by what they mean for the drawer. */
export function dayTotals(rows: readonly ByState[]): DayTotals {
  const face = (row: ByState) => faceOfState[row.state]
  const faces = faceOrder
    .map((one) => ({ face: one, ...sum(rows.filter((row) => face(row) === one)) }))
    .filter(({ count }) => count > 0)
    .map(({ face, count }) => ({ face, count }))
  const failed = (row: ByState) => ['rejected', 'not-sent'].includes(face(row))
  const approved = rows.filter((row) => face(row) === 'approved')
  return {
    collected: sum(approved.filter((row) => row.direction === 'in')),
    handedOut: sum(approved.filter((row) => row.direction === 'out')),
    unresolved: sum(rows.filter((row) => face(row) !== 'approved' && !failed(row))),
    failed: sum(rows.filter(failed)),
    faces,
  }
}
