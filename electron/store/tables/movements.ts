import { z } from 'zod'
import { payoutHowSchema } from '../../../shared/domain/drawer/drawer.ts'
import { directionSchema, type Direction } from '../../../shared/domain/money/money.ts'
import { movementReasonSchema } from '../../../shared/domain/drawer/movement-reason.ts'
import type { Movement, Payout } from '../../../shared/domain/drawer/shift.ts'
import type { Database } from '../sqlite/db.ts'
import { amountColumns, insertRow, rowOf } from '../sqlite/rows.ts'

/** A payout with what its sale was, to be read on paper. */
export type PayoutLine = Payout & { product: string; reference: string }
/** The same with the way in which the cash of its sale went. */
export type GivenLine = PayoutLine & { direction: Direction }

const movementRow = rowOf({
  id: z.string(),
  shiftId: z.string(),
  at: z.int(),
  direction: directionSchema,
  reason: movementReasonSchema,
  currency: z.string(),
  amount: z.int(),
  note: z.string(),
  cashier: z.string().nullable(),
}).transform(({ currency, amount, ...row }): Movement => ({
  ...row,
  amount: { minor: amount, currency },
}))

const payoutShape = {
  saleId: z.string(),
  at: z.int(),
  shiftId: z.string().nullable(),
  how: payoutHowSchema,
  currency: z.string(),
  amount: z.int(),
  note: z.string(),
  cashier: z.string().nullable(),
}

const payoutRow = rowOf(payoutShape).transform(({ currency, amount, ...row }): Payout => ({
  ...row,
  amount: { minor: amount, currency },
}))
const lineShape = { ...payoutShape, productName: z.string(), reference: z.string() }
const payoutLineRow = rowOf(lineShape).transform(
  ({ currency, amount, productName, ...row }): PayoutLine => ({
    ...row,
    amount: { minor: amount, currency },
    product: productName,
  }),
)

const givenRow = rowOf({ ...lineShape, direction: directionSchema }).transform(
  ({ currency, amount, productName, ...row }): GivenLine => ({
    ...row,
    amount: { minor: amount, currency },
    product: productName,
  }),
)

const movements =
  'select * from (select * from shift_movement where shift_id = ? order by at, rowid) where after_close ='
const payoutLines =
  'select payout.*, product_name, reference from payout join sale on sale.id = payout.sale_id'

/** What moved the cash of a drawer beside the sales. */
export function createMovementsReader(db: Database) {
  return {
    /** Of one shift while it was open, oldest first. */
    ofShift: (shiftId: string): Movement[] => db.all(movementRow, `${movements} 0`, shiftId),
    /** Of its drawer once it was closed, oldest first. */
    afterClose: (shiftId: string): Movement[] => db.all(movementRow, `${movements} 1`, shiftId),
    /** What left the drawer of one shift to customers, oldest first. */
    payoutsOfShift: (shiftId: string): PayoutLine[] =>
      db.all(
        payoutLineRow,
        `${payoutLines} where payout.shift_id = ? order by payout.at, sale_id`,
        shiftId,
      ),
    payoutOfSale: (saleId: string): Payout | null =>
      db.get(payoutRow, 'select * from payout where sale_id = ?', saleId),
    /** The newest payouts of a profile's sales, with or without a shift. */
    newestPayouts: (profileId: string, limit: number): GivenLine[] =>
      db.all(
        givenRow,
        // The newest first, each with its sale: not the sales, each with its payout.
        `select payout.*, product_name, reference, direction from payout indexed by payout_by_time
         cross join sale on sale.id = payout.sale_id
         where sale.profile_id = ? order by payout.at desc limit ?`,
        profileId,
        limit,
      ),
  }
}

/** Over the journal in the hands of its one writer. */
export function createMovements(db: Database) {
  return {
    ...createMovementsReader(db),
    add: ({ amount, ...movement }: Movement) => {
      insertRow(db, 'shift_movement', { ...movement, ...amountColumns(amount) })
    },
    /** The same of the drawer of a closed shift. */
    addAfterClose: ({ amount, ...movement }: Movement) => {
      const row = { ...movement, ...amountColumns(amount), afterClose: 1 }
      insertRow(db, 'shift_movement', row)
    },
    /** STORE_FAILED where the sale has one already: money is given back once. */
    addPayout: ({ amount, ...payout }: Payout) => {
      insertRow(db, 'payout', { ...payout, ...amountColumns(amount) })
    },
  }
}
