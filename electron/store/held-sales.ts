import { z } from 'zod'
import type { HeldSale } from '../../shared/domain/reconciliation.ts'
import { saleStateSchema } from '../../shared/domain/sale.ts'
import { claimSql } from './book-sales.ts'
import type { Database } from './db.ts'

/** A sale as it is held against the service's list, and what its line says beside. */
export interface OwnHeldSale extends HeldSale {
  productName: string
  reference: string
  cashier: string | null
}

const columns = `id, ${claimSql}, shown_state, state, is_closed and closed_as = 'not-made', product_id,
  product_name, currency, amount, sent_at, created_at, reference, cashier`

/** The sales of a profile begun from `start` until before `end` (epoch ms), oldest first. */
export function heldSales(
  db: Database,
  profileId: string,
  start: number,
  end: number,
): OwnHeldSale[] {
  return db
    .arrays(
      `select ${columns} from sale where profile_id = ? and created_at >= ? and created_at < ?
       order by created_at, id`,
      ...[profileId, start, end],
    )
    .map(heldOf)
}

const idRow = z.object({ id: z.string() })

/** Which of these records of the service are known to be sales of this register. */
export function claimedAmong(
  db: Database,
  profileId: string,
  recordIds: readonly string[],
): Set<string> {
  if (recordIds.length === 0) return new Set()
  const ids = JSON.stringify(recordIds)
  const rows = db.all(
    idRow,
    `select service_id as id from sale
       where profile_id = ? and service_id in (select value from json_each(?))
     union
     select candidate_id as id from sale
       where profile_id = ? and service_id is null and is_closed = 1
         and candidate_id in (select value from json_each(?))`,
    ...[profileId, ids, profileId, ids],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Tens of thousands of rows of our own strict table: checked by hand. */
function heldOf(row: unknown): OwnHeldSale {
  const columns: readonly unknown[] = Array.isArray(row) ? row : []
  const text = (at: number) => {
    const value = columns[at]
    return typeof value === 'string' ? value : null
  }
  const time = (at: number) => {
    const value = columns[at]
    return typeof value === 'number' ? value : null
  }
  const [minor, createdAt] = [time(8), time(10)]
  if (minor === null || createdAt === null) throw new TypeError('a row is not a sale')
  return {
    id: text(0) ?? '',
    claim: text(1),
    shown: saleStateSchema.parse(columns[2]),
    state: saleStateSchema.parse(columns[3]),
    isNotMade: columns[4] === 1,
    productId: text(5) ?? '',
    productName: text(6) ?? '',
    amount: { minor, currency: text(7) ?? '' },
    sentAt: time(9),
    createdAt,
    reference: text(11) ?? '',
    cashier: text(12),
  }
}
