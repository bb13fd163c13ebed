import { z } from 'zod'
import { isTooLarge, sumMoney, type Money } from '../money/money.ts'

/** A kind of coin or bill, in minor units. */
export interface Denomination {
  value: number
  kind: 'bill' | 'coin'
}

const bills = (...values: number[]) =>
  values.map((value): Denomination => ({ value: value * 100, kind: 'bill' }))
const coins = (...minor: number[]) => minor.map((value): Denomination => ({ value, kind: 'coin' }))

/**
 * What circulates, largest first. Colombia: Banco de la República, where 1.000 exists as both.
 * Ecuador: bills of the United States, and cents of either country.
 */
const circulating: Record<string, readonly Denomination[]> = {
  COP: [
    ...bills(100_000, 50_000, 20_000, 10_000, 5_000, 2_000, 1_000),
    ...coins(100_000, 50_000, 20_000, 10_000, 5_000),
  ],
  USD: [...bills(100, 50, 20, 10, 5, 2, 1), ...coins(100, 50, 25, 10, 5, 1)],
}

/** What of a currency is counted piece by piece, largest first; none for one that the register does not know. */
export function denominationsOf(currency: string): readonly Denomination[] {
  return circulating[currency] ?? []
}

/** The values of the bills, smallest first, in minor units. */
export function billsOf(currency: string): number[] {
  const found = denominationsOf(currency).filter(({ kind }) => kind === 'bill')
  return found.map(({ value }) => value).sort((one, other) => one - other)
}

/** A count of the cash of one currency. */
export const countSchema = z.object({
  currency: z.string().min(1),
  /** How many of each; a bill and a coin of the same value are counted apart. */
  pieces: z
    .array(
      z.object({
        value: z.int().positive(),
        kind: z.enum(['bill', 'coin']),
        count: z.int().positive().max(1_000_000),
      }),
    )
    .max(40),
  /** What was not counted piece by piece, in minor units. */
  other: z.int().nonnegative().max(1e13),
})
export type CashCount = z.infer<typeof countSchema>

/** Counts of several currencies as a person hands them in, each at most once and none of nonsense. */
export const countsSchema = z
  .array(countSchema)
  .max(6)
  .refine((counts) => new Set(counts.map(({ currency }) => currency)).size === counts.length)
  .refine((counts) => !counts.some(({ currency, other }) => isTooLarge({ minor: other, currency })))

/** What a count comes to. */
export function countTotal(count: CashCount): Money {
  const pieces = count.pieces.reduce((sum, piece) => sum + piece.value * piece.count, 0)
  return sumMoney(pieces + count.other, count.currency)
}
