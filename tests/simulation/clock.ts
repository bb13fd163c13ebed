import type { Clock } from '../../electron/async/clock.ts'

/**
 * Three times at once. `real` is the world's: the service lives by it. `monotonic` stands still
 * while the computer sleeps. `now` is the computer's wall clock, which somebody may set.
 */
export interface WorldClock extends Clock {
  real(): number
  /** Runs `work` in the world, whether the computer runs or not, and not before it wakes. */
  later(delay: number, work: () => void): void
  /** Lets time pass, with everything that falls due in its order and all that it sets going. */
  pass(ms: number): Promise<void>
  /** The computer sleeps: real time and the wall clock go on, nothing of this computer runs. */
  sleep(ms: number): void
  /** Somebody, or a time server, sets the wall clock by so much. */
  jump(ms: number): void
}

interface Timer {
  at: number
  order: number
  work: () => void
}

/** `startAt`: real time, epoch milliseconds; the wall clock begins right. */
export function createWorldClock(startAt: number): WorldClock {
  let real = startAt
  let monotonic = 0
  let wallOffset = 0
  let order = 0
  /** By the monotonic clock, as timers of Node are. */
  const timers: Timer[] = []
  /** By real time. */
  const world: Timer[] = []

  function add(list: Timer[], at: number, work: () => void): Timer {
    const timer = { at, order: (order += 1), work }
    list.push(timer)
    return timer
  }

  function remove(list: Timer[], timer: Timer): void {
    const index = list.indexOf(timer)
    if (index >= 0) list.splice(index, 1)
  }

  function runNext(end: number): boolean {
    const timer = earliest(timers)
    const event = earliest(world)
    const timerAt = timer === null ? Infinity : real + Math.max(0, timer.at - monotonic)
    const eventAt = event === null ? Infinity : Math.max(real, event.at)
    if (Math.min(timerAt, eventAt) > end) return false
    const isTimer = timer !== null && timerAt <= eventAt
    const next = isTimer ? timer : event
    if (next === null) return false
    remove(isTimer ? timers : world, next)
    goTo(isTimer ? timerAt : eventAt)
    next.work()
    return true
  }

  function goTo(at: number): void {
    monotonic += at - real
    real = at
  }

  return {
    now: () => real + wallOffset,
    monotonic: () => monotonic,
    real: () => real,
    after: (delay, work) => {
      const timer = add(timers, monotonic + Math.max(0, delay), work)
      return () => remove(timers, timer)
    },
    later: (delay, work) => void add(world, real + Math.max(0, delay), work),
    pass: async (ms) => {
      const end = real + ms
      await settle()
      while (runNext(end)) await settle()
      goTo(Math.max(real, end))
    },
    sleep: (ms) => {
      real += ms
    },
    jump: (ms) => {
      wallOffset += ms
    },
  }
}

function earliest(list: readonly Timer[]): Timer | null {
  let first: Timer | null = null
  for (const timer of list) {
    if (
      first === null ||
      timer.at < first.at ||
      (timer.at === first.at && timer.order < first.order)
    )
      first = timer
  }
  return first
}

/** Everything asynchronous here is promises alone, and the next tick comes when all of them have run out. */
export function settle(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve))
}
