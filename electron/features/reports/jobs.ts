import { Failure } from '../../../shared/errors.ts'
import { createSerialQueue } from '../../async/serial-queue.ts'

/** Work that can be ended by its name, and that is waited for at the end. */
export type Jobs = ReturnType<typeof createJobs>

export function createJobs() {
  const stops = new Map<string, AbortController>()
  const running = new Set<Promise<unknown>>()
  const queue = createSerialQueue()
  return {
    /** Runs a job that `cancel` can end. */
    async run<T>(jobId: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
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
    /**
     * One at a time: a second one waits, and then finds what the first one brought. A cancel ends the wait at once
     * (CANCELLED); the turn itself is then given up when it comes.
     */
    inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
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
    cancel: (jobId: string): void => stops.get(jobId)?.abort(),
    /** Cancels what runs and waits for it. */
    async close(): Promise<void> {
      for (const stop of stops.values()) stop.abort()
      // An export that ends by itself takes its unfinished file with it.
      await Promise.allSettled(running)
      await queue.idle()
    },
  }
}
