import { z } from 'zod'
import { cashFactsSchema, payoutHowSchema } from '../../../shared/domain/drawer/drawer.ts'
import { movementReasonSchema } from '../../../shared/domain/drawer/movement-reason.ts'
import { tenderKindSchema } from '../../../shared/domain/drawer/tender.ts'
import { directionSchema } from '../../../shared/domain/money/money.ts'
import type { Database } from '../sqlite/db.ts'
import { rowOf } from '../sqlite/rows.ts'
import { claimSql, costSql, ofTender, salesKnownAs } from './book-sales.ts'

const flag = z.int().transform((value) => value === 1)

const saleRow = rowOf({
  id: z.string(),
  claim: z.string().nullable(),
  direction: directionSchema,
  productId: z.string(),
  currency: z.string(),
  amount: z.int(),
  total: z.int(),
  cost: z.int().nullable(),
  incentive: z.int().nullable(),
  change: z.int().nullable(),
  outcome: cashFactsSchema.shape.outcome,
  tender: tenderKindSchema,
  via: z.string().nullable(),
  shift: z.string().nullable(),
  late: flag,
  paid: flag,
  at: z.int(),
})

/** A sale of this register as the accountant's entries need it; `claim`: the record that it is known to be. */
export type JournalSale = z.output<typeof saleRow>

const saleColumns = (claim: string) => `sale.id, ${claim} as claim, direction, product_id, currency,
  amount, total, ${costSql} as cost, incentive, balance_change as change, cash_outcome as outcome,
  tender, ${ofTender('via', 'transfer')} as via, shift, (is_late or has_left) as late,
  is_paid as paid, coalesce(sent_at, created_at) as at`

const cashShape = {
  at: z.int(),
  shiftId: z.string().nullable(),
  currency: z.string(),
  amount: z.int(),
  direction: directionSchema,
}
const movementRow = rowOf({ id: z.string(), ...cashShape, reason: movementReasonSchema })
const payoutRow = rowOf({ saleId: z.string(), ...cashShape, how: payoutHowSchema })
const creditRow = rowOf({
  id: z.string(),
  at: z.int(),
  currency: z.string(),
  amount: z.int(),
  kind: z.enum(['payment', 'adjustment', 'write-off', 'opening']),
  how: payoutHowSchema.nullable(),
  via: z.string(),
})
const shiftRow = rowOf({ id: z.string() })

/** What the journal tells of a span (epoch ms, end excluded) that entries are made from. */
export function createBookFactsReader(db: Database) {
  return {
    sales: (profileId: string, start: number, end: number): JournalSale[] =>
      db.all(
        saleRow,
        `select ${saleColumns(claimSql)} from sale
         where profile_id = ? and created_at >= ? and created_at < ?`,
        ...[profileId, start, end],
      ),
    /** The sales that some records are known to be, whenever they were begun. */
    salesOfRecords: (profileId: string, records: readonly string[]): JournalSale[] => {
      if (records.length === 0) return []
      const ids = JSON.stringify(records)
      return db.all(
        saleRow,
        `select ${saleColumns('known.value')} from ${salesKnownAs('service_id')}
         union all
         select ${saleColumns('known.value')} from ${salesKnownAs('candidate_id')}`,
        ...[ids, profileId, ids, profileId],
      )
    },
    /** What came after a Z is of no shift: its drawer was counted without it. */
    movements: (profileId: string, start: number, end: number) =>
      db.all(
        movementRow,
        `select shift_movement.id, at, iif(after_close, null, shift_id) as shift_id, currency, amount, direction, reason
         from shift_movement join shift on shift.id = shift_movement.shift_id
         where profile_id = ? and at >= ? and at < ? order by at, shift_movement.id`,
        ...[profileId, start, end],
      ),
    /** What the book of credit has beside sales, save payments that are a movement of a drawer. */
    credit: (profileId: string, start: number, end: number) =>
      db.all(
        creditRow,
        `select id, at, currency, amount, kind, how, via from debt_entry
         where profile_id = ? and at >= ? and at < ? and movement_id is null order by at, id`,
        ...[profileId, start, end],
      ),
    payouts: (profileId: string, start: number, end: number) =>
      db.all(
        payoutRow,
        `select payout.sale_id, at, shift_id, payout.currency, payout.amount, direction, how
         from payout join sale on sale.id = payout.sale_id
         where profile_id = ? and at >= ? and at < ? order by at, payout.sale_id`,
        ...[profileId, start, end],
      ),
    shiftsOpened: (profileId: string, start: number, end: number): string[] =>
      db
        .all(
          shiftRow,
          `select id from shift where profile_id = ? and opened_at >= ? and opened_at < ?
           order by opened_at, id`,
          ...[profileId, start, end],
        )
        .map(({ id }) => id),
    /** The first shift there ever was: its base comes from outside the books. */
    firstShift: (profileId: string): string | null =>
      db.get(
        shiftRow,
        'select id from shift where profile_id = ? order by opened_at, id limit 1',
        profileId,
      )?.id ?? null,
  }
}
