import { z } from 'zod'
import type { ReportColumn, ReportSort, ShownRow } from '../../../../shared/contract/reports.ts'
import { money } from '../../../../shared/domain/money/money.ts'
import { statusSchema } from '../../../../shared/domain/sale/transaction.ts'
import type { Database } from '../../../store/sqlite/db.ts'
import { journalMark } from '../ledger/journal-rows.ts'
import { unreadable, type Selection } from '../ledger/selection.ts'

/** Rows without a value come last, either way. Ids are numbers of any length: the longer is the larger. */
const orders: Record<ReportColumn, string[]> = {
  createdAt: ['r.day', 'r.local'],
  id: ['length(r.id)', 'r.id'],
  product: ['p.name collate nocase'],
  status: ['s.name collate nocase'],
  amount: ['r.currency', 'r.amount'],
}
const withoutValue: Partial<Record<ReportColumn, string>> = {
  product: 'p.name is null',
  amount: 'r.amount is null',
}

/** The newest first, and what is of one moment as the index of the days has it: a million rows are read as they lie. */
export const ties = ['day', 'local', 'status', 'product', 'currency', 'amount', 'rowid']
  .map((term) => `r.${term} desc`)
  .join(', ')

/** ORDER BY for a column; by time what is of one moment stands as it came, by any other ties do. */
export function orderBy({ column, descending }: ReportSort): string {
  const way = descending ? ' desc' : ''
  const own = orders[column].map((term) => term + way)
  const last = column === 'createdAt' ? `r.rowid${way}` : ties
  return [withoutValue[column], ...own, last].filter(Boolean).join(', ')
}

const joins = `report_row r
  join report_status s on s.id = r.status left join report_product p on p.id = r.product`

/**
 * The rows of a selection in an order, as their places in the table; some of them, or all. By time the
 * index has them in order already.
 */
export function orderedPlaces(
  { ledger, where, params }: Selection,
  sort: ReportSort,
  some: { offset: number; limit: number } = { offset: 0, limit: -1 },
): number[] {
  const named = sort.column === 'product' || sort.column === 'status'
  // One text of all of them: a row each of hundreds of thousands takes longer, and ten times the memory.
  const found = ledger.db.get(
    placesRow,
    `select json_group_array(place) as places from (
       select r.rowid as place from ${named ? joins : 'report_row r'}
       where ${where} order by ${orderBy(sort)} limit ? offset ?)`,
    ...params,
    some.limit,
    some.offset,
  )
  const places: unknown = JSON.parse(found?.places ?? '[]')
  if (!Array.isArray(places)) throw new TypeError('places are no list')
  return places.map(placeOf)
}

const placesRow = z.object({ places: z.string() })

function placeOf(place: unknown): number {
  if (typeof place !== 'number') throw new TypeError('a place is not a number')
  return place
}

const shownRow = z
  .object({
    id: z.string(),
    local: z.string().nullable(),
    raw_time: z.string().nullable(),
    status_id: z.string(),
    status: statusSchema.nullable(),
    status_name: z.string(),
    product_id: z.string().nullable(),
    product_name: z.string().nullable(),
    amount: z.int().nullable(),
    currency: z.string().nullable(),
    from_journal: z.int(),
    unreadable: z.string().nullable(),
  })
  .transform((row): ShownRow => ({
    id: row.id,
    status: row.status,
    statusId: row.status_id,
    statusName: row.status_name,
    product: row.product_id === null ? null : { id: row.product_id, name: row.product_name ?? '' },
    amount: row.amount === null || row.currency === null ? null : money(row.amount, row.currency),
    createdAt: row.local === null ? null : { local: row.local, raw: row.raw_time ?? '' },
    fromJournal: row.from_journal === 1,
    unreadable: row.unreadable,
  }))

/** The rows at these places, in this order. */
export function rowsAt(db: Database, places: readonly number[]): ShownRow[] {
  return db.all(
    shownRow,
    `select r.id, r.local, r.raw_time, s.status_id, s.status, s.name as status_name,
       p.product_id, p.name as product_name, r.amount, r.currency,
       substr(r.raw, 1, ${journalMark.length}) = '${journalMark}' as from_journal,
       iif(${unreadable}, r.raw, null) as unreadable
     from json_each(?) place join ${joins.replace('report_row r', 'report_row r on r.rowid = place.value')}
     order by place.key`,
    JSON.stringify(places),
  )
}
