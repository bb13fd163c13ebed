import { z } from 'zod'
import { countSchema, countTotal, type CashCount } from './drawer-count.ts'
import { differenceOf, drawerSchema, emptyDrawer, payoutHowSchema, type Drawer } from './drawer.ts'
import { directionSchema, money, moneySchema, moneySumSchema, type Money } from '../money/money.ts'
import { movementReasonSchema } from './movement-reason.ts'
import { saleStateSchema } from '../sale/sale.ts'
import { transferSumSchema } from './paid.ts'
import { prepaidSchema, profitsSchema } from './shift-prepaid.ts'
import { tenderKindSchema } from './tender.ts'
import { trailStandingSchema } from '../people/trail-mark.ts'

/** Cash in or out of the drawer with a reason: append-only, put right by another one. */
export const movementSchema = z.object({
  id: z.string(),
  shiftId: z.string(),
  at: z.number(),
  direction: directionSchema,
  reason: movementReasonSchema,
  amount: moneySchema,
  note: z.string(),
  cashier: z.string().nullable(),
})
export type Movement = z.infer<typeof movementSchema>

/** Money of a sale that was given (back) to its customer: append-only. */
export const payoutSchema = z.object({
  saleId: z.string(),
  at: z.number(),
  /** Whose drawer it left; null: no shift was open. */
  shiftId: z.string().nullable(),
  how: payoutHowSchema,
  amount: moneySchema,
  note: z.string(),
  cashier: z.string().nullable(),
})
export type Payout = z.infer<typeof payoutSchema>

/** A shift that is open or was: who, since when, with what. */
export const shiftSchema = z.object({
  id: z.string(),
  profileId: z.string(),
  /** The person's identity; null: the register is used by one person alone. */
  cashierId: z.string().nullable(),
  cashier: z.string().nullable(),
  openedAt: z.number(),
  base: z.array(countSchema),
  /** null while it is open. */
  closedAt: z.number().nullable(),
  /** The number of its Z report, in sequence; null while it is open. */
  number: z.int().nullable(),
  /** The closed shift whose drawer it goes on with, and what that had left; null: another drawer, or nobody knows. */
  follows: z
    .object({ shiftId: z.string(), number: z.int(), due: z.array(moneySumSchema) })
    .nullable()
    .default(null),
})
export type Shift = z.infer<typeof shiftSchema>

/** A sale as a line of a report that a person has to do something about. */
export const saleLineSchema = z.object({
  saleId: z.string(),
  at: z.number(),
  product: z.string(),
  reference: z.string(),
  phone: z.string().nullable(),
  direction: directionSchema,
  state: saleStateSchema,
  total: moneySchema,
  tender: tenderKindSchema,
  /** Until when the service can be asked about it; null: it was not sent yet. */
  horizonAt: z.number().nullable(),
})
export type SaleLine = z.infer<typeof saleLineSchema>

/** A transfer that was not seen in the shop's account yet. */
export const unseenLineSchema = saleLineSchema.extend({
  /** Where it should come in, and its number; empty: nobody said. */
  via: z.string(),
  note: z.string(),
})
export type UnseenLine = z.infer<typeof unseenLineSchema>

/** What the shop owes a customer. */
export const owedLineSchema = saleLineSchema.extend({
  kind: z.enum(['give-back', 'hand-out']),
  /** Who to call: what the sale knows of its customer. */
  contact: z.string().nullable(),
  /** It was made in part: a person says how much is owed. */
  isPart: z.boolean().default(false),
  /** What of a part is owed by the service's own balances; null: they do not tell, or all of it is. */
  part: moneySchema.nullable().default(null),
  /** It was paid in cash and by transfer: a person says how it is given back. */
  inTwoWays: z.boolean().default(false),
})
export type OwedLine = z.infer<typeof owedLineSchema>

/** What is owed as far as known: of a part that no balance tells, all of it at most. */
export function owedAmount({ total, part }: Pick<OwedLine, 'total' | 'part'>): Money {
  return part ?? total
}

/** What is owed to customers of a kind, added up. */
const owedSumSchema = z.object({
  kind: owedLineSchema.shape.kind,
  count: z.int(),
  total: moneySumSchema,
})
export type OwedSum = z.infer<typeof owedSumSchema>

