/** Work that is done one after another, whatever became of the one before. */
export interface SerialQueue {
  /** Answers, or fails, as the work does when its turn has come. */
  add<T>(work: () => T | Promise<T>): Promise<T>
  /** Settles when all that was added has ended. */
  idle(): Promise<void>
}

export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve()
  return {
    add(work) {
      const mine = last.then(work)
      // Whoever added it hears of its failure; the next one is done all the same.
      last = mine.catch(() => undefined)
      return mine
    },
    idle: async () => void (await last),
  }
}
