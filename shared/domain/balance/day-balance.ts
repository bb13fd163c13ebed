import { z } from 'zod'
import { moneySchema, sumMoney, moneySumSchema, type Money } from '../money/money.ts'

/** The account's balance as something saw it: before and after a sale, or once (both the same). */
export interface BalancePoint {
  at: number
  before: Money
  after: Money
}

/** How a balance came from the first sight of a day to the last. All of one currency. */
export const dayBalanceSchema = z.object({
  from: z.number(),
  to: z.number(),
  opening: moneySchema,
  closing: moneySchema,
  /** What this register's own sales did, by the service's own figures. */
  own: moneySumSchema,
  /** What loads of balance did. */
  loads: moneySumSchema,
  /** What is left: sales made elsewhere, their costs, corrections of the service. */
  rest: moneySumSchema,
})
export type DayBalance = z.infer<typeof dayBalanceSchema>

/**
 * The change of a day's balance and what explains it. `own` are the points of sales; `seen` those at which the
 * balance was only looked at; `loads` each with its moment. Null: it was not seen twice, or not in
 * one currency (currencies are never added).
 */
export function dayBalance(
  own: readonly BalancePoint[],
  seen: readonly { at: number; balance: Money }[],
  loads: readonly { at: number; amount: Money }[],
): DayBalance | null {
  const looked = seen.map(({ at, balance }) => ({ at, before: balance, after: balance }))
  const points = [...own, ...looked].sort((a, b) => a.at - b.at)
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last || (first === last && own.length === 0)) return null
  const { currency } = first.before
  const within = loads.filter(({ at }) => at >= first.at && at <= last.at)
  const all = [
    ...points.flatMap(({ before, after }) => [before, after]),
    ...within.map((l) => l.amount),
  ]
  if (all.some((amount) => amount.currency !== currency)) return null
  const change = last.after.minor - first.before.minor
  const ownChange = own.reduce((sum, { before, after }) => sum + after.minor - before.minor, 0)
  const loaded = within.reduce((sum, { amount }) => sum + amount.minor, 0)
  return {
    from: first.at,
    to: last.at,
    opening: first.before,
    closing: last.after,
    own: sumMoney(ownChange, currency),
    loads: sumMoney(loaded, currency),
    rest: sumMoney(change - ownChange - loaded, currency),
  }
}
