import type { Clock } from '../../../async/clock.ts'

/** For tests: time that passes only when told to, running what falls due in its order. */
export interface VirtualClock extends Clock {
  /** Lets time pass and everything that it sets going settle. */
  pass(ms: number): Promise<void>
  /** The computer sleeps: the wall clock goes on, timers do not. */
  sleep(ms: number): void
}

export function createVirtualClock(start: number): VirtualClock {
  let wall = start
  let monotonic = 0
  let timers: { at: number; work: () => void }[] = []

  async function pass(ms: number): Promise<void> {
    const end = monotonic + ms
    await settle()
    for (;;) {
      const next = timers.toSorted((a, b) => a.at - b.at)[0]
      if (!next || next.at > end) break
      timers = timers.filter((timer) => timer !== next)
      goTo(next.at)
      next.work()
      await settle()
    }
    goTo(end)
  }

  function goTo(at: number): void {
    wall += Math.max(0, at - monotonic)
    monotonic = Math.max(at, monotonic)
  }

  return {
    now: () => wall,
    monotonic: () => monotonic,
    after: (delay, work) => {
      const timer = { at: monotonic + Math.max(0, delay), work }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    pass,
    sleep: (ms) => {
      wall += ms
    },
  }
}

/** Lets promises that are already decided run their course. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
