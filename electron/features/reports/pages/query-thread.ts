import { randomUUID } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import type { z } from 'zod'
import type { ReportTotals } from '../../../../shared/contract/reports.ts'
import { Failure } from '../../../../shared/errors.ts'
import { reportReplySchema, type ReportQuestion } from './query-question.ts'

/**
 * Reads that go over hundreds of thousands of rows, in a thread of its own with its own connection: the register goes
 * on selling meanwhile. Started with the first of them.
 */
export interface QueryThread {
  places(question: Omit<Extract<ReportQuestion, { kind: 'places' }>, 'kind'>): Promise<Float64Array>
  totals(question: Omit<Extract<ReportQuestion, { kind: 'totals' }>, 'kind'>): Promise<ReportTotals>
  close(): Promise<void>
}

/** From source under Node, from the bundle under Electron: the worker lies beside this file. */
function workerUrl(): URL {
  const source = import.meta.url.endsWith('.ts')
  return new URL(source ? './query-worker.ts' : './query-worker.js', import.meta.url)
}

type Answer = z.output<typeof reportReplySchema>['answer']

export function createQueryThread(url: URL = workerUrl()): QueryThread {
  const pending = new Map<string, PromiseWithResolvers<Answer>>()
  let worker: Worker | null = null

  function started(): Worker {
    if (worker) return worker
    const made = new Worker(url)
    made.unref()
    made.on('message', (message: unknown) => {
      const { job, answer } = reportReplySchema.parse(message)
      pending.get(job)?.resolve(answer)
    })
    const end = (reason: unknown) => {
      if (worker === made) worker = null
      for (const { reject } of pending.values()) reject(reason)
    }
    made.on('error', end)
    made.on('exit', () => end(new Failure('CANCELLED')))
    worker = made
    return made
  }

  async function ask(question: ReportQuestion): Promise<Exclude<Answer, { kind: 'failed' }>> {
    const job = randomUUID()
    const waiting = Promise.withResolvers<Answer>()
    pending.set(job, waiting)
    try {
      started().postMessage({ job, question })
      const answer = await waiting.promise
      if (answer.kind === 'failed') throw new Failure(answer.error.code, answer.error.params)
      return answer
    } finally {
      pending.delete(job)
    }
  }

  return {
    async places(question) {
      const answer = await ask({ kind: 'places', ...question })
      if (answer.kind !== 'places') throw new TypeError('not the places asked for')
      return answer.places
    },
    async totals(question) {
      const answer = await ask({ kind: 'totals', ...question })
      if (answer.kind !== 'totals') throw new TypeError('not the totals asked for')
      return answer.totals
    },
    async close() {
      await worker?.terminate()
    },
  }
}
