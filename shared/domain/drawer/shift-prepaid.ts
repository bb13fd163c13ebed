import { z } from 'zod'
import { dayBalanceSchema, type DayBalance } from '../balance/day-balance.ts'
import {
  moneySchema,
  sumMoney,
  moneySumSchema,
  type Direction,
  type Money,
} from '../money/money.ts'

/** A sale as the prepaid account felt it. */
export interface PrepaidSale {
  direction: Direction
  amount: Money
  cost: Money | null
  /** The commission that the quote named. */
  incentive: Money | null
  /** What of that commission the service paid into the balance, by its figures before and after the sale. */
  paidIn: Money
}

/**
 * The prepaid account over a span: opening + loads - sales + withdrawals + commissions = computed, against what
 * the service says (closing). The difference is shown and never explained away: whatever the service took or gave
 * beyond what the quotes named is in it. One currency.
 */
export const prepaidSchema = z.object({
  ...dayBalanceSchema.omit({ own: true, rest: true }).shape,
  /** Values of the sales that were made, and all quoted costs, of withdrawals too; not negative. */
  sales: moneySumSchema,
  /** What withdrawals and prizes brought to the account; not negative. */
  withdrawals: moneySumSchema,
  /** What the service paid into the balance with sales, at most what each quote named as commission; not negative. */
  commissions: moneySumSchema,
  computed: moneySumSchema,
  /** closing - computed. */
  difference: moneySumSchema,
})
export type Prepaid = z.infer<typeof prepaidSchema>

/** The merchant's profits over the same span, against the commissions that the quotes named. */
export const profitsSchema = z.object({
  opening: moneySchema,
  closing: moneySchema,
  /** Of the sales that were made; a quote without one counts as none. */
  quoted: moneySumSchema,
  /** closing - opening - quoted. */
  difference: moneySumSchema,
})
export type Profits = z.infer<typeof profitsSchema>

/** Holds the change of a balance against what the sales should have done to it. Null where one is of another currency. */
export function prepaidOf(balance: DayBalance, made: readonly PrepaidSale[]): Prepaid | null {
  const { opening, closing, loads, from, to } = balance
  const { currency } = opening
  if (made.some(({ amount, cost }) => [amount, cost ?? amount].some(isOther(currency)))) return null
  const valueOf = (direction: Direction) =>
    sumOf(made.filter((sale) => sale.direction === direction).map(({ amount }) => amount))
  const sales = valueOf('in') + sumOf(made.flatMap(({ cost }) => cost ?? []))
  const withdrawals = valueOf('out')
  const commissions = sumOf(made.map(({ paidIn }) => paidIn))
  const computed = opening.minor + loads.minor - sales + withdrawals + commissions
  return {
    from,
    to,
    opening,
    closing,
    loads,
    sales: sumMoney(sales, currency),
    withdrawals: sumMoney(withdrawals, currency),
    commissions: sumMoney(commissions, currency),
    computed: sumMoney(computed, currency),
    difference: sumMoney(closing.minor - computed, currency),
  }
}

function sumOf(amounts: readonly Money[]): number {
  return amounts.reduce((sum, { minor }) => sum + minor, 0)
}

/** Holds the change of profits against what the quotes named. Null where the currencies differ. */
export function profitsOf(
  opening: Money,
  closing: Money,
  made: readonly Pick<PrepaidSale, 'incentive'>[],
): Profits | null {
  const { currency } = opening
  const named = made.flatMap(({ incentive }) => incentive ?? [])
  if ([closing, ...named].some(isOther(currency))) return null
  const quoted = sumOf(named)
  return {
    opening,
    closing,
    quoted: sumMoney(quoted, currency),
    difference: sumMoney(closing.minor - opening.minor - quoted, currency),
  }
}

function isOther(currency: string) {
  return (amount: Money) => amount.currency !== currency
}
