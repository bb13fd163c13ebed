import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '../../../shared/errors.ts'
import { serverDateOf } from './wire.ts'
import type { Operation } from '../operation.ts'
import type { WireAnswer } from './wire.ts'

/**
 * When the service may be asked (the contract is silent: Limits). What it says of that in its answers is heeded: a 429
 * or 503 with Retry-After by every read, RateLimit-Remaining and RateLimit-Reset by what goes on behind.
 */
export interface Pace {
  /** Hears what an answer says of how often to ask; answers for how many seconds to let it be, null when it says nothing. */
  heard(operation: Operation, answer: WireAnswer): number | null
  /**
   * Waits until an operation may be asked again; throws SERVICE_BUSY when that is longer than a person waits, and
   * CANCELLED.
   */
  mayAsk(operation: Operation, signal?: AbortSignal): Promise<void>
  /**
   * Waits until something that goes on behind may ask: `every` milliseconds after the one before it, or as often as the
   * service allows; not while a sale is made, nor while the service wants to be let be. Throws CANCELLED.
   */
  turn(every: number, signal?: AbortSignal): Promise<void>
  /** Runs what a sale waits for: a quote, the sale, a look for it. */
  whileSelling<T>(work: () => Promise<T>): Promise<T>
}

/** All in milliseconds. */
const times = {
  /** A person waits so long; a read that would have to wait longer says so at once. */
  patience: 5_000,
  /** Of a 429 that does not say how long. */
  unsaid: 1_000,
  /** Longer than this nobody is let be, whatever is asked for. */
  longest: 15 * 60_000,
  /** Between a quote's answer and the press of Enter, and before the look for a sale. */
  afterSelling: 2_000,
  /** What goes on behind asks at most so often where the service says nothing: five times a second. */
  usual: 200,
  /** It is never faster, whatever the service allows. */
  fastest: 20,
  /** How often it is looked whether a sale is still being made. */
  look: 250,
}

/** The time that passes, whatever the clock on the wall is set to. */
export interface PaceClock {
  now: () => number
  /** `behind`: nobody waits for it, so it keeps no program open. */
  sleep: (milliseconds: number, behind: boolean, signal?: AbortSignal) => Promise<void>
}

const realClock: PaceClock = {
  now: () => performance.now(),
  async sleep(milliseconds, behind, signal) {
    await sleep(milliseconds, undefined, { ref: !behind, ...(signal && { signal }) })
  },
}

export function createPace(clock: PaceClock = realClock): Pace {
  const quietUntil = new Map<Operation, number>()
  let selling = 0
  let sold = -Infinity
  let lastTurn = -Infinity
  /** Milliseconds between two requests, as the service allows; null: it does not say. */
  let allowed: number | null = null

  async function pause(milliseconds: number, behind: boolean, signal?: AbortSignal): Promise<void> {
    try {
      await clock.sleep(milliseconds, behind, signal)
    } catch (cause) {
      throw new Failure('CANCELLED', undefined, { cause })
    }
  }

  function untilTurn(every: number): number {
    if (selling > 0) return times.look
    const gap = allowed === null ? Math.max(every, times.usual) : gapBehind(every, allowed)
    const next = Math.max(lastTurn + gap, sold + times.afterSelling, ...quietUntil.values())
    return next - clock.now()
  }

  return {
    heard(operation, answer) {
      allowed = gapAllowed(answer) ?? allowed
      const wait = waitAsked(answer)
      if (wait === null) return null
      quietUntil.set(operation, clock.now() + wait)
      return Math.ceil(wait / 1_000)
    },

    async mayAsk(operation, signal) {
      const wait = (quietUntil.get(operation) ?? 0) - clock.now()
      if (wait <= 0) return
      if (wait > times.patience) {
        throw new Failure('SERVICE_BUSY', { seconds: Math.ceil(wait / 1_000) })
      }
      await pause(wait, false, signal)
    },

    async turn(every, signal) {
      for (;;) {
        const wait = untilTurn(every)
        if (wait <= 0) break
        await pause(Math.min(wait, times.look), true, signal)
      }
      lastTurn = clock.now()
    },

    async whileSelling(work) {
      selling += 1
      try {
        return await work()
      } finally {
        selling -= 1
        sold = clock.now()
      }
    },
  }
}

/** A service that allows more than the usual gets it; one that allows less is asked no oftener than it says. */
function gapBehind(every: number, allowed: number): number {
  return allowed < times.usual ? allowed : Math.max(every, allowed)
}

function header({ headers }: WireAnswer, name: string): string {
  const value = headers[name]
  return typeof value === 'string' ? value.trim() : ''
}

/** How long the answer asks to let the service be, in milliseconds; null when it does not. */
function waitAsked(answer: WireAnswer): number | null {
  const said = header(answer, 'retry-after')
  if (answer.status !== 429 && !(answer.status === 503 && said !== '')) return null
  // Its own clock is what a date of it goes by.
  const wait = /^\d+$/.test(said)
    ? Number(said) * 1_000
    : Date.parse(said) - (serverDateOf(answer) ?? answer.endedAt)
  return Number.isNaN(wait) ? times.unsaid : Math.min(Math.max(wait, 0), times.longest)
}

/** Half of what is left until the allowance is new: others may use the same token. In milliseconds; null: not said. */
function gapAllowed(answer: WireAnswer): number | null {
  const said = (name: string) =>
    header(answer, `ratelimit-${name}`) || header(answer, `x-ratelimit-${name}`)
  const [remaining, reset] = [said('remaining'), said('reset')]
  if (!/^\d{1,9}$/.test(remaining) || !/^\d{1,5}$/.test(reset)) return null
  const window = Math.max(1, Number(reset)) * 1_000
  if (remaining === '0') return Math.min(window, times.longest)
  return Math.min(Math.max((window / Number(remaining)) * 2, times.fastest), times.longest)
}
