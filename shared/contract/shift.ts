import { z } from 'zod'
import { countsSchema } from '../domain/drawer/drawer-count.ts'
import { drawerLeftSchema, takenReasonSchema } from '../domain/drawer/left.ts'
import { payoutHowSchema } from '../domain/drawer/drawer.ts'
import { paidSumSchema, transferSumSchema } from '../domain/drawer/paid.ts'
import { directionSchema, isTooLarge, moneySchema, moneySumSchema } from '../domain/money/money.ts'
import { movementReasonSchema } from '../domain/drawer/movement-reason.ts'
import { runwaySchema } from '../domain/drawer/shift-runway.ts'
import {
  countedDrawerSchema,
  movementSchema,
  owedLineSchema,
  payoutSchema,
  saleLineSchema,
  shiftReportSchema,
  shiftSchema,
  unseenLineSchema,
} from '../domain/drawer/shift.ts'
import { slipSchema } from '../domain/receipt/slip.ts'
import { tenderSchema } from '../domain/drawer/tender.ts'
import { amountSaid, tenderAudited } from '../domain/people/audit-line.ts'
import { defineCalls, defineEvents } from './define.ts'

const shiftId = z.object({ shiftId: z.string().min(1) })
/** The open shift that is meant: the own one, or another's for who may run people (NOT_ALLOWED else). */
const openShiftId = shiftId.partial()
const saleId = z.object({ saleId: z.string().min(1) })
const note = z.string().trim().max(200)
const amount = moneySchema.refine((one) => one.minor > 0 && !isTooLarge(one))

/** The drawer as the page shows it. */
const shiftStateSchema = z.object({
  /** The open shift of who is at the register, or the one that was asked for. */
  shift: shiftSchema.nullable(),
  /** The other open shifts. */
  others: z.array(shiftSchema),
  /**
   * Without a shift: the drawers that one may be opened with, the likeliest first, and what was left in each; null where
   * the count is blind.
   */
  toFollow: z.array(
    drawerLeftSchema
      .pick({ shiftId: true, number: true, cashier: true, closedAt: true })
      .extend({ left: drawerLeftSchema.shape.left.nullable() }),
  ),
  /** The count is blind: the figures are shown after it. */
  blind: z.boolean(),
  /** Nothing is sold without an open shift. */
  required: z.boolean(),
  /** What the drawer holds; null without a shift, and where a blind count is still to be made. */
  drawers: z.array(countedDrawerSchema).nullable(),
  /** What its sales were paid with, and the transfers by where they come in; null as drawers. */
  paid: z
    .object({ sums: z.array(paidSumSchema), transfers: z.array(transferSumSchema) })
    .nullable(),
  /** Whether the last count still stands: nothing moved the drawer since. */
  counted: z.boolean(),
  /** How often it was counted. */
  countings: z.int(),
  movements: z.array(movementSchema),
  /** Sales of the shift whose end is not known. */
  unconfirmed: z.array(saleLineSchema),
  /** null: the balance is not known. */
  runway: runwaySchema.nullable(),
})
export type ShiftState = z.infer<typeof shiftStateSchema>

const payoutLineSchema = payoutSchema.extend({
  product: z.string(),
  reference: z.string(),
  /** Of its sale: what was handed out at last, or given back. */
  direction: directionSchema,
})

