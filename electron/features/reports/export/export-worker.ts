import { parentPort } from 'node:worker_threads'
import { z } from 'zod'
import { Failure, toAppError } from '../../../../shared/errors.ts'
import { exportRequestSchema } from './export-request.ts'
import { runExport } from './run-export.ts'
import type { WorkerReply } from './exporter.ts'

/** Entry of the worker thread that writes files: one export after another, each cancellable. */
const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('export'), job: z.string(), request: exportRequestSchema }),
  z.object({ kind: z.literal('cancel'), job: z.string() }),
])

const port = parentPort
if (!port) throw new Error('this file is the entry of a worker thread')
const cancelled = new Set<string>()
let last: Promise<void> = Promise.resolve()

port.on('message', (message: unknown) => {
  const parsed = messageSchema.parse(message)
  if (parsed.kind === 'cancel') cancelled.add(parsed.job)
  else last = last.then(() => work(parsed.job, parsed.request))
})

async function work(job: string, request: z.output<typeof exportRequestSchema>): Promise<void> {
  const reply = (message: WorkerReply) => port?.postMessage(message)
  const check = () => {
    if (cancelled.has(job)) throw new Failure('CANCELLED')
  }
  try {
    // It may have been called off while it waited.
    check()
    const progress = (done: number, total: number) => reply({ kind: 'progress', job, done, total })
    const exported = await runExport(request, { progress, check })
    reply({ kind: 'done', job, exported })
  } catch (caught) {
    reply({ kind: 'failed', job, error: toAppError(caught) })
  } finally {
    cancelled.delete(job)
  }
}
