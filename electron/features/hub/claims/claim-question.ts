import { z } from 'zod'
import { soldThereSchema } from '../../../../shared/domain/sale/sold-there.ts'

const saleShape = {
  saleId: z.string(),
  service: z.string(),
  productId: z.string(),
  reference: z.string(),
  amount: z.int(),
  currency: z.string(),
}

/** What the thread that asks the other registers is asked: where, as whom, and what. The password goes by memory alone. */
export const claimQuestionSchema = z.object({
  url: z.string(),
  ca: z.string().nullable(),
  login: z.string(),
  password: z.string(),
  ask: z.discriminatedUnion('kind', [
    /** Only that there is a connection, so that no sale waits for one. */
    z.object({ kind: z.literal('ready') }),
    z.object({
      ...{ kind: z.literal('claim'), ...saleShape },
      withinMs: z.int(),
      but: z.array(z.string()),
      anyway: z.boolean(),
    }),
    z.object({ kind: z.literal('unclaim'), saleId: z.string() }),
  ]),
})
export type ClaimQuestion = z.output<typeof claimQuestionSchema>

/** Who else sells the same; null: nobody, or that was not asked. */
export const claimAnswerSchema = soldThereSchema.nullable()
export type ClaimAnswer = z.output<typeof claimAnswerSchema>
