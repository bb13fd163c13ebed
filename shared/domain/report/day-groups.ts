import { sumMoney, type Money } from '../money/money.ts'

/** The rows of one day among those of a report in the order of time: its sums, and from which place to which. */
export interface DayGroup<Sum> {
  sum: Sum
  first: number
  /** One past the last. */
  end: number
}

/** A report's rows by day, in the order of time or against it; `byDay`: the sums of its days, the oldest first. */
export function dayGroups<Sum extends { rows: number }>(
  byDay: readonly Sum[],
  descending: boolean,
): DayGroup<Sum>[] {
  let first = 0
  return (descending ? byDay.toReversed() : byDay).flatMap((sum) => {
    if (sum.rows === 0) return []
    const group = { sum, first, end: first + sum.rows }
    first = group.end
    return [group]
  })
}

/** What came in and what was handed out, of a sum of both; null: none of it was handed out. */
export function cashWays(sum: {
  amount: readonly Money[]
  out: { rows: number; amount: readonly Money[] }
}): Record<'in' | 'out', Money[]> | null {
  if (sum.out.rows === 0) return null
  const outIn = (currency: string) =>
    sum.out.amount.find((amount) => amount.currency === currency)?.minor ?? 0
  const came = sum.amount.map(({ minor, currency }) => sumMoney(minor - outIn(currency), currency))
  return { in: came.filter(({ minor }) => minor !== 0), out: [...sum.out.amount] }
}
