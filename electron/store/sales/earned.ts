import { z } from 'zod'
import { sumMinorSchema, type Money } from '../../../shared/domain/money/money.ts'
import type { Database } from '../sqlite/db.ts'
import { sentBetween } from './book-sales.ts'
import { paidWith } from './paid-with.ts'

/** Approved sales of one product by one cashier in one currency: how many, and what their quotes promised. */
export interface EarnedGroup {
  productId: string
  productName: string
  /** null: nobody had signed in. */
  cashier: string | null
  sales: number
  /** Of how many the quote said an incentive. */
  known: number
  /** What those come to. */
  earned: Money
  /** What customers are to pay later for them. */
  onCredit: Money
}

const earnedRow = z
  .object({
    productId: z.string(),
    productName: z.string(),
    cashier: z.string().nullable(),
    currency: z.string(),
    sales: z.int(),
    known: z.int(),
    earned: sumMinorSchema,
    onCredit: sumMinorSchema,
  })
  .transform(({ currency, earned, onCredit, ...group }): EarnedGroup => ({
    ...group,
    earned: { minor: earned, currency },
    onCredit: { minor: onCredit, currency },
  }))

/**
 * What the approved sales of a profile promised to earn, of those sent from `start` until before `end` (epoch ms): the
 * same sales, and the same figures of them, as saleGroups adds up for the books.
 */
export function createEarnedReader(db: Database) {
  return (profileId: string, start: number, end: number): EarnedGroup[] => {
    const { sql, params } = sentBetween(profileId, start, end)
    return db.all(
      earnedRow,
      `select product_id as productId, max(product_name) as productName, cashier, currency,
       count(*) as sales, count(incentive) as known, total(incentive) as earned,
       total(${paidWith('credit')}) as onCredit
     from sale where ${sql} and shown_state = 'APPROVED'
     group by product_id, cashier, currency order by earned desc, product_id, cashier, currency`,
      ...params,
    )
  }
}
