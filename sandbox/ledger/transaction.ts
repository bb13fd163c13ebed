import { z } from 'zod'

const statusSchema = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)])

/**
 * One transaction, a row of the ledger. Money in minor units, times in milliseconds since the epoch.
 * `delta` is what it does to the balance unless rejected; `profit` what it earns once approved.
 */
const transactionSchema = z.object({
  id: z.number(),
  kind: z.enum(['sales', 'buys']),
  transactionId: z.string(),
  /** The `_id` that the merchant sent. */
  customerId: z.string().nullable(),
  productId: z.number().nullable(),
  productName: z.string().nullable(),
  amount: z.number(),
  currency: z.string(),
  costs: z.number(),
  delta: z.number(),
  profit: z.number(),
  prevBalance: z.number(),
  newBalance: z.number(),
  status: statusSchema,
  outcome: statusSchema,
  processingAt: z.number().nullable(),
  /** When `status` becomes `outcome`; null once it is there. */
  finalAt: z.number().nullable(),
  createdAt: z.number(),
  /** find and list do not show it earlier. */
  visibleAt: z.number(),
  document: z.string(),
  cellphone: z.string(),
  /** The sale's `data`, as JSON. */
  data: z.string(),
})

export type LedgerTransaction = z.infer<typeof transactionSchema>

/** What the writer of a row decides; the ledger adds identifier and balances. */
export type NewTransaction = Omit<LedgerTransaction, 'id' | 'prevBalance' | 'newBalance'>

const FIELDS = Object.keys(transactionSchema.shape)

/** A field's column, as the schema names it: `product_id` for `productId`. */
const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Writes a whole transaction, its fields as named parameters. */
export const INSERT = `INSERT INTO transactions (${FIELDS.map(columnOf).join(', ')})
  VALUES (${FIELDS.map((field) => `:${field}`).join(', ')})`

/** A row as SQLite gives it. */
export const transactionOf = (row: Record<string, unknown>): LedgerTransaction =>
  transactionSchema.parse(Object.fromEntries(FIELDS.map((field) => [field, row[columnOf(field)]])))
