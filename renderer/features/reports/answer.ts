import type { ReportTotals } from '../../../shared/contract/reports.ts'
import type { Money } from '../../../shared/domain/money/money.ts'
import { cashWays } from '../../../shared/domain/report/day-groups.ts'

/** How many rows, and what they come to. */
export interface Shown {
  rows: number
  amount: readonly Money[]
}

/** What of a sum is the answer: the approved part, or all of it where a status was chosen. */
export function sumOfAnswers<S extends Shown & { approved: Shown }>(
  sum: S,
  byStatus: boolean,
): Shown {
  return byStatus ? sum : sum.approved
}

/** What one answer is compared with another by: what came in, as what is handed out is never added to it. */
export function comparedOf(sum: Shown & Pick<ReportTotals, 'approved'>, byStatus: boolean): Shown {
  const { rows, amount } = sumOfAnswers(sum, byStatus)
  return { rows, amount: waysOf(sum, byStatus)?.in ?? amount }
}

/** What came in and what was handed out, where the answer is of approved rows alone and has both; else null. */
export function waysOf(sum: Shown & Pick<ReportTotals, 'approved'>, byStatus: boolean) {
  return !byStatus || sum.approved.rows === sum.rows ? cashWays(sum.approved) : null
}

/** The answer in its two ways: what came in, and what was handed out of what was approved. They are never one sum. */
export function partsOf(
  sum: Shown & Pick<ReportTotals, 'approved'>,
  byStatus: boolean,
): Record<'in' | 'out', readonly Money[]> {
  const { amount } = sumOfAnswers(sum, byStatus)
  return cashWays({ amount, out: sum.approved.out }) ?? { in: amount, out: [] }
}

/** What a sum comes to in one currency, in minor units. */
export function minorIn({ amount }: Pick<Shown, 'amount'>, currency: string): number {
  return amount.find((one) => one.currency === currency)?.minor ?? 0
}

/** How much more or less than before, in thousandths; `new`: there was nothing before. */
export function changeBetween(
  now: number,
  before: number,
): { kind: 'up' | 'down' | 'same' | 'new'; thousandths: number } {
  if (before <= 0) return { kind: now === before ? 'same' : 'new', thousandths: 0 }
  const thousandths = Math.round((Math.abs(now - before) * 1000) / before)
  if (thousandths === 0) return { kind: 'same', thousandths }
  // All of it is gone only where nothing is left.
  if (now < before)
    return { kind: 'down', thousandths: now > 0 ? Math.min(thousandths, 999) : thousandths }
  return { kind: 'up', thousandths }
}

/** The largest few, and the rest apart. */
export function largest(
  entries: ReportTotals['byProduct'],
  most: number,
  minorOf: (entry: ReportTotals['byProduct'][number]) => number,
): { shown: ReportTotals['byProduct']; rest: ReportTotals['byProduct'] } {
  const sorted = entries.toSorted((one, other) => minorOf(other) - minorOf(one))
  return { shown: sorted.slice(0, most), rest: sorted.slice(most) }
}
