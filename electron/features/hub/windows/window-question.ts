import { z } from 'zod'
import {
  askedThereSchema,
  listQuestionSchema,
  listThereSchema,
} from '../../../../shared/domain/report/list-there.ts'

const questionShape = { account: z.string(), ...listQuestionSchema.shape }

/** What the thread that asks for other registers' windows is asked: where, as whom, and what. The password goes by memory alone. */
export const windowQuestionSchema = z.object({
  url: z.string(),
  ca: z.string().nullable(),
  login: z.string(),
  password: z.string(),
  ask: z.discriminatedUnion('of', [
    z.object({
      ...{ of: z.literal('window'), ...questionShape },
      /** What its amounts are in where they do not say so. */
      currency: z.string(),
      newer: z.number(),
      recent: z.number(),
      mayLease: z.boolean(),
    }),
    z.object({
      ...{ of: z.literal('asked'), account: z.string(), kind: listQuestionSchema.shape.kind },
      first: z.string(),
      last: z.string(),
    }),
    z.object({
      ...{ of: z.literal('keep'), ...questionShape },
      began: z.number(),
      settled: z.boolean(),
      /** The service's numbers of its rows, and their texts. */
      ids: z.array(z.string()),
      rows: z.array(z.string()),
    }),
    z.object({ of: z.literal('leave'), ...questionShape }),
  ]),
})
export type WindowAsk = z.output<typeof windowQuestionSchema>['ask']
export type WindowsQuestion = z.output<typeof windowQuestionSchema>

/** What is there of one question; null: nothing, and nobody gathers it. Of what is told to a hub nothing is answered. */
export const windowAnswerSchema = z.object({
  there: listThereSchema.nullable(),
  asked: z.array(askedThereSchema),
})
export type WindowAnswer = z.output<typeof windowAnswerSchema>
