import { randomUUID } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { Failure, toAppError } from '../../../shared/errors.ts'
import { threadReplySchema, type AnswerQuestion, type ThreadReply } from './answer-question.ts'
import { fromParts } from './parts.ts'
import type { Reading } from './readers.ts'
import { resultSchemas, type ReadOperation, type Results } from './results.ts'

/**
 * Reads answers in a thread of its own, started with the first of them: the register goes on meanwhile. One after the
 * other: an answer that ends the thread takes no other with it, and the time of each is its own.
 */
export interface AnswerThread {
  /** Like readAnswer. Throws ANSWER_TOO_LARGE for what needs more memory or time than any answer may, CANCELLED. */
  read<O extends ReadOperation>(question: AnswerQuestion<O>): Promise<Reading<Results[O]>>
  close(): Promise<void>
}

/** From source under Node, from the bundle under Electron: the worker lies beside this file. */
function workerUrl(): URL {
  const source = import.meta.url.endsWith('.ts')
  return new URL(source ? './answer-worker.ts' : './answer-worker.js', import.meta.url)
}

const memoryError = z.object({ code: z.literal('ERR_WORKER_OUT_OF_MEMORY') })

/** Why the thread itself ended; what is wrong with one answer it says. */
function failureOf(cause: unknown): Failure {
  if (memoryError.safeParse(cause).success) {
    return new Failure('ANSWER_TOO_LARGE', undefined, { cause })
  }
  const { code, params } = toAppError(cause)
  return new Failure(code, params, { cause })
}

/** How long one answer may take, in milliseconds: an honest one of the largest size takes a second or two. */
const readingLimit = 20_000

export function createAnswerThread(limit = readingLimit): AnswerThread {
  const pending = new Map<string, PromiseWithResolvers<ThreadReply>>()
  let worker: Worker | null = null
  let last: Promise<unknown> = Promise.resolve()
  let isClosed = false

  function started(): Worker {
    if (isClosed) throw new Failure('CANCELLED')
    if (worker) return worker
    // An honest answer of the largest size takes a third of this.
    const made = new Worker(workerUrl(), { resourceLimits: { maxOldGenerationSizeMb: 512 } })
    made.on('message', (message: unknown) => {
      const { job } = z.object({ job: z.string() }).parse(message)
      pending.get(job)?.resolve(threadReplySchema.parse(message))
    })
    made.on('error', (caught) => end(made, failureOf(caught)))
    made.on('exit', () => end(made, new Failure('CANCELLED')))
    // The app may end while the thread waits for work. Last: whoever listens holds the app open again.
    made.unref()
    worker = made
    return made
  }

  /** Whatever the thread was at, and had still to do, is lost. */
  function end(ended: Worker, reason: Failure): void {
    if (worker !== ended) return
    worker = null
    for (const { reject } of pending.values()) reject(reason)
  }

  async function ask(job: string, message: object): Promise<ThreadReply> {
    const thread = started()
    const waiting = Promise.withResolvers<ThreadReply>()
    pending.set(job, waiting)
    thread.postMessage({ job, ...message })
    const timer = setTimeout(() => {
      end(thread, new Failure('ANSWER_TOO_LARGE'))
      void thread.terminate()
    }, limit)
    try {
      return await waiting.promise
    } finally {
      clearTimeout(timer)
      pending.delete(job)
    }
  }

  async function readOne<O extends ReadOperation>(
    question: AnswerQuestion<O>,
  ): Promise<Reading<Results[O]>> {
    const job = randomUUID()
    const parts: Results[O][] = []
    const schema: z.ZodType<Results[O]> = resultSchemas[question.operation]
    let reply = await ask(job, { kind: 'read', question })
    while (reply.kind === 'part') {
      parts.push(schema.parse(reply.part))
      reply = await ask(job, { kind: 'next' })
    }
    if (reply.kind === 'failed') return reply
    const value = fromParts(question.operation, parts)
    if (value === undefined) throw new TypeError('a result without parts')
    return { kind: 'read', value }
  }

  return {
    read(question) {
      const mine = last.then(() => readOne(question))
      last = mine.catch(() => undefined)
      return mine
    },
    async close() {
      isClosed = true
      await worker?.terminate()
    },
  }
}
