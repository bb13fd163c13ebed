import { z } from 'zod'
import { reportKindSchema, transactionRowSchema } from '../sale/transaction.ts'

/** A question to the service's list, as registers of one account ask it. Days are `YYYY-MM-DD`. */
export const listQuestionSchema = z.object({
  kind: reportKindSchema,
  dateStart: z.string(),
  dateEnd: z.string(),
})
export type KindQuestion = z.output<typeof listQuestionSchema>

/** A question that another register of the account asked, and when by the service's clock (epoch ms). */
export const askedThereSchema = z.object({
  dateStart: z.string(),
  dateEnd: z.string(),
  began: z.int(),
})
export type AskedThere = z.output<typeof askedThereSchema>

/**
 * What the other registers of an account have of a question. `came`: what the service answered one of them, asked at this moment of
 * its clock; `waiting`: one asks it now, for so many ms at most; `ours`: who asks is to gather it, and to keep it for them or to
 * leave it.
 */
export const listThereSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('came'), began: z.int(), rows: z.array(transactionRowSchema) }),
  z.object({ kind: z.literal('waiting'), ms: z.int() }),
  z.object({ kind: z.literal('ours') }),
])
export type ListThere = z.output<typeof listThereSchema>
