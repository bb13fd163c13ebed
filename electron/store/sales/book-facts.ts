import { z } from 'zod'
import {
  cashFactsSchema,
  payoutHowSchema,
  type CashFacts,
} from '../../../shared/domain/drawer/drawer.ts'
import { movementReasonSchema } from '../../../shared/domain/drawer/movement-reason.ts'
import type { PayerDocument } from '../../../shared/domain/books/payers.ts'
import { erasedMark } from '../../../shared/domain/privacy/personal.ts'
import { dayMs } from '../../../shared/domain/time/dates.ts'
import type { FirstPaid, TenderKind } from '../../../shared/domain/drawer/tender.ts'
import { directionSchema, type Direction } from '../../../shared/domain/money/money.ts'
import type { Database } from '../sqlite/db.ts'
import { numberOfColumn, rowOf, textOfColumn, wholeOf } from '../sqlite/rows.ts'
import {
  claimSql,
  costSql,
  directionOf,
  firstPaidOf,
  ofTender,
  salesKnownAs,
  tenderKindOf,
} from './book-sales.ts'

// A month's sales are tens of thousands, of our own strict table: their columns are checked by hand.

/** A sale of this register as the accountant's entries need it; `claim`: the record that it is known to be. */
export interface JournalSale {
  id: string
  claim: string | null
  direction: Direction
  productId: string
  currency: string
  amount: number
  total: number
  cost: number | null
  incentive: number | null
  change: number | null
  outcome: CashFacts['outcome']
  tender: TenderKind
  first: FirstPaid | null
  via: string | null
  shift: string | null
  late: boolean
  paid: boolean
  /** Epoch milliseconds. */
  at: number
}

const saleColumns = (claim: string) => `sale.id, ${claim} as claim, direction, product_id, currency,
  amount, total, ${costSql} as cost, incentive, balance_change as change, cash_outcome as outcome,
  tender, ${ofTender('via', 'transfer')} as via, shift, (is_late or has_left) as late,
  is_paid as paid, coalesce(sent_at, created_at) as at, first_tender, sale.first_amount`

function saleOf(columns: readonly unknown[]): JournalSale {
  return {
    id: textOfColumn(columns[0]) ?? '',
    claim: textOfColumn(columns[1]),
    direction: directionOf(columns[2]),
    productId: textOfColumn(columns[3]) ?? '',
    currency: textOfColumn(columns[4]) ?? '',
    amount: wholeOf(columns[5]),
    total: wholeOf(columns[6]),
    cost: numberOfColumn(columns[7]),
    incentive: numberOfColumn(columns[8]),
    change: numberOfColumn(columns[9]),
    outcome: outcomeOf(columns[10]),
    tender: tenderKindOf(columns[11]),
    via: textOfColumn(columns[12]),
    shift: textOfColumn(columns[13]),
    late: columns[14] === 1,
    paid: columns[15] === 1,
    at: wholeOf(columns[16]),
    first: firstPaidOf(columns[17], columns[18]),
  }
}

const outcomes = new Map<unknown, CashFacts['outcome']>(
  cashFactsSchema.shape.outcome.options.map((outcome) => [outcome, outcome]),
)

function outcomeOf(value: unknown): CashFacts['outcome'] {
  const outcome = outcomes.get(value)
  if (outcome === undefined) throw new TypeError('an outcome is none')
  return outcome
}

const flag = z.int().transform((one) => one === 1)
const cashShape = {
  at: z.int(),
  shiftId: z.string().nullable(),
  currency: z.string(),
  amount: z.int(),
  direction: directionSchema,
}
const movementRow = rowOf({
  ...{ id: z.string(), ...cashShape, reason: movementReasonSchema },
  isOfOthers: flag,
})
const payoutRow = rowOf({ saleId: z.string(), ...cashShape, how: payoutHowSchema })
const creditRow = rowOf({
  id: z.string(),
  at: z.int(),
  currency: z.string(),
  amount: z.int(),
  kind: z.enum(['payment', 'adjustment', 'write-off', 'opening']),
  how: payoutHowSchema.nullable(),
  via: z.string(),
  isElsewhere: flag,
})
/** A payment of what is owed through one connection may lie in a drawer of another. */
const inOtherDrawer = `exists (select 1 from shift_movement join shift on shift.id = shift_id
  where shift_movement.id = movement_id and shift.profile_id <> debt_entry.profile_id)`
const shiftRow = rowOf({ id: z.string() })

function payersOf(
  db: Database,
  profileId: string,
  start: number,
  end: number,
): Map<string, PayerDocument> {
  const sql = `select ${claimSql}, sale.id, form_values ->> '$.customerDocType', form_values ->> '$.customerDocument'
    from sale where profile_id = ? and created_at >= ? and created_at < ?`
  const rows = db.arrays(sql, profileId, start - dayMs, end + dayMs)
  return new Map(
    rows.flatMap(([claim, id, kind, said]) => {
      const text = textOfColumn(said) ?? ''
      const document = text.replace(/[\s.-]/g, '').toUpperCase()
      if (document === '' || text === erasedMark) return []
      const record = textOfColumn(claim) ?? textOfColumn(id) ?? ''
      return [[record, { kind: textOfColumn(kind) ?? '', document }]]
    }),
  )
}

/** What the journal tells of a span (epoch ms, end excluded) that entries are made from. */
export function createBookFactsReader(db: Database) {
  return {
    sales: (profileId: string, start: number, end: number): JournalSale[] =>
      db
        .arrays(
          `select ${saleColumns(claimSql)} from sale
           where profile_id = ? and created_at >= ? and created_at < ?`,
          ...[profileId, start, end],
        )
        .map(saleOf),
    /** The sales that some records are known to be, whenever they were begun. */
    salesOfRecords: (profileId: string, records: readonly string[]): JournalSale[] => {
      if (records.length === 0) return []
      const ids = JSON.stringify(records)
      return db
        .arrays(
          `select ${saleColumns('known.value')} from ${salesKnownAs('service_id')}
           union all
           select ${saleColumns('known.value')} from ${salesKnownAs('candidate_id')}`,
          ...[ids, profileId, ids, profileId],
        )
        .map(saleOf)
    },
    /** The documents that payers gave at sales begun in a span, by the record that each sale is known to be. */
    payers: (profileId: string, start: number, end: number) => payersOf(db, profileId, start, end),
    /** What came after a Z is of no shift: its drawer was counted without it. */
    movements: (profileId: string, start: number, end: number) =>
      db.all(
        movementRow,
        `select shift_movement.id, at, iif(after_close, null, shift_id) as shift_id, currency, amount, direction, reason,
           exists (select 1 from debt_entry where movement_id = shift_movement.id
             and profile_id <> shift.profile_id) as is_of_others
         from shift_movement join shift on shift.id = shift_movement.shift_id
         where profile_id = ? and at >= ? and at < ? order by at, shift_movement.id`,
        ...[profileId, start, end],
      ),
    /** What the book of credit has beside sales, save payments that are a movement of a drawer of the same books. */
    credit: (profileId: string, start: number, end: number) =>
      db.all(
        creditRow,
        `select id, at, currency, amount, kind, how, via, ${inOtherDrawer} as is_elsewhere
         from debt_entry where profile_id = ? and at >= ? and at < ? and before_book = 0
           and (movement_id is null or ${inOtherDrawer}) order by at, id`,
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
