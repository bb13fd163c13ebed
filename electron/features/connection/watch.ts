import type { ConnectionState } from '../../../shared/contract/connection.ts'

/** How often the balance is asked for, in milliseconds. */
export interface WatchTimes {
  /** While online. */
  refresh: number
  /** After a sale, so that several in a row cost one request. */
  soon: number
  /** While offline: the first pause; it doubles up to `probeMost`. */
  probeFirst: number
  probeMost: number
}

export const defaultWatchTimes: WatchTimes = {
  refresh: 180_000,
  soon: 1_500,
  probeFirst: 5_000,
  probeMost: 60_000,
}

/**
 * The one timer that asks the service for the balance, and so finds out whether it is there. Plans `ask` by reach: now and
 * then when online, with growing pauses when offline.
 */
export function createWatch(ask: () => Promise<unknown>, times: WatchTimes) {
  let timer: NodeJS.Timeout | undefined
  let probes = 0
  let reach: ConnectionState['reach'] = 'unknown'
  let stopped = false
  /** It is to be asked shortly: what is under way was asked before a sale, and its answer is not of after it. */
  let isWanted = false

  function plan(delay: number): void {
    clearTimeout(timer)
    if (stopped) return
    timer = setTimeout(() => void run(), delay)
    timer.unref()
  }

  async function run(): Promise<void> {
    isWanted = false
    if (reach === 'offline') probes += 1
    await ask()
    next()
  }

  function next(): void {
    if (reach === 'online') plan(isWanted ? times.soon : times.refresh)
    else if (reach === 'offline') plan(Math.min(times.probeFirst * 2 ** probes, times.probeMost))
    // Without a good token asking again changes nothing.
    else clearTimeout(timer)
  }

  return {
    /** Plans the next question after the reach was judged anew. */
    follow(now: ConnectionState['reach']) {
      if (now === reach) return
      const back = reach === 'offline' && now === 'online'
      reach = now
      if (now !== 'offline') probes = 0
      if (back) plan(times.soon)
      else next()
    },
    /** Asks shortly. */
    soon(): void {
      isWanted = true
      plan(times.soon)
    },
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
