import crypto, { type UUID } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import type { WorldClock } from '../clock.ts'
import type { Random } from '../random.ts'

/**
 * Puts a world's time and chance in the place of this process's, so that what the product does behind by timers, and
 * whatever asks what time it is or for an identifier, goes by the world's: a seed lives the same year each time. Answers
 * what puts the process's own back.
 */
export function takeTime(clock: WorldClock, random: Random): () => void {
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
  const { randomUUID } = crypto
  takeUuids(() => uuidOf(random))
  return () => {
    takeUuids(randomUUID)
    Object.assign(globalThis, { setTimeout: own.setTimeout, clearTimeout: own.clearTimeout })
    Date.now = own.now
    performance.now = own.monotonic
  }
}

/** Also for whoever imported it by its name. */
function takeUuids(make: typeof crypto.randomUUID): void {
  crypto.randomUUID = make
  syncBuiltinESMExports()
}

function uuidOf(random: Random): UUID {
  const hex = (digits: number) =>
    Array.from({ length: digits }, () => random.int(0, 15).toString(16)).join('')
  return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`
}
