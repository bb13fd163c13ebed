import { z } from 'zod'
import { tenderSchema } from '../../../shared/domain/drawer/tender.ts'
import type { SaleFacts } from '../../../shared/domain/sale/sale-machine.ts'
import { soldSchema, type Closing, type SaleEvent } from '../../../shared/domain/sale/sale.ts'
import type { Transaction } from '../../../shared/domain/sale/transaction.ts'
import type { AppError } from '../../../shared/errors.ts'

/**
 * What is about to be sold, whole, before a byte leaves: a line of intents.log, and the row of `sale` but for what is
 * left out of it. amount, cost, incentive and total are of one currency.
 */
export const intentSchema = soldSchema.extend({
  id: z.string().min(1),
  draftId: z.string().min(1),
  createdAt: z.int(),
  /** The exact text that is to be sent. */
  body: z.string(),
  shift: z.string().nullable(),
  /** How the customer pays; left out: cash, exact. */
  tender: tenderSchema.exactOptional(),
  /** The fields of `values` that tell nothing of the customer: no sale is found by them. Not kept with the sale. */
  impersonal: z.array(z.string()).exactOptional(),
})
export type Intent = z.infer<typeof intentSchema>

/** One line of a sale's history as it is written; `raw` is redacted on the way. */
export interface EventDraft {
  kind: SaleEvent['kind']
  at: number
  error: AppError | null
  startedAt?: number
  httpStatus?: number | null
  serverDate?: number | null
  raw?: string | null
  closing?: Closing
}

/** What a piece of evidence changes in a sale. */
export interface SaleChange {
  facts: SaleFacts
  transactionId?: string
  transaction?: Transaction
  /** A person's closing; without it an earlier one stays as it is. */
  closing?: Closing
}
