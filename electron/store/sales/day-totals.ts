import { z } from 'zod'
import { tenderKindSchema } from '../../../shared/domain/drawer/tender.ts'
import { directionSchema, sumMinorSchema } from '../../../shared/domain/money/money.ts'
import { saleStateSchema } from '../../../shared/domain/sale/sale.ts'
import { serviceDayBounds } from '../../../shared/domain/time/dates.ts'
import type { Database } from '../sqlite/db.ts'

const totalColumns = z.object({
  state: saleStateSchema,
  direction: directionSchema,
  currency: z.string(),
  count: z.int(),
  total: sumMinorSchema,
})
const totalRow = totalColumns.transform(withMoney)
const groupRow = totalColumns
  .extend({ category: z.string(), tender: tenderKindSchema })
  .transform(withMoney)

function withMoney<T extends { currency: string; total: number }>({ currency, total, ...row }: T) {
  return { ...row, total: { minor: total, currency } }
}

/** Sales of a day alike in state, direction and currency, with what they come to (Sale.total). */
export type DayTotal = z.output<typeof totalRow>
/** The same, alike in family and tender as well: of a sale paid in two ways each its part, and the sale once. */
export type DayGroup = z.output<typeof groupRow>

const begun = `from sale where profile_id = :profileId and created_at >= :start and created_at < :end`
const sums = 'count(*) as count, total(total) as total'

/** What was paid in the way that a column names; a sale counts with the rest of it. */
const paidIn = (column: 'tender' | 'first_tender') =>
  `select category_name as category, shown_state as state, direction, ${column} as tender, currency,
     ${column === 'tender' ? '1 as sales, total - ifnull(first_amount, 0)' : '0, first_amount'} as minor
   ${begun} and ${column} is not null`

/** The sales of a profile begun on the shop's day, added up. */
export function createDayReader(db: Database) {
  const bounds = (profileId: string, day: string) => ({ profileId, ...serviceDayBounds(day) })
  return {
    dayTotals: (profileId: string, day: string): DayTotal[] =>
      db.all(
        totalRow,
        `select shown_state as state, direction, currency, ${sums} ${begun}
         group by shown_state, direction, currency order by shown_state, direction, currency`,
        bounds(profileId, day),
      ),
    dayGroups: (profileId: string, day: string): DayGroup[] =>
      db.all(
        groupRow,
        `select category, state, direction, tender, currency, sum(sales) as count, total(minor) as total
         from (${paidIn('tender')} union all ${paidIn('first_tender')})
         group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`,
        bounds(profileId, day),
      ),
  }
}
