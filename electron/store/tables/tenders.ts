import { z } from 'zod'
import type { Money } from '../../../shared/domain/money/money.ts'
import {
  exactCash,
  isExactCash,
  tenderKindSchema,
  tenderOf,
  tenderText,
  type Tender,
} from '../../../shared/domain/drawer/tender.ts'
import { Failure } from '../../../shared/errors.ts'
import type { Database } from '../sqlite/db.ts'
import { indexName } from '../sales/sale-customer.ts'

const tenderRow = z
  .object({
    kind: tenderKindSchema,
    received: z.int().nullable(),
    currency: z.string(),
    text: z.string(),
  })
  .transform(({ kind, received, currency, text }): Tender =>
    tenderOf(kind, received === null ? null : { minor: received, currency }, text),
  )

const found = z.unknown()

/** How a sale was paid, as it stands now. */
export function createTendersReader(db: Database) {
  return {
    /** The newest that was written down; cash, exact, where nothing was. */
    ofSale: (saleId: string): Tender =>
      db.get(
        tenderRow,
        `select kind, received, currency, text from tender join sale on sale.id = tender.sale_id
         where sale_id = ? order by seq desc limit 1`,
        saleId,
      ) ?? exactCash,
    /** Whether it was written down that the customer left before the end of a sale was known. */
    hasLeft: (saleId: string): boolean =>
      db.get(found, 'select at from sale_left where sale_id = ?', saleId) !== null,
  }
}

/** Over the journal in the hands of its one writer. */
export function createTenders(db: Database) {
  const reader = createTendersReader(db)
  return {
    ...reader,
    /**
     * Append-only: a correction is another row. Cash, exact, is written only over something else. TENDER_GIVEN where the
     * money was given back already: then it is part of what another drawer paid out.
     */
    add: (saleId: string, tender: Tender, at: number, cashier: string | null) => {
      const isGiven = db.get(found, 'select at from payout where sale_id = ?', saleId) !== null
      if (isGiven) throw new Failure('TENDER_GIVEN')
      if (isExactCash(tender) && isExactCash(reader.ofSale(saleId))) return
      insertTender(db, saleId, tender, at, cashier)
    },
    /** The customer left. Said again it changes nothing. */
    markLeft: (saleId: string, at: number) => {
      db.run('insert or ignore into sale_left (sale_id, at) values (?, ?)', saleId, at)
    },
  }
}

/** The tender that was given with an intent, in the intent's own commit. */
export function insertTender(
  db: Database,
  saleId: string,
  tender: Tender,
  at: number,
  cashier: string | null,
): void {
  const received: Money | null = tender.kind === 'cash' ? tender.received : null
  const { kind } = tender
  db.run(
    `insert into tender (sale_id, shift, at, kind, received, text, cashier) values
       (:saleId, (select shift from sale where id = :saleId), :at, :kind, :received, :text, :cashier)`,
    { saleId, at, kind, received: received?.minor ?? null, text: tenderText(tender), cashier },
  )
  if (tender.kind === 'credit') indexName(db, saleId, tender.name)
}
