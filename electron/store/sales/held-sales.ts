import { z } from 'zod'
import type { HeldSale } from '../../../shared/domain/sale/reconciliation.ts'
import { claimSql, salesKnownAs, saleStateOf } from './book-sales.ts'
import type { Database } from '../sqlite/db.ts'
import { numberOfColumn, textOfColumn, wholeOf } from '../sqlite/rows.ts'

/** A sale as it is held against the service's list, and what its line says beside. */
export interface OwnHeldSale extends HeldSale {
  productName: string
  reference: string
  cashier: string | null
}

const columns = `id, ${claimSql}, shown_state, state, is_closed and closed_as = 'not-made', product_id,
  product_name, currency, amount, sent_at, created_at, reference, cashier, service_id is not null`

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
    `select service_id as id from ${salesKnownAs('service_id')}
     union
     select candidate_id as id from ${salesKnownAs('candidate_id')}`,
    ...[ids, profileId, ids, profileId],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Tens of thousands of rows of our own strict table: checked by hand. */
function heldOf(columns: readonly unknown[]): OwnHeldSale {
  return {
    id: textOfColumn(columns[0]) ?? '',
    claim: textOfColumn(columns[1]),
    isProven: columns[13] === 1,
    shown: saleStateOf(columns[2]),
    state: saleStateOf(columns[3]),
    isNotMade: columns[4] === 1,
    productId: textOfColumn(columns[5]) ?? '',
    productName: textOfColumn(columns[6]) ?? '',
    amount: { minor: wholeOf(columns[8]), currency: textOfColumn(columns[7]) ?? '' },
    sentAt: numberOfColumn(columns[9]),
    createdAt: wholeOf(columns[10]),
    reference: textOfColumn(columns[11]) ?? '',
    cashier: textOfColumn(columns[12]),
  }
}
