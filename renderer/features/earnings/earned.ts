import type { CallOutput } from '../../../shared/contract/index.ts'
import { addMoney, type Money } from '../../../shared/domain/money/money.ts'

/** Approved sales alike, as the main process adds them up. */
export type EarnedGroup = CallOutput<'selling.earned'>['groups'][number]

/** What some approved sales promised to earn: known of some of them; currencies are never added. */
export interface Earned {
  sales: number
  known: number
  amounts: Money[]
  onCredit: Money[]
}

/** A part of what was earned, under its own name. */
export interface EarnedPart extends Earned {
  id: string
  name: string
}

/** Adds money of some currencies up, each by itself; what comes to nothing is left out. */
export function addUp(amounts: readonly Money[]): Money[] {
  const sums = new Map<string, Money>()
  for (const amount of amounts) {
    const before = sums.get(amount.currency)
    sums.set(amount.currency, before ? addMoney(before, amount) : amount)
  }
  return [...sums.values()].filter(({ minor }) => minor !== 0)
}

/** All of it. */
export function earnedOf(groups: readonly EarnedGroup[]): Earned {
  const sum = (of: 'sales' | 'known') => groups.reduce((all, group) => all + group[of], 0)
  return {
    sales: sum('sales'),
    known: sum('known'),
    amounts: addUp(groups.map(({ earned }) => earned)),
    onCredit: addUp(groups.map(({ onCredit }) => onCredit)),
  }
}

/** By product or by cashier, what earned most of `currency` first. */
export function earnedBy(
  groups: readonly EarnedGroup[],
  part: (group: EarnedGroup) => { id: string; name: string },
  currency: string,
): EarnedPart[] {
  const parts = Map.groupBy(groups, (group) => part(group).id)
  const minor = ({ amounts }: Earned) =>
    amounts.find((amount) => amount.currency === currency)?.minor ?? 0
  return [...parts]
    .map(([id, ofPart]) => ({
      id,
      name: ofPart[0] ? part(ofPart[0]).name : id,
      ...earnedOf(ofPart),
    }))
    .toSorted((one, other) => minor(other) - minor(one) || other.sales - one.sales)
}

/** The first few, and all others as one under the name that `others` gives so many. */
export function firstOf(
  parts: readonly EarnedPart[],
  most: number,
  others: (count: number) => string,
): EarnedPart[] {
  const rest = parts.slice(most)
  if (rest.length === 0) return [...parts]
  return [
    ...parts.slice(0, most),
    {
      id: ' others',
      name: others(rest.length),
      sales: rest.reduce((sum, { sales }) => sum + sales, 0),
      known: rest.reduce((sum, { known }) => sum + known, 0),
      amounts: addUp(rest.flatMap(({ amounts }) => amounts)),
      onCredit: addUp(rest.flatMap(({ onCredit }) => onCredit)),
    },
  ]
}