export const shiftCalls = defineCalls({
  'shift.state': { input: openShiftId, output: shiftStateSchema, right: 'present', patient: true },
  /**
   * Opens with what was counted, against what the closed shift `follows` left; left out: the likeliest; null: another
   * drawer. SHIFT_ALREADY_OPEN, SHIFT_FOLLOWED, NO_PROFILE.
   */
  'shift.open': {
    input: z.object({ base: countsSchema, follows: z.string().min(1).nullish() }),
    output: shiftStateSchema,
    right: 'shift',
    audit: (_, { shift }) => ({ subject: shift?.id ?? null }),
  },
  /** Cash in or out with a reason, which must go that way (BAD_INPUT); what was owed is paid by credit.pay. SHIFT_NOT_OPEN. */
  'shift.move': {
    input: z.object({ direction: directionSchema, reason: movementReasonSchema, amount, note }),
    output: shiftStateSchema,
    right: 'movements',
    audit: ({ direction, reason, amount }) => ({
      subject: `${direction} ${reason}`,
      detail: amountSaid(amount),
    }),
  },
  /** A count of the drawer: kept before its result is shown, and every one of them. SHIFT_NOT_OPEN. */
  'shift.count': {
    input: openShiftId.extend({ counts: countsSchema }),
    output: shiftStateSchema,
    right: 'shift',
    audit: (_, { shift }) => ({ subject: shift?.id ?? null }),
  },
  /**
   * Closes an open shift on its last count: the Z report, numbered in sequence. `unconfirmed` is how many sales
   * without an end it is decided to close with. SHIFT_NOT_COUNTED (also when the drawer moved since), SHIFT_UNCONFIRMED,
   * SHIFT_NOTE_NEEDED where something is missing or too much.
   */
  'shift.close': {
    input: openShiftId.extend({ note, unconfirmed: z.int().nonnegative().default(0) }),
    output: shiftReportSchema,
    right: 'shift',
    audit: (_, { shift, drawers }) => ({
      subject: `Z ${shift.number}`,
      detail: drawers
        .map(({ currency, difference }) => amountSaid({ currency, minor: difference?.minor ?? 0 }))
        .join(', '),
    }),
  },
  /**
   * What a closed shift left in its drawer, and what was taken out since; null: it was closed before that was written
   * down, or the count is blind and the next shift, of somebody else, has not counted it yet. SHIFT_NOT_FOUND.
   */
  'shift.after': { input: shiftId, output: drawerLeftSchema.nullable(), right: 'shift' },
  /** Cash taken out after the Z, with where it went. SHIFT_NOT_FOUND, SHIFT_FOLLOWED, LEFT_LESS, SHIFT_BLIND. */
  'shift.take': {
    input: shiftId.extend({ reason: takenReasonSchema, amount, note }),
    output: drawerLeftSchema,
    right: 'movements',
    audit: ({ reason, amount }, { number }) => ({
      subject: `out ${reason}`,
      detail: `${amountSaid(amount)}, Z ${number}`,
    }),
  },
  /** The X report of an open shift, or the Z of a closed one. SHIFT_NOT_FOUND, SHIFT_BLIND. */
  'shift.report': { input: shiftId, output: shiftReportSchema, right: 'shift' },
  /** Closed shifts, the newest first; without drawers where somebody has to count blindly what was left in them. */
  'shift.closed': {
    input: z.object({
      offset: z.int().nonnegative().default(0),
      limit: z.int().positive().max(100).default(20),
    }),
    output: z.object({
      shifts: z.array(z.object({ shift: shiftSchema, drawers: z.array(countedDrawerSchema) })),
      count: z.int(),
    }),
    right: 'shift',
  },
  /** The report as it is printed. Errors as shift.report. */
  'shift.slip': { input: shiftId, output: slipSchema, right: 'shift' },
  /** Puts the report on the printer's queue. */
  'shift.print': { input: shiftId, output: z.object({ jobId: z.string() }), right: 'shift' },
  /** Writes the report as a PDF to a path that a person chose. */
  'shift.savePdf': {
    input: shiftId.extend({ path: z.string().min(1) }),
    output: z.object({}),
    right: 'shift',
  },
  /** What is owed to customers, oldest first, and the newest that was given. */
  'shift.owed': {
    input: z.object({}),
    output: z.object({ owed: z.array(owedLineSchema), given: z.array(payoutLineSchema) }),
    right: 'present',
    patient: true,
  },
  /** What one sale owes its customer; null: nothing. */
  'shift.owedOf': {
    input: saleId,
    output: owedLineSchema.nullable(),
    right: 'present',
    patient: true,
  },
  /** Money of a sale was given (back) to its customer; cash leaves the drawer of the open shift. NOTHING_OWED. */
  'shift.payOut': {
    input: saleId.extend({
      how: payoutHowSchema,
      /** Less than the whole only where the service made a part of the sale. */
      amount: amount.nullable().default(null),
      note,
    }),
    output: z.object({}),
    right: 'movements',
    audit: ({ saleId, how }) => ({ subject: saleId, detail: how }),
  },
  /** The customer left while the end of a sale was not known. */
  'shift.left': { input: saleId, output: z.object({}), right: 'sell' },
  /**
   * How a sale was paid; change null: none was due. `correctable`: whether shift.setTender can still put it right. `tender`
   * null: as of shift.tenders, as one sale after the other comes to the same as all at once.
   */
  'shift.tender': {
    input: saleId,
    output: z.object({
      tender: tenderSchema.nullable(),
      change: moneySchema.nullable(),
      correctable: z.boolean(),
    }),
    right: 'present',
    patient: true,
  },
  /**
   * How some sales were paid; those of exact cash are left out. null: the count is blind, and who asks may not know what
   * lies in the drawer.
   */
  'shift.tenders': {
    input: z.object({ saleIds: z.array(z.string().min(1)).max(500) }),
    output: z.object({
      tenders: z.array(z.object({ saleId: z.string(), tender: tenderSchema })).nullable(),
    }),
    right: 'present',
    patient: true,
  },
  /**
   * Puts right how a sale was paid: another row, the first one stays. TENDER_TOO_SMALL, TENDER_CLOSED, TENDER_GIVEN,
   * TENDER_OTHERS in another's shift for who may not run people, and NOT_ALLOWED where it says anew whether a transfer was
   * seen, without the right of shift.markSeen: one of another amount, account or number was not; on credit as of
   * selling.sell.
   */
  'shift.setTender': {
    input: saleId.extend({ tender: tenderSchema, overLimit: z.boolean().optional() }),
    output: z.object({}),
    right: 'sell',
    audit: ({ saleId, tender }) => ({ subject: saleId, detail: tenderAudited(tender) }),
  },
  /**
   * Transfers that were not seen in the shop's account: the newest, and what all of them come to; none to who may not
   * know what lies in the drawer and does not mark them either.
   */
  'shift.unseen': {
    input: z.object({}),
    output: z.object({
      lines: z.array(unseenLineSchema),
      sums: z.array(z.object({ count: z.int(), total: moneySumSchema })),
    }),
    right: 'present',
    patient: true,
  },
  /** A transfer was seen in the account, or after all was not: another row. BAD_INPUT where it is none. */
  'shift.markSeen': {
    input: saleId.extend({ seen: z.boolean() }),
    output: z.object({}),
    right: 'movements',
    audit: ({ saleId, seen }) => ({ subject: saleId, detail: seen ? 'seen' : 'unseen' }),
  },
})

export const shiftEvents = defineEvents({
  /** Something of the drawer changed: ask again. */
  'shift.changed': { payload: z.object({}), locked: 'last' },
})
