import { Failure } from '../../../shared/errors.ts'
import { createSerialQueue } from '../../async/serial-queue.ts'

/** Work that can be ended by its name, and that is waited for at the end. */
export interface Jobs {
  /** Runs a job that `cancel` can end. */
  run<T>(jobId: string, work: (signal: AbortSignal) => Promise<T>): Promise<T>
  /**
   * One at a time: a second one waits, and then finds what the first one brought. A cancel ends the wait at once
   * (CANCELLED); the turn itself is then given up when it comes.
   */
  inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>
  cancel(jobId: string): void
  /** Cancels what runs and waits for it. */
  close(): Promise<void>
}

export function createJobs(): Jobs {
  const stops = new Map<string, AbortController>()
  const running = new Set<Promise<unknown>>()
  const queue = createSerialQueue()
  return {
    async run(jobId, work) {
      const stop = new AbortController()
      stops.set(jobId, stop)
      const done = work(stop.signal)
      running.add(done)
      try {
        return await done
      } finally {
        running.delete(done)
        stops.delete(jobId)
      }
    },
    inTurn(signal, work) {
      const cancelled = Promise.withResolvers<never>()
      const cancel = () => cancelled.reject(new Failure('CANCELLED'))
      const turn = queue.add(() => {
        // From here on the work itself ends by the signal, and is waited for.
        signal.removeEventListener('abort', cancel)
        if (signal.aborted) throw new Failure('CANCELLED')
        return work()
      })
      signal.addEventListener('abort', cancel)
      return Promise.race([turn, cancelled.promise])
    },
    cancel: (jobId) => stops.get(jobId)?.abort(),
    async close() {
      for (const stop of stops.values()) stop.abort()
      // An export that ends by itself takes its unfinished file with it.
      await Promise.allSettled(running)
      await queue.idle()
    },
  }
}
