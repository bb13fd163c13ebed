import { extname } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  parentPort,
  receiveMessageOnPort,
  Worker,
  type ResourceLimits,
  type Transferable,
} from 'node:worker_threads'
import { z } from 'zod'
import { appErrorSchema, Failure, toAppError } from '../../shared/errors.ts'
import { createSerialQueue } from './serial-queue.ts'

// Both sides of a thread: `createThread` for who asks, `answerInThread` for the file that runs in it.

/**
 * The file of a thread, beside the one that starts it (`import.meta.url`): from source under Node, from the bundle under
 * Electron. What the thread itself imports may not start it: the bundler moves what both import to another folder.
 */
export const workerBeside = (starter: string, name: string): URL =>
  new URL(`./${name}${extname(starter)}`, starter)

/**
 * Left to itself a thread's nursery grows to what its largest work filled, up to 192 MB, and stays while it waits for the
 * next question. The main thread's is left alone: sales are made there, and the smaller the more often it is cleared.
 */
const smallNursery: ResourceLimits = { maxYoungGenerationSizeMb: 12 }

const memoryError = z.object({ code: z.literal('ERR_WORKER_OUT_OF_MEMORY') })
/** Whether a thread died of what it needed beyond its limits. */
export const isOutOfMemory = (cause: unknown) => memoryError.safeParse(cause).success

/** A thread of its own, started with the first question; the app may end while it waits for more. */
export interface Thread {
  /**
   * Asks, and reads the answer by its schema. `progress` hears what the thread tells meanwhile; once the signal aborts,
   * the thread ends its work with CANCELLED as soon as it looks.
   * @throws Failure as the thread answered it, what `died` makes of its end, or the reason it was ended for
   */
  ask<A>(question: object, schema: z.ZodType<A>, options?: AskOptions): Promise<A>
  /** Ends it, whatever it is at: what was asked fails with the reason (CANCELLED). The next question starts another. */
  end(reason?: Failure): Promise<void>
}

interface AskOptions {
  progress?: (told: unknown) => void
  signal?: AbortSignal
  /** What of the question is handed over and not copied: it is of no use here any more. */
  moved?: readonly Transferable[]
}

interface Pending extends PromiseWithResolvers<unknown> {
  progress: ((told: unknown) => void) | undefined
}

const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ask'), job: z.int(), question: z.unknown() }),
  z.object({ kind: z.literal('cancel'), job: z.int() }),
])

const replySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), job: z.int(), told: z.unknown() }),
  z.object({ kind: z.literal('answer'), job: z.int(), answer: z.unknown() }),
  z.object({ kind: z.literal('failed'), job: z.int(), error: appErrorSchema }),
])

/**
 * `died`: what the questions fail with whose thread ended by itself, of this error. `warmMs`: how long it is kept for
 * the next question, in milliseconds; what it read stays in its memory as long. Left out: always.
 */
export function createThread(options: {
  url: URL
  died: (cause: unknown) => Failure
  limits?: ResourceLimits
  warmMs?: number
}): Thread {
  const { url, died, limits = {}, warmMs } = options
  const pending = new Map<number, Pending>()
  let worker: Worker | null = null
  let jobs = 0
  let cooling: NodeJS.Timeout | undefined

  function started(): Worker {
    if (worker) return worker
    const made = new Worker(url, { resourceLimits: { ...smallNursery, ...limits } })
    made.on('message', hear)
    made.on('error', (cause) => forget(made, died(cause)))
    made.on('exit', (code) => forget(made, died(new Error(`exit ${code}`))))
    worker = made
    return made
  }

  function hear(message: unknown): void {
    const reply = replySchema.parse(message)
    const job = pending.get(reply.job)
    if (reply.kind === 'progress') job?.progress?.(reply.told)
    else if (reply.kind === 'answer') job?.resolve(reply.answer)
    else job?.reject(new Failure(reply.error.code, reply.error.params))
  }

  /** A thread that is no longer in use ends nothing: another may be at work. */
  function forget(ended: Worker, reason: Failure): void {
    if (worker !== ended) return
    worker = null
    for (const { reject } of pending.values()) reject(reason)
    pending.clear()
  }

  async function end(reason = new Failure('CANCELLED')): Promise<void> {
    clearTimeout(cooling)
    const ended = worker
    if (ended === null) return
    forget(ended, reason)
    await ended.terminate()
  }

  /** Nothing is asked of it now. */
  function rest(thread: Worker): void {
    thread.unref()
    if (warmMs !== undefined && thread === worker)
      cooling = setTimeout(() => void end(), warmMs).unref()
  }

  return {
    async ask(question, schema, { progress, signal, moved = [] } = {}) {
      clearTimeout(cooling)
      const thread = started()
      const job = ++jobs
      const reply = Promise.withResolvers<unknown>()
      const cancel = () => thread.postMessage({ kind: 'cancel', job })
      pending.set(job, { ...reply, progress })
      // After its listeners: whoever listens holds the app open again.
      thread.ref()
      try {
        thread.postMessage({ kind: 'ask', job, question }, moved)
        if (signal?.aborted) cancel()
        signal?.addEventListener('abort', cancel)
        return schema.parse(await reply.promise)
      } finally {
        signal?.removeEventListener('abort', cancel)
        pending.delete(job)
        if (pending.size === 0) rest(thread)
      }
    },
    end,
  }
}

/** What the work on one question may say to who asked it. */
export interface Asker {
  progress(told: unknown): void
  /** @throws Failure CANCELLED once the answer is not wanted any more */
  check(): void
}

/**
 * Makes a file the entry of a thread: it answers one question after another. What `answer` throws goes back as an error
 * of the closed list; `moved` names what of an answer is handed over and not copied.
 */
export function answerInThread<Q, A>(
  schema: z.ZodType<Q>,
  answer: (question: Q, asker: Asker) => A | Promise<A>,
  moved: (answer: A) => readonly Transferable[] = () => [],
): void {
  const port = parentPort
  if (!port) throw new Error('this file is the entry of a worker thread')
  const reply = (message: z.input<typeof replySchema>, move: readonly Transferable[] = []) =>
    port.postMessage(message, move)
  const waiting = () => receiveMessageOnPort(port)
  const cancelled = new Set<number>()
  const queue = createSerialQueue()

  async function work(job: number, question: unknown): Promise<void> {
    const check = () => {
      // What was said behind the work is heard first, also where the thread came to no turn of its own meanwhile.
      for (let said = waiting(); said; said = waiting()) hear(said.message)
      if (cancelled.has(job)) throw new Failure('CANCELLED')
    }
    try {
      await nextTurn()
      // It may have been called off while it waited.
      check()
      const progress = (told: unknown) => reply({ kind: 'progress', job, told })
      const said = await answer(schema.parse(question), { progress, check })
      reply({ kind: 'answer', job, answer: said }, moved(said))
    } catch (caught) {
      reply({ kind: 'failed', job, error: toAppError(caught) })
    } finally {
      cancelled.delete(job)
    }
  }

  function hear(message: unknown): void {
    const told = messageSchema.parse(message)
    if (told.kind === 'cancel') cancelled.add(told.job)
    else void queue.add(() => work(told.job, told.question))
  }
  port.on('message', hear)
}
