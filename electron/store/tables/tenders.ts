import { z } from 'zod'
import {
  exactCash,
  isExactCash,
  rowOfTender,
  tenderKindSchema,
  tenderOf,
  type Tender,
} from '../../../shared/domain/drawer/tender.ts'
import { erasedMark } from '../../../shared/domain/privacy/personal.ts'
import { Failure } from '../../../shared/errors.ts'
import type { Database } from '../sqlite/db.ts'
import { rowOf } from '../sqlite/rows.ts'
import { indexName } from '../sales/sale-customer.ts'
import { debtorOfTender } from './debtors.ts'

const columns = {
  kind: tenderKindSchema,
  received: z.int().nullable(),
  currency: z.string(),
  text: z.string(),
  via: z.string(),
  seen: z.int().nullable(),
  debtorId: z.string().nullable(),
  firstKind: z.enum(['transfer', 'credit']).nullable(),
  firstAmount: z.int().nullable(),
  firstText: z.string(),
}

function tenderOfRow({ currency, seen, ...row }: z.output<z.ZodObject<typeof columns>>): Tender {
  const of = (minor: number | null) => (minor === null ? null : { minor, currency })
  return tenderOf({
    ...row,
    received: of(row.received),
    firstAmount: of(row.firstAmount),
    seen: seen === null ? null : seen === 1,
  })
}

const tenderRow = rowOf(columns).transform(tenderOfRow)
const saleTenderRow = rowOf({ ...columns, saleId: z.string() }).transform(({ saleId, ...row }) => ({
  saleId,
  tender: tenderOfRow(row),
}))
const told = `kind, received, currency, text, via, seen, debtor_id, first_kind, tender.first_amount, first_text`

/** The row of a sale's tender that stands. */
export const lastTender =
  'tender.seq = (select max(seq) from tender as newer where newer.sale_id = sale.id)'

const found = z.unknown()

/** How a sale was paid, as it stands now. */
export function createTendersReader(db: Database) {
  return {
    /** The newest that was written down; cash, exact, where nothing was. */
    ofSale: (saleId: string): Tender =>
      db.get(
        tenderRow,
        `select ${told} from tender join sale on sale.id = tender.sale_id
         where sale_id = ? order by seq desc limit 1`,
        saleId,
      ) ?? exactCash,
    /** The same of many, by sale; those of which nothing was written are left out. */
    ofSales: (saleIds: readonly string[]): { saleId: string; tender: Tender }[] =>
      db.all(
        saleTenderRow,
        `select tender.sale_id, ${told}
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
     * money is stays the same. BAD_INPUT where nothing of the sale is paid so.
     */
    markSeen: (saleId: string, seen: boolean, at: number, cashier: string | null) => {
      const row = rowOfTender(reader.ofSale(saleId))
      const isTransfer = [row.kind, row.firstKind].includes('transfer')
      if (!isTransfer) throw new Failure('BAD_INPUT', { where: 'saleId' })
      if (row.seen !== seen) insertTender(db, saleId, tenderOf({ ...row, seen }), at, cashier)
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
  const { received, seen, firstAmount, ...row } = rowOfTender(tender)
  const owing = [tender, tender.first].find((one) => one?.kind === 'credit')
  // In the same commit, so that no debt is ever without somebody who owes it.
  const debtorId = owing?.kind === 'credit' ? debtorOfTender(db, owing, at) : null
  db.run(
    `insert into tender (sale_id, shift, at, kind, received, text, via, seen, debtor_id, cashier,
       first_kind, first_amount, first_text)
     values (:saleId, (select shift from sale where id = :saleId), :at, :kind, :received, :text, :via,
       :seen, :debtorId, :cashier, :firstKind, :firstAmount, :firstText)`,
    {
      ...{ ...row, saleId, at, debtorId, cashier },
      received: received?.minor ?? null,
      seen: seen === null ? null : Number(seen),
      firstAmount: firstAmount?.minor ?? null,
    },
  )
  // Nothing finds a sale again that was erased.
  if (owing?.kind === 'credit' && owing.name !== erasedMark) indexName(db, saleId, owing.name)
}
