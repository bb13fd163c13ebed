import { z } from 'zod'
import { profileSchema } from '../../../../shared/contract/connection.ts'
import { registersReadSchema } from '../../../../shared/domain/report/registers.ts'
import { readerSchema } from '../kept-reader.ts'

/** What the thread that reads of several registers is asked. The password goes by memory alone. */
export const mirrorQuestionSchema = z.object({
  reader: readerSchema,
  password: z.string(),
  ask: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('choices') }),
    z.object({
      kind: z.literal('fill'),
      /** Where whoever asks has taken a place. */
      folder: z.string(),
      profile: profileSchema.nullable(),
      account: z.string().nullable(),
      days: z.object({ from: z.iso.date(), to: z.iso.date() }),
      only: z.string().nullable(),
    }),
  ]),
})
export type MirrorQuestion = z.output<typeof mirrorQuestionSchema>

export const choicesAnswerSchema = z.object({
  accounts: z.array(z.object({ scope: z.string(), name: z.string() })),
  registers: z.array(
    z.object({ code: z.string(), name: z.string(), branch: z.string().nullable() }),
  ),
})
export type ChoicesAnswer = z.output<typeof choicesAnswerSchema>

export const filledSchema = z.object({
  profile: profileSchema,
  isOwn: z.boolean(),
  read: registersReadSchema,
})

export const fillProgressSchema = z.object({ share: z.number(), rows: z.int() })
