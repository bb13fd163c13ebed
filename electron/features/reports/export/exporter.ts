import { randomUUID } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { appErrorSchema, Failure, toAppError } from '../../../../shared/errors.ts'
import { exportedSchema, type Exported, type ExportRequest } from './export-request.ts'

const replySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), job: z.string(), done: z.int(), total: z.int() }),
  z.object({ kind: z.literal('done'), job: z.string(), exported: exportedSchema }),
  z.object({ kind: z.literal('failed'), job: z.string(), error: appErrorSchema }),
])
/** What the worker thread answers. */
export type WorkerReply = z.input<typeof replySchema>

/** Writes files in a thread of its own, started at the first export and kept warm. */
export interface Exporter {
  /** Answers what was written; throws the export's Failure, CANCELLED, EXPORT_STOPPED or EXPORT_TOO_LARGE. */
  export(
    request: ExportRequest,
    signal: AbortSignal,
    progress: (done: number, total: number) => void,
  ): Promise<Exported>
  close(): Promise<void>
}

interface Pending {
  resolve: (exported: Exported) => void
  reject: (failure: unknown) => void
  progress: (done: number, total: number) => void
}

/** From source under Node, from the bundle under Electron: the worker lies beside this file. */
function workerUrl(): URL {
  const source = import.meta.url.endsWith('.ts')
  return new URL(source ? './export-worker.ts' : './export-worker.js', import.meta.url)
}

const memoryError = z.object({ code: z.literal('ERR_WORKER_OUT_OF_MEMORY') })

/** Why the thread itself ended; what goes wrong with one file it answers. */
function failureOf(caught: unknown): Failure {
  if (memoryError.safeParse(caught).success) {
    return new Failure('EXPORT_TOO_LARGE', undefined, { cause: caught })
  }
  const { params } = toAppError(caught)
  return new Failure('EXPORT_STOPPED', params, { cause: caught })
}

export function createExporter(url: URL = workerUrl()): Exporter {
  const pending = new Map<string, Pending>()
  let worker: Worker | null = null

  function started(): Worker {
    if (worker) return worker
    // What bounds memory is how rows are read (`rowsAtOnce`) and written (SheetSink.turn); a small nursery keeps it small.
    // The heap's end is for what nobody foresaw: where this thread cannot tell of it, it ends as EXPORT_STOPPED.
    const limits = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 256 }
    const made = new Worker(url, { resourceLimits: limits })
    // The app may end while the thread waits for work.
    made.unref()
    made.on('message', (message: unknown) => {
      const reply = replySchema.parse(message)
      const job = pending.get(reply.job)
      if (!job) return
      if (reply.kind === 'progress') return job.progress(reply.done, reply.total)
      pending.delete(reply.job)
      if (reply.kind === 'done') job.resolve(reply.exported)
      else job.reject(new Failure(reply.error.code, reply.error.params))
    })
    made.on('error', (caught) => end(made, failureOf(caught)))
    made.on('exit', (code) => end(made, new Failure('EXPORT_STOPPED', { reason: `exit ${code}` })))
    worker = made
    return made
  }

  /** A thread that is no longer in use ends nothing: another may be at work. */
  function end(ended: Worker, reason: Failure): void {
    if (worker !== ended) return
    worker = null
    for (const job of pending.values()) job.reject(reason)
    pending.clear()
  }

  return {
    async export(request, signal, progress) {
      const job = randomUUID()
      const thread = started()
      const cancel = () => thread.postMessage({ kind: 'cancel', job })
      try {
        return await new Promise<Exported>((resolve, reject) => {
          pending.set(job, { resolve, reject, progress })
          thread.ref()
          thread.postMessage({ kind: 'export', job, request })
          if (signal.aborted) cancel()
          signal.addEventListener('abort', cancel)
        })
      } finally {
        signal.removeEventListener('abort', cancel)
        if (pending.size === 0) thread.unref()
      }
    },
    async close() {
      const ended = worker
      if (ended === null) return
      end(ended, new Failure('CANCELLED'))
      await ended.terminate()
    },
  }
}
