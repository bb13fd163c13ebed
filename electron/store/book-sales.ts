import { directionSchema, type Direction } from '../../shared/domain/money.ts'
import { saleStateSchema, type SaleState } from '../../shared/domain/sale.ts'
import type { Database } from './db.ts'

/** What the accountant's books need of a sale that this register made. Money in minor units of `currency`. */
export interface BookSale {
  /** `_id`. */
  id: string
  /** The service's record that it is known to be, by find or by a person's word that stands; null while none is. */
  serviceId: string | null
  /** As it is shown and counted. */
  state: SaleState
  productId: string
  productName: string
  direction: Direction
  currency: string
  amount: number
  cost: number | null
  incentive: number | null
  reference: string
  cashier: string | null
  tip: string | null
  /** When it was sent, or at least begun; epoch ms. */
  at: number
  /** The balance around it and what it cost, as the service's own record said; null: not said. */
  before: number | null
  after: number | null
  costs: number | null
}

/** The record that a sale is known to be: claimOf (shared/domain/reconciliation.ts) in SQL. */
export const claimSql = 'coalesce(service_id, iif(is_closed, candidate_id, null))'

const columns = `id, ${claimSql}, shown_state, product_id, product_name, direction, currency, amount,
  cost, incentive, reference, cashier, tip, coalesce(sent_at, created_at),
  found ->> '$.prevBalance.minor', found ->> '$.newBalance.minor', found ->> '$.costs.minor'`

/** So many are in memory at once. */
const pageSize = 1000

/** The sales of a profile begun from `start` until before `end` (epoch ms), oldest first, some at a time. */
export function* bookSales(
  db: Database,
  profileId: string,
  start: number,
  end: number,
): Generator<BookSale[]> {
  let [createdAt, id] = [start, '']
  for (;;) {
    const rows = db.arrays(
      `select created_at, ${columns} from sale
       where profile_id = ? and created_at < ? and (created_at, id) > (?, ?)
       order by created_at, id limit ${pageSize}`,
      ...[profileId, end, createdAt, id],
    )
    if (rows.length > 0) yield rows.map((row) => saleOf(columnsOf(row).slice(1)))
    if (rows.length < pageSize) return
    const last = columnsOf(rows.at(-1))
    createdAt = numberOf(last[0])
    id = String(last[1])
  }
}

/** The sales that these records of the service are known to be, by record. */
export function salesOfRecords(
  db: Database,
  profileId: string,
  recordIds: readonly string[],
): Map<string, BookSale> {
  const ids = JSON.stringify(recordIds)
  const rows = db.arrays(
    `select ${columns} from sale where profile_id = ?
       and service_id in (select value from json_each(?))
     union all
     select ${columns} from sale where profile_id = ? and service_id is null and is_closed = 1
       and candidate_id in (select value from json_each(?))`,
    ...[profileId, ids, profileId, ids],
  )
  return new Map(
    rows.map((row) => saleOf(columnsOf(row))).map((sale) => [sale.serviceId ?? '', sale]),
  )
}

/** Tens of thousands of rows of our own strict table: checked by hand. */
function saleOf(columns: readonly unknown[]): BookSale {
  const text = (at: number) => {
    const value = columns[at]
    return typeof value === 'string' ? value : null
  }
  const whole = (at: number) => {
    const value = columns[at]
    return typeof value === 'number' && Number.isSafeInteger(value) ? value : null
  }
  return {
    id: text(0) ?? '',
    serviceId: text(1),
    state: saleStateSchema.parse(columns[2]),
    productId: text(3) ?? '',
    productName: text(4) ?? '',
    direction: directionSchema.parse(columns[5]),
    currency: text(6) ?? '',
    amount: numberOf(columns[7]),
    cost: whole(8),
    incentive: whole(9),
    reference: text(10) ?? '',
    cashier: text(11),
    tip: text(12),
    at: numberOf(columns[13]),
    before: whole(14),
    after: whole(15),
    costs: whole(16),
  }
}

function columnsOf(row: unknown): readonly unknown[] {
  return Array.isArray(row) ? row : []
}

function numberOf(value: unknown): number {
  if (typeof value !== 'number') throw new TypeError('a row is not a sale')
  return value
}
