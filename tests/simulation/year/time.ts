import type { WorldClock } from '../clock.ts'

/**
 * Puts a world's time in the place of this process's, so that what the product does behind by timers, and whatever asks
 * what time it is, goes by the world's clock. Answers what puts the process's own back. Threads keep their own.
 */
export function takeTime(clock: WorldClock): () => void {
  const { setTimeout, clearTimeout } = globalThis
  const own = { setTimeout, clearTimeout, now: Date.now, monotonic: performance.now }
  const cancels = new WeakMap<object, () => void>()
  Object.assign(globalThis, {
    setTimeout: (work: () => void, delay = 0) => {
      const timer = { unref: () => timer, ref: () => timer }
      cancels.set(timer, clock.after(delay, work))
      return timer
    },
    clearTimeout: (timer: object | null | undefined) => {
      if (timer) cancels.get(timer)?.()
    },
  })
  Date.now = clock.now
  // What takes no time in the world takes none at all: the same seed goes the same way on any machine.
  performance.now = clock.monotonic
  return () => {
    Object.assign(globalThis, { setTimeout: own.setTimeout, clearTimeout: own.clearTimeout })
    Date.now = own.now
    performance.now = own.monotonic
  }
}
