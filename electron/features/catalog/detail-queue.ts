/** What became of one product: gone on to the next, to be asked for later, or no use trying any more for now. */
export type DetailOutcome = 'done' | 'later' | 'stop'

/** Brings product details behind, a few at a time, in the order given. */
export type DetailQueue = ReturnType<typeof createDetailQueue>

/**
 * Makes a queue. `bring` waits for its turn and never rejects: it answers 'stop' when the service cannot be reached,
 * which keeps the product and pauses the queue until `resume`.
 */
export function createDetailQueue(bring: (productId: string) => Promise<DetailOutcome>, width = 2) {
  let waiting: string[] = []
  const out = new Map<string, Promise<void>>()
  let stopped = false

  function pump(): void {
    while (!stopped && out.size < width) {
      const productId = waiting.shift()
      if (productId === undefined) return
      if (!out.has(productId)) out.set(productId, work(productId))
    }
  }

  async function work(productId: string): Promise<void> {
    const outcome = await bring(productId)
    out.delete(productId)
    if (outcome !== 'done') waiting.unshift(productId)
    if (outcome === 'stop') stopped = true
    pump()
  }

  return {
    /** The products still to bring, most wanted first; replaces what was waiting. */
    fill(productIds: readonly string[]) {
      waiting = [...productIds]
      pump()
    },
    /** Goes on after a stop. */
    resume() {
      stopped = false
      pump()
    },
    /** Forgets what waits; what is out runs to its end. */
    close() {
      waiting = []
      stopped = true
    },
  }
}
