import { parentPort } from 'node:worker_threads'
import { playShops, type Seeds } from './play-shops.ts'

// A seed that fails is told by its words and played again for the rest: here a stack would only take time.
Error.stackTraceLimit = 0

/** Plays batches of seeds, one after the other, for whoever started this thread. */
parentPort?.on('message', ({ from, count }: Seeds) => {
  void playShops(from, count).then((totals) => parentPort?.postMessage(totals))
})
