import { parentPort } from 'node:worker_threads'
import { runSeed } from './run-seed.ts'
import { noTotals, withSeed } from './totals.ts'

/** Seeds from `from` up to, not including, `to`. */
export interface Batch {
  from: number
  to: number
  files: boolean
}

// A seed that fails is told by its words and played again for the rest: here a stack would only take time.
Error.stackTraceLimit = 0

/** Runs batches of seeds, one after the other, for whoever started this thread. */
parentPort?.on('message', (batch: Batch) => {
  void runBatch(batch).then((totals) => parentPort?.postMessage(totals))
})

async function runBatch({ from, to, files }: Batch) {
  let totals = noTotals()
  for (let seed = from; seed < to; seed += 1) {
    totals = withSeed(totals, await runSeed({ seed, files }))
  }
  return totals
}
