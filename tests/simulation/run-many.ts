import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { addTotals, noTotals, type Totals } from './totals.ts'
import type { Batch } from './worker.ts'

/** So many seeds at a time, so that the threads end together. */
const batchSize = 50

/** Batches of the seeds from `from` on. */
export function batches(from: number, count: number, files: boolean): Batch[] {
  const end = from + count
  const starts = Array.from(
    { length: Math.ceil(count / batchSize) },
    (_, i) => from + i * batchSize,
  )
  return starts.map((start) => ({ from: start, to: Math.min(start + batchSize, end), files }))
}

/**
 * Runs batches on as many threads as there are cores; asks for the next batch until there is none.
 * `onProgress` hears the sums so far.
 */
export const runMany = (
  next: () => Batch | null,
  onProgress: (totals: Totals) => void = () => undefined,
): Promise<Totals> =>
  onThreads(
    { file: join(import.meta.dirname, 'worker.ts'), none: noTotals(), add: addTotals },
    next,
    onProgress,
  )

/** What threads of one file do with batches of one kind, and how their sums are added. */
interface Threads<T> {
  file: string
  none: T
  add: (one: T, other: T) => T
}

export async function onThreads<B, T>(
  { file, none, add }: Threads<T>,
  next: () => B | null,
  onProgress: (totals: T) => void = () => undefined,
): Promise<T> {
  let totals = none

  async function work(): Promise<void> {
    const worker = new Worker(file)
    try {
      for (let batch = next(); batch !== null; batch = next()) {
        const sums = await ask<T>(worker, batch)
        totals = add(totals, sums)
        onProgress(totals)
      }
    } finally {
      await worker.terminate()
    }
  }

  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work))
  return totals
}

function ask<T>(worker: Worker, batch: unknown): Promise<T> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.once('message', (totals: T) => {
      worker.off('error', reject)
      resolve(totals)
    })
    worker.postMessage(batch)
  })
}
