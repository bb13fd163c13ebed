import { z } from 'zod'
import { dayMs, serviceOffsetMs } from '../../../shared/domain/time/dates.ts'
import { sumMinorSchema } from '../../../shared/domain/money/money.ts'
import type { Database } from '../sqlite/db.ts'
import { sentBetween } from './book-sales.ts'

/** A commission of a product that is another than it was. */
export interface CommissionChange {
  /** The shop's day of the first sale that shows it, counted from 1 January 1970. */
  dayNumber: number
  productId: string
  productName: string
  /** `quoted`: of sales of the same value; `assigned`: the catalog's own, of which nobody knows the unit. */
  kind: 'quoted' | 'assigned'
  currency: string
  /** The value of those sales in minor units; null: it was assigned, whatever the value. */
  amount: number | null
  /** In minor units where it was quoted, else as the service wrote it. */
  before: string
  after: string
}

const changeRow = z.object({
  dayNumber: z.int(),
  productId: z.string(),
  productName: z.string(),
  currency: z.string(),
  amount: sumMinorSchema.nullable(),
  before: z.union([z.string(), z.number()]).transform(String),
  after: z.union([z.string(), z.number()]).transform(String),
})

/** How long before the period a sale may have been that tells what a commission was. */
const lookBack = 31 * dayMs
const most = 100
const sent = 'coalesce(sent_at, created_at)'

/**
 * The commissions that changed from `start` until before `end` (epoch ms), by approved sales of a profile, oldest first
 * and no more than 100: each once a day and product. A quoted one is held against the sale before of the same product
 * and value alone, as it may be a part of the value.
 */
export function commissionChanges(
  db: Database,
  profileId: string,
  start: number,
  end: number,
): CommissionChange[] {
  const { sql, params } = sentBetween(profileId, start - lookBack, end)
  const read = (kind: CommissionChange['kind'], value: string, alike: string, amount: string) =>
    db
      .all(
        changeRow,
        `with told as (
           select ${sent} as at, product_id, product_name, currency, amount, ${value} as value,
             lag(${value}) over (partition by ${alike} order by ${sent}, id) as earlier
           from sale where ${sql} and shown_state = 'APPROVED' and ${value} is not null
         )
         select (min(at) + ${serviceOffsetMs}) / ${dayMs} as dayNumber, product_id as productId,
           product_name as productName, currency, ${amount} as amount, earlier as before, value as after
         from told where earlier is not null and value <> earlier and at >= ?
         group by (at + ${serviceOffsetMs}) / ${dayMs}, product_id, currency
         order by 1, 2, 4 limit ${most}`,
        ...params,
        start,
      )
      .map((change): CommissionChange => ({ kind, ...change }))
  const quoted = read('quoted', 'incentive', 'product_id, currency, amount', 'amount')
  const assigned = read('assigned', 'tip', 'product_id, currency', 'null')
  return [...quoted, ...assigned]
    .toSorted((one, other) => one.dayNumber - other.dayNumber)
    .slice(0, most)
}
