import type { ConnectionState } from '../../../../shared/contract/connection.ts'
import { serviceDay } from '../../../../shared/domain/time/dates.ts'
import type { DayRange } from '../../../../shared/domain/time/range.ts'
import { Failure, toAppError, type AppError } from '../../../../shared/errors.ts'
import { rowCap } from '../../../service/service.ts'

/** How often the running day is asked for, in milliseconds. */
export interface TodayTimes {
  /** After the connection came up: the register has better things to do first. */
  first: number
  /** On a day on which nothing much happens. */
  most: number
  /** However busy the day is. */
  least: number
}

const defaultTodayTimes: TodayTimes = { first: 45_000, most: 600_000, least: 60_000 }

export interface TodayWatchDeps {
  /** Brings days into the ledger, with one request as long as no day is full. */
  bring: (range: DayRange) => Promise<void>
  /** How many rows are stored of a day. */
  stored: (day: string) => number
  onProblem: (error: AppError) => void
  now: () => number
  /** Runs `work` later; answers how to call it off. */
  after: (delay: number, work: () => void) => () => void
  times?: Partial<TodayTimes>
  cap?: number
}

/** What was stored of the running day when it was last asked for. */
interface Look {
  day: string
  rows: number
  at: number
}

/**
 * Asks for the running day now and then while the service can be reached, so that a busy day is in the ledger
 * before it holds more than one answer shows. A day that midnight ended is asked for once more.
 */
export function createTodayWatch(deps: TodayWatchDeps) {
  const times = { ...defaultTodayTimes, ...deps.times }
  const { cap = rowCap } = deps
  let followed: string | null = null
  let last: (Look & { profileId: string }) | null = null
  let callOff: () => void = () => undefined

  function plan(delay: number): void {
    callOff()
    const mine = followed
    callOff = deps.after(delay, () => {
      if (mine !== null && mine === followed) void look(mine)
    })
  }

  async function look(mine: string): Promise<void> {
    const day = serviceDay(deps.now())
    // What is known of the service's clock may have changed: the day of the last look may still be to come.
    const from = last !== null && last.day < day ? last.day : day
    let pause = times.most
    try {
      await deps.bring({ from, to: day })
      if (mine !== followed) return
      const seen = { profileId: mine, day, rows: deps.stored(day), at: deps.now() }
      pause = pauseAfter(seen, last, times, cap)
      last = seen
    } catch (caught) {
      if (!(caught instanceof Failure && caught.error.code === 'CANCELLED')) {
        deps.onProblem(toAppError(caught))
      }
    }
    // Another profile, or none, may be followed by now.
    if (mine === followed) plan(pause)
  }

  return {
    /** Follows the account in use; nothing is asked while it cannot be reached. */
    follow({ activeId, reach }: Pick<ConnectionState, 'activeId' | 'reach'>): void {
      const now = reach === 'online' ? activeId : null
      if (now === followed) return
      if (now !== null && last?.profileId !== now) last = null
      followed = now
      if (now === null) callOff()
      else plan(times.first)
    },
    stop(): void {
      followed = null
      callOff()
    },
  }
}

/**
 * Until half of what still fits has come, at the pace since the look before. A day that is already full shows its
 * newest rows at best: half an answer's worth of them may pass unseen.
 */
function pauseAfter(
  seen: Look,
  before: Look | null,
  times: Omit<TodayTimes, 'first'>,
  cap: number,
): number {
  const [rows, since] =
    before?.day === seen.day && seen.at > before.at
      ? [seen.rows - before.rows, seen.at - before.at]
      : [seen.rows, times.most * 6]
  const room = seen.rows < cap ? cap - seen.rows : cap
  const pause = rows > 0 ? (room / 2 / rows) * since : times.most
  return Math.min(times.most, Math.max(times.least, pause))
}
