import type { SQLInputValue } from 'node:sqlite'
import { z } from 'zod'
import { saleStateSchema, type SaleState } from '../../../shared/domain/sale/sale.ts'
import type { Database } from '../sqlite/db.ts'
import { shownCount } from './sale-counts.ts'
import { saleRow, type SaleRecord } from './sale-row.ts'
import { saleCondition, type Condition, type SaleFilter } from './sale-search.ts'

const countRow = z.object({ count: z.int() })
const newestFirst = 'order by created_at desc, id desc'

/** A page of sales, newest first, from below the sale that the filter names, and how many there are in all. */
export function listSales(
  db: Database,
  profileId: string,
  filter: SaleFilter,
): { sales: SaleRecord[]; count: number } {
  const isBounded = filter.day !== undefined || (filter.text?.trim() ?? '') !== ''
  const below = belowSale(db, filter.after)
  return isBounded
    ? boundedSales(db, profileId, filter, below)
    : sales(db, profileId, filter, below)
}

/** The sales of a day, or those that a text names: few enough to be counted. */
function boundedSales(
  db: Database,
  profileId: string,
  filter: SaleFilter,
  below: Condition,
): { sales: SaleRecord[]; count: number } {
  const { sql, params } = saleCondition(profileId, filter)
  const page = `select * from sale where ${sql} and ${below.sql} ${newestFirst} limit ? + 0`
  const counted = db.get(countRow, `select count(*) as count from sale where ${sql}`, ...params)
  return {
    sales: db.all(saleRow, page, ...params, ...below.params, filter.limit),
    count: counted?.count ?? 0,
  }
}

/** Of all time: as many as a page holds out of each index that knows them, the newest of these. */
function sales(
  db: Database,
  profileId: string,
  { states, limit }: SaleFilter,
  below: Condition,
): { sales: SaleRecord[]; count: number } {
  const parts = states === undefined ? [all] : partsOf(states)
  const newest = parts.map(
    ({ index, sql }) =>
      `select rowid from (select rowid from sale indexed by ${index}
         where profile_id = ? and ${sql} and ${below.sql} ${newestFirst} limit ? + 0)`,
  )
  const found = db.all(
    saleRow,
    `select * from sale where rowid in (${newest.join(' union all ')}) ${newestFirst} limit ? + 0`,
    ...parts.flatMap(({ params }) => [profileId, ...params, ...below.params, limit]),
    limit,
  )
  return { sales: found, count: shownCount(db, profileId, states) }
}

interface Part extends Condition {
  index: string
}

const all: Part = { index: 'sale_by_time', sql: 'true', params: [] }

/** Open sales are few; of those that ended the approved ones are nearly all, and the others have an index by state. */
function partsOf(states: readonly SaleState[]): Part[] {
  const shown = saleStateSchema.options.filter((state) => states.includes(state))
  const marks = shown.map(() => '?').join(', ')
  const isOpen = `is_open = 1 and shown_state in (${marks})`
  return [
    { index: 'sale_by_open', sql: isOpen, params: shown },
    ...shown.map((state): Part => {
      const isIt = `is_open = 0 and shown_state = ?`
      return state === 'APPROVED'
        ? { index: 'sale_by_time', sql: isIt, params: [state] }
        : {
            index: 'sale_by_failure',
            sql: `${isIt} and shown_state <> 'APPROVED'`,
            params: [state],
          }
    }),
  ]
}

const placeRow = z.object({ createdAt: z.int(), id: z.string() })

/** What stands below a sale in that order; below one that is not there: everything. */
function belowSale(db: Database, after: string | undefined): Condition {
  const place =
    after === undefined
      ? null
      : db.get(placeRow, 'select created_at as createdAt, id from sale where id = ?', after)
  if (place === null) return { sql: 'true', params: [] }
  const params: SQLInputValue[] = [place.createdAt, place.createdAt, place.id]
  return { sql: 'created_at <= ? and (created_at < ? or id < ?)', params }
}
