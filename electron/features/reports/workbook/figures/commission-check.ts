import type { BalanceDay } from './balance-days.ts'
import type { BalanceHabits } from './balance-habits.ts'
import type { CommissionProduct } from './commission-days.ts'

/** What came into the balance with a product's sales, beside what their quotes promised; minor units. */
export interface CameIn {
  /** Sales that were quoted a commission, and of which the service told the balance before and after. */
  sales: number
  expected: number
  came: number
}

/**
 * What came with a product's sales by their own balances. Null where that cannot be known: the service keeps
 * commissions apart from the balance, no sale shows it, or what else moved the balance with them is not known.
 */
export function cameIn(
  { told }: Pick<CommissionProduct, 'told'>,
  { commissionPaid, costTaken, withdrawalRaises }: BalanceHabits,
): CameIn | null {
  const { sales, quoted, change, cost, paidOut } = told
  if (commissionPaid !== true || sales === 0) return null
  if ((cost !== 0 && costTaken === null) || (paidOut !== 0 && withdrawalRaises === null))
    return null
  const came = change + (costTaken ? cost : 0) - (withdrawalRaises ? paidOut : 0)
  return { sales, expected: quoted, came }
}

/**
 * What the balance grew by on a day beyond what explains it without commissions: where the service pays them into the
 * balance, they are in it. Null: it was not seen at both ends, or something else of the day is not known.
 */
export function unexplainedGrowth(day: BalanceDay): number | null {
  const { startIs, calculated, observed, commissions, unclassified, unsettled, proven } = day
  if (startIs !== 'observed' || calculated === null || observed === null) return null
  if (!proven || unclassified !== 0 || unsettled !== 0) return null
  return observed - calculated + commissions
}
