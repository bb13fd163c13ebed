import { z } from 'zod'
import {
  exactCash,
  isExactCash,
  rowOfTender,
  tenderKindSchema,
  tenderOf,
  type Tender,
} from '../../../shared/domain/drawer/tender.ts'
import { Failure } from '../../../shared/errors.ts'
import type { Database } from '../sqlite/db.ts'
import { indexName } from '../sales/sale-customer.ts'
import { debtorOfTender } from './debtors.ts'

const tenderColumns = z.object({
  kind: tenderKindSchema,
  received: z.int().nullable(),
  currency: z.string(),
  text: z.string(),
  via: z.string(),
  seen: z.int().nullable(),
  debtorId: z.string().nullable(),
})

function tenderOfRow({ received, currency, seen, ...row }: z.output<typeof tenderColumns>): Tender {
  return tenderOf({
    ...row,
    received: received === null ? null : { minor: received, currency },
    seen: seen === null ? null : seen === 1,
  })
}

const tenderRow = tenderColumns.transform(tenderOfRow)
const saleTenderRow = tenderColumns
  .extend({ saleId: z.string() })
  .transform(({ saleId, ...row }) => ({ saleId, tender: tenderOfRow(row) }))

/** The row of a sale's tender that stands. */
export const lastTender =
  'seq = (select max(seq) from tender as newer where newer.sale_id = sale.id)'

const found = z.unknown()

/** How a sale was paid, as it stands now. */
export function createTendersReader(db: Database) {
  return {
    /** The newest that was written down; cash, exact, where nothing was. */
    ofSale: (saleId: string): Tender =>
      db.get(
        tenderRow,
        `select kind, received, currency, text, via, seen, debtor_id as debtorId from tender join sale on sale.id = tender.sale_id
         where sale_id = ? order by seq desc limit 1`,
        saleId,
      ) ?? exactCash,
    /** The same of many, by sale; those of which nothing was written are left out. */
    ofSales: (saleIds: readonly string[]): { saleId: string; tender: Tender }[] =>
      db.all(
        saleTenderRow,
        `select tender.sale_id as saleId, kind, received, currency, text, via, seen, debtor_id as debtorId
         from json_each(?) asked cross join sale on sale.id = asked.value
         join tender on tender.sale_id = sale.id and ${lastTender}`,
        JSON.stringify(saleIds),
      ),
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
    /**
     * Whether a transfer was seen in the shop's account: a row of its own, also of a shift that is closed, as where the
     * money is stays the same. BAD_INPUT where the sale is paid in another way.
     */
    markSeen: (saleId: string, seen: boolean, at: number, cashier: string | null) => {
      const tender = reader.ofSale(saleId)
      if (tender.kind !== 'transfer') throw new Failure('BAD_INPUT', { where: 'saleId' })
      if (tender.seen !== seen) insertTender(db, saleId, { ...tender, seen }, at, cashier)
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
  const { kind, received, text, via, seen } = rowOfTender(tender)
  // In the same commit, so that no debt is ever without somebody who owes it.
  const debtorId = tender.kind === 'credit' ? debtorOfTender(db, tender, at) : null
  db.run(
    `insert into tender (sale_id, shift, at, kind, received, text, via, seen, debtor_id, cashier)
     values (:saleId, (select shift from sale where id = :saleId), :at, :kind, :received, :text, :via,
       :seen, :debtorId, :cashier)`,
    {
      ...{ saleId, at, kind, text, via, debtorId, cashier },
      received: received?.minor ?? null,
      seen: seen === null ? null : Number(seen),
    },
  )
  if (tender.kind === 'credit') indexName(db, saleId, tender.name)
}
