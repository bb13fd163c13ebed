import { z } from 'zod'
import { saleStateSchema, type SaleState } from '../../../shared/domain/sale/sale.ts'
import type { Database } from '../sqlite/db.ts'
import { wholeOf } from '../sqlite/rows.ts'

/** Sales that certainly did not happen. */
export const undoneStates: readonly SaleState[] = ['NOT_SENT', 'DECLINED', 'REJECTED']

const countRow = z.object({
  product: z.string(),
  state: saleStateSchema,
  count: z.int(),
})

/**
 * How many sales of each product stand in each state, as they are shown. Those that ended were counted in the commit
 * that ended them; those that did not are few, and read.
 */
const counts = `select product_id as product, shown_state as state, count from sale_count
    where profile_id = :profileId and count > 0
  union all
  select product_id, shown_state, count(*) from sale indexed by sale_by_open
    where profile_id = :profileId and is_open = 1 group by product_id, shown_state`

const countsOfSome = `select * from (${counts})
  where product in (select value from json_each(:products))`

/** Sales by product that happened or still may have: of these products, or of all. */
export function soldCounts(
  db: Database,
  profileId: string,
  products?: readonly string[],
): ReadonlyMap<string, number> {
  const sold = new Map<string, number>()
  const rows = products
    ? db.arrays(countsOfSome, { profileId, products: JSON.stringify(products) })
    : db.arrays(counts, { profileId })
  // A row for each product: holding them against a schema would take longer than all the rest.
  for (const [product, state, count] of rows) {
    if (typeof product !== 'string' || undone.has(state)) continue
    sold.set(product, (sold.get(product) ?? 0) + wholeOf(count))
  }
  return sold
}

const undone: ReadonlySet<unknown> = new Set(undoneStates)

/** The same of one product. */
export function soldCount(db: Database, profileId: string, productId: string): number {
  const found = db.all(countRow, `select * from (${counts}) where product = :productId`, {
    profileId,
    productId,
  })
  const sold = found.filter(({ state }) => !undoneStates.includes(state))
  return sold.reduce((sum, { count }) => sum + count, 0)
}

const sumRow = z.object({ count: z.int() })

/** How many sales of a profile are shown in one of these states, or in any. */
export function shownCount(
  db: Database,
  profileId: string,
  states: readonly SaleState[] = saleStateSchema.options,
): number {
  const sql = `select ifnull(sum(count), 0) as count from (${counts})
    where state in (select value from json_each(:states))`
  return db.get(sumRow, sql, { profileId, states: JSON.stringify(states) })?.count ?? 0
}
