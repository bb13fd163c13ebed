import { setImmediate as nextTurn } from 'node:timers/promises'

/** Goes through work that is done in steps, and lets others have their turn between them. */
export async function inTurns<T>(steps: Generator<void, T>): Promise<T> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await nextTurn()
  }
}