/** A drawer with what was counted in it; counted and difference are null until then. */
export const countedDrawerSchema = drawerSchema.extend({
  counted: moneySumSchema.nullable(),
  difference: moneySumSchema.nullable(),
})
export type CountedDrawer = z.infer<typeof countedDrawerSchema>

/** Sales of one kind and end, and what they come to. */
const saleSumSchema = z.object({
  direction: directionSchema,
  outcome: z.enum(['done', 'partial', 'open', 'undone']),
  tender: tenderKindSchema,
  count: z.int(),
  total: moneySumSchema,
})
export type SaleSum = z.infer<typeof saleSumSchema>

/** A count of the drawer, durable before its result is shown. */
export const shiftCountSchema = z.object({
  at: z.number(),
  counts: z.array(countSchema),
  /** What had to be there at that moment, in each currency. */
  due: z.array(moneySumSchema),
})
export type ShiftCount = z.infer<typeof shiftCountSchema>

/** The prepaid account over a shift. */
const shiftPrepaidSchema = z.object({
  /** null: the balance was not seen twice in the shift. */
  account: prepaidSchema.nullable(),
  /** false: the service could not be asked for the loads of balance, and none are counted. */
  loadsKnown: z.boolean(),
  profits: profitsSchema.nullable(),
})
export type ShiftPrepaid = z.infer<typeof shiftPrepaidSchema>

/** The X report of a shift while it is open, and its Z at the close: a Z is stored and never changes. */
export const shiftReportSchema = z.object({
  shift: shiftSchema,
  /** The register by the code and name that it had then; null: one of before it had any. */
  register: z.object({ code: z.string(), name: z.string() }).nullable().default(null),
  /** As of when (epoch ms): the close, for a Z. */
  at: z.number(),
  drawers: z.array(countedDrawerSchema),
  sales: z.array(saleSumSchema),
  movements: z.array(movementSchema),
  payouts: z.array(payoutSchema.extend({ product: z.string(), reference: z.string() })),
  /** Fiado: who owes what, of sales that were made or may still be. */
  credits: z.array(z.object({ name: z.string(), count: z.int(), total: moneySumSchema })),
  /** By where they come in, of sales that were made or may still be. */
  transfers: z.array(transferSumSchema).default([]),
  /** Sales whose end is not known. */
  unconfirmed: z.array(saleLineSchema),
  /** Owed to customers of this shift. A Z of before 2026-11-22 lists those of all the others here, too. */
  owed: z.array(owedLineSchema),
  /** Owed for sales of other shifts, or of none: what a Z holds must not grow with the years. */
  owedElse: z.array(owedSumSchema).default([]),
  /** Every count that was made, oldest first: the last one stands. */
  counts: z.array(shiftCountSchema),
  /** What was said about a difference. */
  note: z.string(),
  /** null: not for the eyes of whoever asks. */
  prepaid: shiftPrepaidSchema.nullable(),
  /** Who closed it. */
  closedBy: z.string().nullable(),
  /** How far the trail ("who did what") went, and what was found about it since the Z before; null: not looked at. */
  trail: trailStandingSchema.nullable().default(null),
})
export type ShiftReport = z.infer<typeof shiftReportSchema>

/** The drawers with what was counted; a currency that was not counted counts as nothing once a count was made. */
export function countedDrawers(
  drawers: readonly Drawer[],
  counts: readonly CashCount[] | null,
): CountedDrawer[] {
  const known = new Set(drawers.map(({ currency }) => currency))
  const others = (counts ?? []).filter(({ currency }) => !known.has(currency))
  const all = [...drawers, ...others.map(({ currency }) => emptyDrawer(currency))]
  return all.map((drawer) => {
    if (counts === null) return { ...drawer, counted: null, difference: null }
    const count = counts.find(({ currency }) => currency === drawer.currency)
    const counted = count ? countTotal(count) : money(0, drawer.currency)
    return { ...drawer, counted, difference: differenceOf(drawer, counted) }
  })
}

/** Whether a count says that something is missing or too much. */
export function hasDifference(drawers: readonly CountedDrawer[]): boolean {
  return drawers.some(({ difference }) => difference !== null && difference.minor !== 0)
}
