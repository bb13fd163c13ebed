import { directionSchema, type Direction } from '../../shared/domain/money.ts'
import { saleStateSchema, type SaleState } from '../../shared/domain/sale.ts'
import type { Database } from './db.ts'

/** What the accountant's books need of a sale that this register made. Money in minor units of `currency`. */
export interface BookSale {
  /** `_id`. */
  id: string
  /** The service's record that it is known to be; null while none is. */
  serviceId: string | null
  state: SaleState
  productId: string
  productName: string
  direction: Direction
  currency: string
  amount: number
  cost: number | null
  incentive: number | null
  reference: string
  phone: string | null
  cashier: string | null
  tip: string | null
  /** When it was sent, or at least begun; epoch ms. */
  at: number
  /** The balance around it and what it cost, as the service's own record said; null: not said. */
  before: number | null
  after: number | null
  costs: number | null
}

/** The sales of a profile begun from `start` until before `end` (epoch ms), oldest first. */
export function bookSales(db: Database, profileId: string, start: number, end: number): BookSale[] {
  return db
    .arrays(
      `select id, coalesce(service_id, candidate_id), shown_state, product_id, product_name, direction,
         currency, amount, cost, incentive, reference, phone, cashier, tip,
         coalesce(sent_at, created_at), found ->> '$.prevBalance.minor',
         found ->> '$.newBalance.minor', found ->> '$.costs.minor'
       from sale where profile_id = ? and created_at >= ? and created_at < ?
       order by created_at, id`,
      profileId,
      start,
      end,
    )
    .map(saleOf)
}

/** Tens of thousands of rows of our own strict table: checked by hand. */
function saleOf(row: unknown): BookSale {
  const columns: readonly unknown[] = Array.isArray(row) ? row : []
  const text = (at: number) => {
    const value = columns[at]
    return typeof value === 'string' ? value : null
  }
  const whole = (at: number) => {
    const value = columns[at]
    return typeof value === 'number' && Number.isSafeInteger(value) ? value : null
  }
  const amount = whole(7)
  const at = whole(14)
  if (amount === null || at === null) throw new TypeError('a row is not a sale')
  return {
    id: text(0) ?? '',
    serviceId: text(1),
    state: saleStateSchema.parse(columns[2]),
    productId: text(3) ?? '',
    productName: text(4) ?? '',
    direction: directionSchema.parse(columns[5]),
    currency: text(6) ?? '',
    amount,
    cost: whole(8),
    incentive: whole(9),
    reference: text(10) ?? '',
    phone: text(11),
    cashier: text(12),
    tip: text(13),
    at,
    before: whole(15),
    after: whole(16),
    costs: whole(17),
  }
}
