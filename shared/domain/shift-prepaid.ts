import { z } from 'zod'
import { dayBalanceSchema, type DayBalance } from './day-balance.ts'
import { money, moneySchema, type Direction, type Money } from './money.ts'

/** A sale as the prepaid account felt it. */
export interface PrepaidSale {
  direction: Direction
  amount: Money
  cost: Money | null
  /** The commission that the quote named. */
  incentive: Money | null
  /** Whether the service told the balance before and after it. */
  seen: boolean
}

/**
 * The prepaid account over a span: opening + loads - sales + withdrawals + commissions = computed, against what
 * the service says (closing). The difference is shown and never explained away. One currency.
 */
export const prepaidSchema = z.object({
  ...dayBalanceSchema.omit({ own: true, rest: true }).shape,
  /** Values and quoted costs of the sales that were made; not negative. */
  sales: moneySchema,
  /** What withdrawals and prizes brought to the account; not negative. */
  withdrawals: moneySchema,
  /**
   * What the service's own figures before and after each sale hold beyond value and quoted cost: commissions that it
   * pays into the balance, and charges (negative).
   */
  commissions: moneySchema,
  computed: moneySchema,
  /** closing - computed. */
  difference: moneySchema,
})
export type Prepaid = z.infer<typeof prepaidSchema>

/** The merchant's profits over the same span, against the commissions that the quotes named. */
export const profitsSchema = z.object({
  opening: moneySchema,
  closing: moneySchema,
  /** Of the sales that were made; a quote without one counts as none. */
  quoted: moneySchema,
  /** closing - opening - quoted. */
  difference: moneySchema,
})
export type Profits = z.infer<typeof profitsSchema>

/** Splits what a balance's own sales did into its parts. Null where a sale is of another currency. */
export function prepaidOf(balance: DayBalance, made: readonly PrepaidSale[]): Prepaid | null {
  const { opening, closing, loads, own, from, to } = balance
  const { currency } = opening
  if (made.some(({ amount, cost }) => [amount, cost ?? amount].some(isOther(currency)))) return null
  const sales = sumOf(made, 'in')
  const withdrawals = sumOf(made, 'out')
  // Of a sale whose balances were not told, value and quoted cost are all that is known.
  const seen = made.filter((sale) => sale.seen)
  const commissions = own.minor + sumOf(seen, 'in') - sumOf(seen, 'out')
  const computed = opening.minor + loads.minor - sales + withdrawals + commissions
  return {
    from,
    to,
    opening,
    closing,
    loads,
    sales: money(sales, currency),
    withdrawals: money(withdrawals, currency),
    commissions: money(commissions, currency),
    computed: money(computed, currency),
    difference: money(closing.minor - computed, currency),
  }
}

function sumOf(made: readonly PrepaidSale[], direction: Direction): number {
  return made
    .filter((sale) => sale.direction === direction)
    .reduce((sum, { amount, cost }) => {
      return sum + amount.minor + (direction === 'in' ? (cost?.minor ?? 0) : 0)
    }, 0)
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
  const quoted = named.reduce((sum, { minor }) => sum + minor, 0)
  return {
    opening,
    closing,
    quoted: money(quoted, currency),
    difference: money(closing.minor - opening.minor - quoted, currency),
  }
}

function isOther(currency: string) {
  return (amount: Money) => amount.currency !== currency
}
