import { z } from 'zod'
import { appErrorSchema } from '../../errors.ts'
import { formValuesSchema } from '../form/form.ts'
import { directionSchema, moneySchema } from '../money/money.ts'
import { transactionSchema } from './transaction.ts'

/**
 * The states of a sale (design: "A sale: never twice, never lost").
 * PREPARED, SENDING: durable before and while the one request is out. The rest: what evidence says.
 */
export const saleStateSchema = z.enum([
  'PREPARED',
  'SENDING',
  'NOT_SENT',
  'ACCEPTED',
  'UNKNOWN',
  'PENDING',
  'PROCESSING',
  'APPROVED',
  'REJECTED',
  'DECLINED',
  'PARTIAL',
  'REVIEW',
])
export type SaleState = z.infer<typeof saleStateSchema>

/** States that no later look-up is expected to move. */
export const finalStates: readonly SaleState[] = ['NOT_SENT', 'APPROVED', 'REJECTED', 'DECLINED']

/** What a cashier sees of a state. */
export type SaleFace =
  | 'sending'
  | 'approved'
  | 'waiting'
  | 'unknown'
  | 'rejected'
  | 'not-sent'
  | 'partial'
  | 'review'

/** The one face of each state. */
export const faceOfState: Record<SaleState, SaleFace> = {
  PREPARED: 'sending',
  SENDING: 'sending',
  NOT_SENT: 'not-sent',
  ACCEPTED: 'waiting',
  UNKNOWN: 'unknown',
  PENDING: 'waiting',
  PROCESSING: 'waiting',
  APPROVED: 'approved',
  REJECTED: 'rejected',
  DECLINED: 'rejected',
  PARTIAL: 'partial',
  REVIEW: 'review',
}

/** How a person ends a sale that evidence could not: it was made, in part, refused, or never made. */
export const verdictSchema = z.enum(['approved', 'partial', 'rejected', 'not-made'])
export type Verdict = z.infer<typeof verdictSchema>

/** A person's closing of a sale: append-only in its history; the newest stands with the sale. */
export const closingSchema = z.object({
  as: verdictSchema,
  /** The state that it was closed in: evidence that moves it from there may reopen the sale. */
  state: saleStateSchema,
  /** Whether find or list had shown its record by then, and the code of its doubt: what is learnt later may reopen it. */
  seen: z.boolean(),
  code: z.string().nullable(),
  at: z.number(),
  reason: z.string(),
  /** The service's own record that the person recognised as this sale, from list. */
  candidateId: z.string().nullable(),
})
export type Closing = z.infer<typeof closingSchema>

/**
 * What is settled when a sale is begun, and stays. Times are epoch milliseconds. A field that is added here is kept by
 * the journal once a migration gave `sale` its column, and comes to every page; older lines of intents.log are without
 * it, so it needs a default.
 */
export const soldSchema = z.object({
  /** `_id`: a UUIDv7 chosen here; find looks the sale up by it. */
  id: z.string(),
  draftId: z.string(),
  /** The connection that it was sold with: only there it can be looked up. */
  profileId: z.string(),
  productId: z.string(),
  productName: z.string(),
  categoryName: z.string(),
  direction: directionSchema,
  /** The value of the sale. */
  amount: moneySchema,
  /** Quoted cost and incentive (commission), null when the quote gave none. */
  cost: moneySchema.nullable(),
  incentive: moneySchema.nullable(),
  /** The product's assigned commission that day, as the service wrote it. */
  tip: z.string().nullable(),
  /** amountToCollect at the time of the sale. */
  total: moneySchema,
  /** What identifies it to the customer: the phone, reference, account or document sold to. */
  reference: z.string(),
  phone: z.string().nullable(),
  values: formValuesSchema,
  createdAt: z.number(),
  cashier: z.string().nullable(),
  /** Their identity among the people of this register; null: one person alone, or a sale of before it was kept. */
  cashierId: z.string().nullable().default(null),
  /** The sale that this one was made again from. */
  againOf: z.string().nullable(),
})

/** A sale as lists and the panel show it. */
export const saleSchema = soldSchema.extend({
  state: saleStateSchema,
  transactionId: z.string().nullable(),
  /** find's integer id, once known. */
  serviceId: z.string().nullable(),
  sentAt: z.number().nullable(),
  settledAt: z.number().nullable(),
  /** When the next look-up is due, null when none is. */
  nextLookAt: z.number().nullable(),
  /** After this the service no longer lets it be looked up; null until it was sent. */
  horizonAt: z.number().nullable(),
  /** Why it is in this state, when there is something to say (the service's reason, a network error). */
  error: appErrorSchema.nullable(),
  /** The last find's answer. */
  transaction: transactionSchema.nullable(),
  /** How a person closed it last, if ever; see closing.ts on whether that still stands. */
  closing: closingSchema.nullable(),
})
export type Sale = z.infer<typeof saleSchema>

/** One thing that happened to a sale, append-only: every write, request and look-up. */
export const saleEventSchema = z.object({
  at: z.number(),
  kind: z.enum(['prepared', 'sending', 'outcome', 'lookup', 'crash-recovery', 'note', 'closed']),
  /** The state after it. */
  state: saleStateSchema,
  httpStatus: z.number().nullable(),
  error: appErrorSchema.nullable(),
  /** The service's raw answer, secrets and card numbers cut. */
  raw: z.string().nullable(),
  /** What a person decided, when a person closed it here. */
  closing: closingSchema.nullable(),
})
export type SaleEvent = z.infer<typeof saleEventSchema>
