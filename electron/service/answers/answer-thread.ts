import type { z } from 'zod'
import { createSerialQueue } from '../../async/serial-queue.ts'
import { createThread, isOutOfMemory, workerBeside } from '../../async/thread.ts'
import { withTimeout } from '../../async/time-limit.ts'
import { Failure, toFailure } from '../../../shared/errors.ts'
import {
  threadReplySchema,
  type AnswerQuestion,
  type ThreadQuestion,
  type ThreadReply,
} from './answer-question.ts'
import { fromParts } from './parts.ts'
import type { Reading } from './readers.ts'
import { resultSchemas, type ReadOperation, type Results } from './results.ts'

/**
 * Reads answers in a thread of its own, started with the first of them: the register goes on meanwhile. One after the
 * other: an answer that ends the thread takes no other with it, and the time of each is its own.
 */
export interface AnswerThread {
  /** Like readAnswer; the body is handed over. Throws ANSWER_TOO_LARGE for what needs more memory or time than any answer may, CANCELLED. */
  read<O extends ReadOperation>(question: AnswerQuestion<O>): Promise<Reading<Results[O]>>
  close(): Promise<void>
}

/** Why the thread itself ended; what is wrong with one answer it says. */
function died(cause: unknown): Failure {
  return isOutOfMemory(cause)
    ? new Failure('ANSWER_TOO_LARGE', undefined, { cause })
    : toFailure(cause)
}

/** A report asks for one page after the other; a catalog that was read is in the thread's memory until it ends. */
const warmMs = 10_000

/** How long one answer may take, in milliseconds: an honest one of the largest size takes a second or two. */
const readingLimit = 20_000

export function createAnswerThread(limit = readingLimit): AnswerThread {
  const thread = createThread({
    url: workerBeside(import.meta.url, 'answer-worker'),
    died,
    // An honest answer of the largest size takes a third of this.
    limits: { maxOldGenerationSizeMb: 512 },
    warmMs,
  })
  const queue = createSerialQueue()
  let isClosed = false

  async function ask(question: ThreadQuestion, moved?: ArrayBuffer): Promise<ThreadReply> {
    // A question would start another thread.
    if (isClosed) throw new Failure('CANCELLED')
    return withTimeout(
      thread.ask(question, threadReplySchema, { moved: moved ? [moved] : [] }),
      limit,
      () => {
        const slow = new Failure('ANSWER_TOO_LARGE')
        void thread.end(slow)
        throw slow
      },
    )
  }

  async function readOne<O extends ReadOperation>(
    question: AnswerQuestion<O>,
  ): Promise<Reading<Results[O]>> {
    const parts: Results[O][] = []
    const schema: z.ZodType<Results[O]> = resultSchemas[question.operation]
    // What is that large has a buffer of its own.
    const { buffer } = question.body
    const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === question.body.byteLength
    let reply = await ask({ kind: 'read', question }, isOwn ? buffer : undefined)
    while (reply.kind === 'part') {
      parts.push(schema.parse(reply.part))
      reply = await ask({ kind: 'next' })
    }
    if (reply.kind === 'failed') return reply
    const value = fromParts(question.operation, parts)
    if (value === undefined) throw new TypeError('a result without parts')
    return { kind: 'read', value }
  }

  return {
    read: (question) => queue.add(() => readOne(question)),
    async close() {
      isClosed = true
      await thread.end()
    },
  }
}
