import { z } from 'zod'
import { moneySchema } from '../money/money.ts'

/** Transaction status by identifier (contract, States and transitions). */
export const statusIds = {
  PENDING: 1,
  APPROVED: 2,
  REJECTED: 3,
  PROCESSING: 4,
  PARTIAL: 5,
} as const
export const statusSchema = z.enum(['PENDING', 'APPROVED', 'REJECTED', 'PROCESSING', 'PARTIAL'])
export type TransactionStatus = z.infer<typeof statusSchema>

/** The status of an identifier, or null for one the contract does not name. */
export function statusFromId(id: number): TransactionStatus | null {
  return statusSchema.options.find((status) => statusIds[status] === id) ?? null
}

/** A status that the service will not move from; PARTIAL waits for a person, but does not move. */
export function isFinalStatus(status: TransactionStatus | null): boolean {
  return status === 'APPROVED' || status === 'REJECTED' || status === 'PARTIAL'
}

/**
 * A moment as the service writes it: wall-clock text of the service (UTC-5 in both countries, taken
 * as such because the contract is silent), normalised to `YYYY-MM-DDTHH:mm:ss`, and the text as it came.
 */
export const serviceTimeSchema = z.object({ local: z.string(), raw: z.string() })
export type ServiceTime = z.infer<typeof serviceTimeSchema>

const namedSchema = z.object({ id: z.string(), name: z.string() })

/** A transaction as find returns it (contract, Transaction). Ids are texts: they come as either. */
export const transactionSchema = z.object({
  id: z.string(),
  amount: moneySchema,
  costs: moneySchema.nullable(),
  prevBalance: moneySchema.nullable(),
  newBalance: moneySchema.nullable(),
  createdAt: serviceTimeSchema.nullable(),
  product: namedSchema.nullable(),
  /** null when the identifier is none that the contract names; `statusName` still says it. */
  status: statusSchema.nullable(),
  statusId: z.string(),
  statusName: z.string(),
  person: z.object({ document: z.string(), cellphone: z.string() }).nullable(),
  paymentMethod: z.object({ id: z.string(), name: z.string(), image: z.string() }).nullable(),
})
export type Transaction = z.infer<typeof transactionSchema>

/** Which of the two reports (contract, Endpoints 7 and 8). */
export const reportKindSchema = z.enum(['sales', 'buys'])
export type ReportKind = z.infer<typeof reportKindSchema>

/** One row of a report as list returns it. `amount` null: unreadable, `raw` still holds it. */
export const transactionRowSchema = z.object({
  id: z.string(),
  status: statusSchema.nullable(),
  statusId: z.string(),
  statusName: z.string(),
  /** null in buys reports. */
  product: namedSchema.nullable(),
  amount: moneySchema.nullable(),
  createdAt: serviceTimeSchema.nullable(),
  /** The row's JSON text exactly as it came. */
  raw: z.string(),
})
export type TransactionRow = z.infer<typeof transactionRowSchema>
