import { z } from 'zod'

const statusSchema = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)])

/** A row of the ledger as SQLite gives it; its columns are named as in the schema. */
const rowSchema = z.object({
  id: z.number(),
  kind: z.enum(['sales', 'buys']),
  transaction_id: z.string(),
  customer_id: z.string().nullable(),
  product_id: z.number().nullable(),
  product_name: z.string().nullable(),
  amount: z.number(),
  currency: z.string(),
  costs: z.number(),
  delta: z.number(),
  profit: z.number(),
  prev_balance: z.number(),
  new_balance: z.number(),
  status: statusSchema,
  outcome: statusSchema,
  processing_at: z.number().nullable(),
  final_at: z.number().nullable(),
  created_at: z.number(),
  visible_at: z.number(),
  document: z.string(),
  cellphone: z.string(),
  data: z.string(),
})

/**
 * One transaction. Money in minor units, times in milliseconds since the epoch.
 * `delta` is what it does to the balance unless rejected; `profit` what it earns once approved.
 */
export const transactionSchema = rowSchema.transform((row) => ({
  id: row.id,
  kind: row.kind,
  transactionId: row.transaction_id,
  /** The `_id` that the merchant sent. */
  customerId: row.customer_id,
  productId: row.product_id,
  productName: row.product_name,
  amount: row.amount,
  currency: row.currency,
  costs: row.costs,
  delta: row.delta,
  profit: row.profit,
  prevBalance: row.prev_balance,
  newBalance: row.new_balance,
  status: row.status,
  outcome: row.outcome,
  processingAt: row.processing_at,
  /** When `status` becomes `outcome`; null once it is there. */
  finalAt: row.final_at,
  createdAt: row.created_at,
  /** find and list do not show it earlier. */
  visibleAt: row.visible_at,
  document: row.document,
  cellphone: row.cellphone,
  /** The sale's `data`, as JSON. */
  data: row.data,
}))

export type Transaction = z.infer<typeof transactionSchema>

/** What the writer of a row decides; the ledger adds identifier and balances. */
export type NewTransaction = Omit<Transaction, 'id' | 'prevBalance' | 'newBalance'>
