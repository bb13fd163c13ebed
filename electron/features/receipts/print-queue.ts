import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { PrintJob } from '../../../shared/contract/receipts.ts'
import { toAppError } from '../../../shared/errors.ts'

/** Something to print, one after the other; nothing waits for it but what is to be printed after it. */
export interface PrintWork {
  saleId: string | null
  title: string
  /** Puts it on paper; rejects with why not. `signal` ends it when the app closes. */
  run(signal: AbortSignal): Promise<void>
}

/** The papers on their way. */
export interface PrintQueue {
  /** Queues work and answers its job at once. */
  add(work: PrintWork): PrintJob
  /** What is on its way, and what failed and was not dismissed; oldest first. */
  jobs(): PrintJob[]
  /** Queues the same work again; false: there is no such failed job. */
  retry(jobId: string): boolean
  dismiss(jobId: string): void
  /** Settles once nothing is on its way. */
  idle(): Promise<void>
  /** Begins nothing more and ends what is printing. */
  close(): Promise<void>
}

/** More failures than this say the same; the oldest are forgotten. */
const mostFailed = 20

/** A paper that was cancelled in its dialog is nobody's problem. */
const isCancelled = ({ error }: PrintJob) => error?.code === 'PRINT_CANCELLED'

/** One printer, one line of papers. `tell` hears of every change. */
export function createPrintQueue(deps: {
  now: () => number
  tell: (jobs: PrintJob[]) => void
}): PrintQueue {
  const entries: { job: PrintJob; work: PrintWork }[] = []
  const closing = new AbortController()
  let running: Promise<void> | null = null

  const jobs = () => entries.map(({ job }) => ({ ...job }))

  function change(job: PrintJob, to: Partial<PrintJob>): void {
    Object.assign(job, to)
    deps.tell(jobs())
  }

  function drop(jobId: string): void {
    const index = entries.findIndex(({ job }) => job.id === jobId)
    if (index >= 0) entries.splice(index, 1)
  }

  const waiting = () => entries.find(({ job }) => job.state === 'waiting')

  function begin(): void {
    if (closing.signal.aborted) return
    running ??= work().finally(() => {
      running = null
      // What was queued between the last look and here.
      if (waiting()) begin()
    })
  }

  async function work(): Promise<void> {
    for (;;) {
      // Whoever queued goes on first: printing begins when nothing else has to be done.
      await setImmediate()
      const next = waiting()
      if (!next || closing.signal.aborted) return
      await print(next)
    }
  }

  async function print({ job, work }: (typeof entries)[number]): Promise<void> {
    change(job, { state: 'printing' })
    try {
      await work.run(closing.signal)
      drop(job.id)
      deps.tell([...jobs(), { ...job, state: 'done' }])
    } catch (caught) {
      Object.assign(job, { state: 'failed', error: toAppError(caught) })
      if (isCancelled(job)) drop(job.id)
      const failed = entries.filter((one) => one.job.state === 'failed')
      if (failed.length > mostFailed) drop(failed[0]?.job.id ?? '')
      deps.tell(jobs())
    }
  }

  return {
    jobs,
    add(work) {
      const job: PrintJob = {
        id: randomUUID(),
        at: deps.now(),
        saleId: work.saleId,
        title: work.title,
        state: 'waiting',
        error: null,
      }
      entries.push({ job, work })
      deps.tell(jobs())
      begin()
      return { ...job }
    },
    retry(jobId) {
      const entry = entries.find(({ job }) => job.id === jobId && job.state === 'failed')
      if (!entry) return false
      change(entry.job, { state: 'waiting', error: null, at: deps.now() })
      begin()
      return true
    },
    dismiss(jobId) {
      const entry = entries.find(({ job }) => job.id === jobId && job.state === 'failed')
      if (!entry) return
      drop(jobId)
      deps.tell(jobs())
    },
    idle: async () => {
      while (running) await running
    },
    async close() {
      closing.abort()
      await running
    },
  }
}
