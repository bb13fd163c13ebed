import { addDays } from '../../../../../shared/domain/time/dates.ts'
import { listDays, type DayRange } from '../../../../../shared/domain/time/range.ts'
import type { BalanceAt } from './balance-edges.ts'
import type { BalanceHabits } from './balance-habits.ts'
import { sumOfFlows, type Flow } from './flows.ts'

/** One day of the account, all of one currency, in minor units. */
export interface BalanceDay {
  day: string
  /** The balance as the day began; null: neither seen nor to be worked out. */
  start: number | null
  startIs: 'observed' | 'calculated' | null
  loads: number
  sales: number
  withdrawals: number
  costs: number
  commissions: number
  /** null where the start is. */
  calculated: number | null
  /** Approved, and nobody said which way the cash of their product goes: in no sum. */
  unclassified: number
  /** Not at their end, or approved in part: what they did to the balance is not known. */
  unsettled: number
  /** The balance as the next day began; null: the computer was off, or too much happened unseen. */
  observed: number | null
  /** Sales and loads of the day are known whole; else what is calculated may lack some. */
  proven: boolean
}

export interface BalanceInput {
  range: DayRange
  /** Whose balance it is: no other currency is added to it. */
  currency: string
  balanceAt: BalanceAt
  /** Approved rows, and those whose end is not known, of sales; approved ones of buys. */
  sales: readonly Flow[]
  unsettled: readonly Flow[]
  loads: readonly Flow[]
  /** What approved sales of this register were charged beside their value, by day. */
  charges: ReadonlyMap<string, number>
  habits: BalanceHabits
  isProven: (day: string) => boolean
  commissionOf: (day: string) => number
}

/**
 * Follows the balance through a range: start + loaded - paidIn + withdrawals - costs + commissions. Costs are those
 * that this register's sales are known to have been charged beside their value; commissions are added unless the
 * service was seen to keep them apart from the balance.
 */
export function balanceDays(input: BalanceInput): BalanceDay[] {
  const { range, currency, balanceAt, habits } = input
  const [sales, loads, unsettled] = [input.sales, input.loads, input.unsettled].map((flows) => {
    const own = flows.filter((flow) => flow.currency === currency)
    return Map.groupBy(own, ({ day }) => day)
  })
  const observedAt = (day: string) => {
    const seen = balanceAt(day)
    return seen?.balance.currency === currency ? seen.balance.minor : null
  }
  let carried: number | null = null
  return listDays(range).map((day) => {
    const seen = observedAt(day)
    const start = seen ?? carried
    const sold = sales?.get(day) ?? []
    const loaded = sumOfFlows(loads?.get(day) ?? []).minor
    const paidIn = sumOfFlows(sold.filter(({ direction }) => direction === 'in')).minor
    const paid = sumOfFlows(sold.filter(({ direction }) => direction === 'out')).minor
    const withdrawals = habits.withdrawalRaises === false ? 0 : paid
    const costs = habits.costTaken === true ? (input.charges.get(day) ?? 0) : 0
    const commissions = habits.commissionPaid === false ? 0 : input.commissionOf(day)
    const calculated =
      start === null ? null : start + loaded - paidIn + withdrawals - costs + commissions
    carried = calculated
    return {
      day,
      start,
      startIs: seen !== null ? 'observed' : start === null ? null : 'calculated',
      loads: loaded,
      sales: paidIn,
      withdrawals,
      costs,
      commissions,
      calculated,
      unclassified: sumOfFlows(sold.filter(({ direction }) => direction === null)).minor,
      unsettled: sumOfFlows(unsettled?.get(day) ?? []).minor,
      observed: observedAt(addDays(day, 1)),
      proven: input.isProven(day),
    }
  })
}
