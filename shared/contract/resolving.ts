import { z } from 'zod'
import { moneySchema } from '../domain/money/money.ts'
import { saleSchema, verdictSchema } from '../domain/sale/sale.ts'
import { serviceTimeSchema, statusSchema } from '../domain/sale/transaction.ts'
import { defineCalls } from './define.ts'

/** A record of the service (list) that may be a sale of ours: same product and amount, near in time. */
const candidateSchema = z.object({
  id: z.string(),
  /** null: none that the contract names; `statusName` still says it. */
  status: statusSchema.nullable(),
  statusName: z.string(),
  productName: z.string(),
  amount: moneySchema,
  createdAt: serviceTimeSchema.nullable(),
  /** Milliseconds from the sale's sending to the record, by the service's wall clock; null: unreadable time. */
  distanceMs: z.number().nullable(),
})
export type Candidate = z.infer<typeof candidateSchema>

export const resolvingCalls = defineCalls({
  /**
   * Asks list for the days around a sale and answers what could be it and belongs to no other sale of
   * the journal, nearest in time first. `complete` false: a day was too full to prove that this is all.
   */
  'resolving.candidates': {
    input: z.object({ saleId: z.string().min(1) }),
    output: z.object({
      candidates: z.array(candidateSchema),
      days: z.array(z.string()),
      complete: z.boolean(),
    }),
    right: 'closeReview',
  },
  /**
   * First step of closing by a person: what would be closed, as what. The token is good for this
   * sale as it is now, for ten minutes. SALE_NOT_CLOSABLE, CANDIDATE_TAKEN, CANDIDATE_CONTRADICTS.
   */
  'resolving.beginClose': {
    input: z.object({
      saleId: z.string().min(1),
      as: verdictSchema,
      /** One of those that resolving.candidates gave for this sale. */
      candidateId: z.string().nullable().default(null),
    }),
    output: z.object({ token: z.string() }),
    right: 'closeReview',
  },
  /** Second step: closes with a reason, append-only. CLOSING_OUTDATED when the sale changed meanwhile. */
  'resolving.close': {
    input: z.object({ token: z.string().min(1), reason: z.string().trim().min(4).max(500) }),
    output: saleSchema,
    right: 'closeReview',
    // The reason stands with the sale, where it can be erased: it may name a customer.
    audit: (_, sale) => ({ subject: sale.id, detail: sale.closing?.as ?? null }),
  },
})
