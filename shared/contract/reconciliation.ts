import { z } from 'zod'
import { dayBalanceSchema } from '../domain/balance/day-balance.ts'
import { lineHintSchema, lineKindSchema } from '../domain/sale/reconciliation.ts'
import { saleSchema } from '../domain/sale/sale.ts'
import { transactionRowSchema } from '../domain/sale/transaction.ts'
import { defineCalls } from './define.ts'

const dayText = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
const rowSchema = transactionRowSchema.omit({ raw: true })

/** One line of a day's reconciliation; see domain/reconciliation.ts on what each kind says. */
const reconciledLineSchema = z.object({
  kind: lineKindSchema,
  hint: lineHintSchema,
  sale: saleSchema.nullable(),
  row: rowSchema.nullable(),
  twin: saleSchema.nullable(),
})
export type ReconciledLine = z.infer<typeof reconciledLineSchema>

const reconciliationSchema = z.object({
  day: dayText,
  lines: z.array(reconciledLineSchema),
  /** False: a day of the list was full, so that "only here" may be an omission of the list. */
  complete: z.boolean(),
  /** The day still runs, or sales of it may still arrive (48 hours): it can change. */
  provisional: z.boolean(),
  /** null: the balance was not seen twice that day. */
  balance: dayBalanceSchema.nullable(),
  fetchedAt: z.number(),
})
export type Reconciliation = z.infer<typeof reconciliationSchema>

export const reconciliationCalls = defineCalls({
  /** Asks list for a day (and the next, for late arrivals) and holds the journal against it. RANGE_INVALID. */
  'reconciliation.day': {
    input: z.object({ day: dayText }),
    output: reconciliationSchema,
    right: 'reports',
  },
})
