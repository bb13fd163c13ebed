import { z } from 'zod'
import { formValuesSchema, inputDescriptorSchema } from '../domain/form/form.ts'
import { directionSchema, moneySchema, moneySumSchema } from '../domain/money/money.ts'
import { saleEventSchema, saleSchema, saleStateSchema } from '../domain/sale/sale.ts'
import { tenderSchema } from '../domain/drawer/tender.ts'
import { defineCalls, defineEvents } from './define.ts'

/** The service's answer to a quote, ready to be drawn. The signature stays in the main process. */
export const quoteSchema = z.object({
  quoteId: z.string(),
  productId: z.string(),
  inputs: z.array(inputDescriptorSchema),
  /** The form's values now: what was typed, overlaid by what the service returned. */
  values: formValuesSchema,
  amountEditable: z.boolean(),
  /** The value to charge as the quote and the form say it; null when still to be typed. */
  amount: moneySchema.nullable(),
  cost: moneySchema.nullable(),
  incentive: moneySchema.nullable(),
  /** amountToCollect; null when the amount is still unknown. */
  total: moneySchema.nullable(),
  direction: directionSchema,
  /** Error.message on a 200: the sale is not allowed and says why. */
  errorMessage: z.string().nullable(),
  /** Inputs that a person still has to fill or choose before it can be sold. */
  missing: z.array(z.string()),
  /** The total is above the merchant's last known balance. */
  aboveBalance: z.boolean(),
})
export type Quote = z.infer<typeof quoteSchema>

const earnedGroupSchema = z.object({
  productId: z.string(),
  productName: z.string(),
  /** null: nobody had signed in. */
  cashier: z.string().nullable(),
  sales: z.int(),
  /** Of how many of them the quote said what they earn. */
  known: z.int(),
  earned: moneySumSchema,
  /** What of them is to be paid later. */
  onCredit: moneySumSchema,
})

const openCount = z.object({ count: z.int() })
const saleId = z.object({ saleId: z.string().min(1) })

/** Which sales of the journal: all conditions together; newest first. */
export const saleFilterSchema = z.object({
  /** The shop's day `YYYY-MM-DD` (UTC-5). */
  day: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .optional(),
  states: z.array(saleStateSchema).optional(),
  /** `_id`, transactionId, integer id, phone, reference or amount; accents and spaces do not matter. */
  text: z.string().optional(),
  /** Only what stands below this sale: the last one of the page before. */
  after: z.string().optional(),
  limit: z.int().positive().max(500).default(100),
})

const saleDetailSchema = z.object({ sale: saleSchema, history: z.array(saleEventSchema) })
export type SaleDetail = z.infer<typeof saleDetailSchema>

export const sellInputSchema = z.object({
  /** Chosen once when the sale is begun: the same draft is never sold twice, it returns that sale. */
  draftId: z.string().min(8).max(64),
  productId: z.string().min(1),
  /** null: the product was not quoted (offered only where the service cannot quote it). */
  quoteId: z.string().nullable(),
  /**
   * Texts by field. Money with a point for decimals and nothing between thousands ("5000", "12.5"); phones as
   * typed, they are brought into the service's form. Disabled and hidden fields stay as the service gave them.
   */
  values: formValuesSchema,
  /** True once the cashier confirmed that it is not the same sale as one made in the last 10 minutes. */
  again: z.boolean().default(false),
  /** The sale that this one repeats, if any. */
  againOf: z.string().nullable().default(null),
  /**
   * How the customer pays; left out: cash, exact. Of no use where the cash goes out. TENDER_TOO_SMALL; on credit
   * DEBTOR_NOT_FOUND, CREDIT_NOT_FOR_THIS, CREDIT_ABOVE_LIMIT.
   */
  tender: tenderSchema.optional(),
  /** Sold on credit above the limit of who will owe it: for who has the right `credit`. */
  overLimit: z.boolean().optional(),
})

export const sellingCalls = defineCalls({
  /**
   * Quotes a product with the form's values. `quoteId`: the quote before this one, if any. Cash that who is here may not move,
   * or that the drawer does not hold, is refused before a total is said: CASH_ABOVE_LIMIT, CASH_SHORT(_BY).
   */
  'selling.quote': {
    input: z.object({
      productId: z.string().min(1),
      values: formValuesSchema,
      quoteId: z.string().nullable().default(null),
    }),
    output: quoteSchema,
    right: 'sell',
  },
  /**
   * Sells: durable intent, one request, durable outcome, then look-ups behind. Answers when the
   * outcome of the request is durable. Refuses with SAME_SALE_RECENTLY, FORM_INCOMPLETE, QUOTE_NOT_FOUND, CASH_ABOVE_LIMIT,
   * CASH_SHORT(_BY) ...
   */
  'selling.sell': { input: sellInputSchema, output: saleSchema, right: 'sell', heardBy: 'present' },
  'selling.sale': { input: saleId, output: saleDetailSchema, right: 'present', patient: true },
  /** `isMore`: a text found more than `count`, and nobody counted on. */
  'selling.list': {
    input: saleFilterSchema,
    output: z.object({ sales: z.array(saleSchema), count: z.int(), isMore: z.boolean() }),
    right: 'present',
    patient: true,
  },
  /** Every sale whose end is not known, of every connection: the queue "Por resolver". */
  'selling.open': {
    input: z.object({}),
    output: z.array(saleSchema),
    right: 'present',
    patient: true,
  },
  /** How many that are: all that the locked screen says of sales. */
  'selling.openCount': { input: z.object({}), output: openCount, right: 'always' },
  /** Looks a sale up now. */
  'selling.look': { input: saleId, output: saleSchema, right: 'present' },
  /** Totals of the shop's day by state, from the journal: what was collected or handed out (Sale.total). */
  'selling.day': {
    input: z.object({ day: z.string() }),
    output: z.object({
      count: z.int(),
      byState: z.array(
        z.object({
          state: saleStateSchema,
          direction: directionSchema,
          count: z.int(),
          total: moneySumSchema,
        }),
      ),
    }),
    right: 'present',
    patient: true,
  },
  /**
   * What the approved sales sent on the shop's day (to the end of `to`, where it is of some) promised to earn, by product
   * and cashier: their quoted incentive, known of some of them only. `until` (epoch ms): only so far into the day.
   */
  'selling.earned': {
    input: z.object({
      day: z.string(),
      to: z.string().optional(),
      until: z.number().optional(),
    }),
    output: z.object({ groups: z.array(earnedGroupSchema) }),
    right: 'commissions',
    patient: true,
  },
})

export const sellingEvents = defineEvents({
  /** A sale changed: its new row. */
  'selling.changed': { payload: saleSchema, locked: ({ id }) => id },
  /** How much of what finds sales by a text is prepared, of one: told while that takes long, and once it is done. */
  'selling.searchPrepared': { payload: z.object({ done: z.number() }), locked: 'last' },
  /** How many sales are open. */
  'selling.openCount': { payload: openCount, locked: 'always' },
})
