/** Time as the features see it, so that a virtual clock can drive them. Milliseconds. */
export interface Clock {
  /** The wall clock, epoch milliseconds. */
  now(): number
  /** Only ever goes forward; means something within one run. */
  monotonic(): number
  /** Runs `work` once after `delay`; returns what cancels it. */
  after(delay: number, work: () => void): () => void
}

/** The computer's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => Math.round(performance.now()),
  after: (delay, work) => {
    const timer = setTimeout(work, delay)
    return () => clearTimeout(timer)
  },
}
