import { z } from 'zod'
import { sumMoney, moneySumSchema, type Money } from '../money/money.ts'
import { cashEffect, type DrawerSales } from './drawer.ts'
import { tenderKindSchema, type TenderKind } from './tender.ts'

/** What sales brought in by one tender in one currency; of sales without an end, apart, what was paid for them. */
export const paidSumSchema = z.object({
  tender: tenderKindSchema,
  count: z.int(),
  total: moneySumSchema,
  heldCount: z.int(),
  held: moneySumSchema,
})
export type PaidSum = z.infer<typeof paidSumSchema>

/** Transfers that came in, or should, by one of the shop's accounts. */
export const transferSumSchema = z.object({
  /** The owner's name for it; empty: nobody said. */
  via: z.string(),
  count: z.int(),
  total: moneySumSchema,
  /** How many of them were looked for in the account and not seen yet. */
  unseen: z.int(),
  /** They paid what was owed (fiado), and are no part of what sales were paid with. */
  isDebt: z.literal(true).exactOptional(),
})
export type TransferSum = z.infer<typeof transferSumSchema>

/**
 * What sales were paid with, by currency and tender in the order of tenders. Of cash it is what the drawer calls sales:
 * whatever was refused and stayed is in it. Of credit nothing stays once a sale was refused.
 */
export function paidBy(sales: readonly DrawerSales[]): PaidSum[] {
  const sums = new Map<string, PaidSum>()
  const add = (tender: TenderKind, count: number, { minor, currency }: Money, isHeld: boolean) => {
    const key = `${currency} ${tenderKindSchema.options.indexOf(tender)}`
    const none = sumMoney(0, currency)
    const sum = sums.get(key) ?? { tender, count: 0, total: none, heldCount: 0, held: none }
    const plus = (before: Money) => sumMoney(before.minor + minor, currency)
    sums.set(
      key,
      isHeld
        ? { ...sum, heldCount: sum.heldCount + count, held: plus(sum.held) }
        : { ...sum, count: sum.count + count, total: plus(sum.total) },
    )
  }
  for (const group of sales) {
    // As of cash, whatever it was paid with.
    const effect = cashEffect({ ...group, tender: 'cash' })
    const isKept = group.tender !== 'credit' || group.outcome !== 'undone'
    if ((effect !== 'in' && effect !== 'held') || !isKept) continue
    add(group.tender, group.count, group.total, effect === 'held')
  }
  return [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum)
}
