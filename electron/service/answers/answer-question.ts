import { z } from 'zod'
import { appErrorSchema } from '../../../shared/errors.ts'
import type { ReadingContext } from './readers.ts'
import { readOperationSchema, type ReadOperation } from './results.ts'

// What passes between the main thread and the one that reads large answers. Apart from both: the bundler moves what
// both import, and the main thread's side has to lie beside the worker that it starts.

/** An answer to be read. */
export interface AnswerQuestion<O extends ReadOperation = ReadOperation> {
  operation: O
  status: number
  body: Uint8Array
  context: ReadingContext
}

const answerQuestionSchema: z.ZodType<AnswerQuestion> = z.object({
  operation: readOperationSchema,
  status: z.int(),
  body: z.instanceof(Uint8Array),
  context: z.object({ currency: z.string(), secure: z.boolean() }),
})

/** What the thread is asked: to begin with an answer, and for each part of it after the first. */
export const threadQuestionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('read'), question: answerQuestionSchema }),
  z.object({ kind: z.literal('next') }),
])
export type ThreadQuestion = z.input<typeof threadQuestionSchema>

export const threadReplySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('part'), part: z.unknown() }),
  z.object({ kind: z.literal('done') }),
  z.object({ kind: z.literal('failed'), error: appErrorSchema, documented: z.boolean() }),
])
/** What the thread answers, part by part. */
export type ThreadReply = z.output<typeof threadReplySchema>
