import { addDays, serviceDay, serviceDayBounds } from '../../../../shared/domain/time/dates.ts'
import { holdsDay } from '../../../../shared/domain/money/holds-day.ts'
import { listDays, type DayRange } from '../../../../shared/domain/time/range.ts'
import type { ReportKind, TransactionRow } from '../../../../shared/domain/sale/transaction.ts'
import { rowCap, type ListPage } from '../../../service/service.ts'
import type { Database } from '../../../store/sqlite/db.ts'
import { dayStates } from '../ledger/day-states.ts'
import {
  lastHabit,
  openLedger,
  storedIds,
  storedPerDay,
  storeWindow,
  unsettledDays,
  windowsOver,
} from '../ledger/ledger.ts'
import { windowLength, type DayFacts } from './plan.ts'
import { openLine, type List, type WorkerQuestion } from '../export/request-line.ts'
import { judge, type EndHabit, type Proof } from '../ledger/proof.ts'

/** How far back days tell how many rows a day usually has. */
const memoryDays = 60
/** How long a settled day rests whose only open rows have a status that is not known. */
const unknownRest = 3_600_000

export interface GatherJob {
  db: Database
  list: List
  now: () => number
  profileId: string
  kind: ReportKind
  range: DayRange
  signal: AbortSignal
  /** What this register's journal knows of a day: it fills in where a full answer may have left rows out. */
  known?: (day: string) => readonly TransactionRow[]
  /** The most rows that one answer holds (contract, Limits). */
  cap?: number
  /** Told at the beginning and after each window. */
  progress: (told: GatherProgress) => void
}

/** Days done of days to do, rows that came, and requests answered. */
export interface GatherProgress {
  done: number
  total: number
  rows: number
  windows: number
}

/** One answer with its judgement, not stored yet. */
interface Asked extends WorkerQuestion, Proof {
  rows: TransactionRow[]
  startedAt: number
}

/** What is asked next, and for which days: one, or several in one window. */
interface Step {
  days: readonly string[]
  question: WorkerQuestion
}

/**
 * Brings what is missing of a range until every day is proven, saturated or given up: one request at a time, then one
 * ahead while the service bears it. Each window is stored as it comes, while the next one is on its way: a cancel
 * (CANCELLED) or an error keeps all before it, and the next run goes on from there.
 */
export async function gather(job: GatherJob): Promise<void> {
  const { db, range, cap = rowCap } = job
  const ledger = openLedger(db, job.profileId, job.kind)
  const todo = new Set(daysToFetch(db, ledger, range, job.now()))
  const total = todo.size
  const facts = factsOf(db, ledger, range)
  const line = openLine(job.list, job.signal)
  let [received, windows] = [0, 0]
  let previous: Asked | null = null
  /** What came and is not stored yet. */
  let waiting: { asked: Asked; fetchedAt: number }[] = []

  const tell = () => job.progress({ done: total - todo.size, total, rows: received, windows })

  function read({ dateStart, dateEnd }: WorkerQuestion, { rows, exchange }: ListPage): Asked {
    const took = exchange.endedAt - exchange.startedAt
    const startedAt = exchange.serverDate === null ? exchange.startedAt : exchange.serverDate - took
    received += rows.length
    windows += 1
    return { dateStart, dateEnd, rows, startedAt, ...judge(dateStart, dateEnd, rows, cap) }
  }

  /** Learns from an answer at once, and stores it a little later. */
  function take(asked: Asked): void {
    waiting.push({ asked, fetchedAt: job.now() })
    learn(facts, asked, previous)
    previous = asked
    if (asked.proven) for (const day of listDays(asked.proven)) todo.delete(day)
    if (asked.saturated !== null) todo.delete(asked.saturated)
  }

  function storeWaiting(): void {
    const now = waiting
    waiting = []
    for (const { asked, fetchedAt } of now) {
      const { rows, ...window } = asked
      const own = asked.saturated === null ? [] : (job.known?.(asked.saturated) ?? [])
      const present = new Set([...rows.map(({ id }) => id), ...storedIds(db, ledger, own)])
      const added = own.filter(({ id }) => !present.has(id))
      storeWindow(db, ledger, { ...window, rows: rows.length, fetchedAt }, [...rows, ...added])
    }
    if (now.length > 0) tell()
  }

  async function run({ days, question }: Step): Promise<void> {
    // Until it is known how the end is read, the next days to ask for are not known either.
    const next = facts.habit && nextStep(new Set([...todo].filter((one) => !days.includes(one))))
    const guess = next?.question ?? null
    const came: Asked[] = []
    const ask = async (one: WorkerQuestion) => {
      const asked = read(one, await line.ask(one, guess, storeWaiting))
      came.push(asked)
      return asked
    }
    const [day] = days
    if (day !== undefined && days.length === 1) {
      try {
        for (const asked of await askDay(day, habitBefore(day), ask)) take(asked)
      } catch (caught) {
        // The second question was not answered: what the first one brought is not lost.
        for (const asked of came) take(asked)
        throw caught
      }
      todo.delete(day)
    } else {
      const asked = await ask(question)
      take(asked)
      // A whole answer that does not show its own first day will not show it the next time either.
      if (!asked.full) todo.delete(asked.dateStart)
    }
  }

  /** The habit to ask by up to a day: what is still to come has no rows, so that one day more decides at once. */
  function habitBefore(day: string): EndHabit | null {
    return day < serviceDay(job.now()) ? facts.habit : null
  }

  /** What to ask of days that are still to do; null when there are none. */
  function nextStep(open: ReadonlySet<string>): Step | null {
    const first = firstOf(open)
    if (first === undefined) return null
    const days = runFrom(first, open)
    const some = days.slice(0, windowLength(days, facts, cap))
    const last = addDays(first, some.length - 1)
    const dateEnd = habitBefore(last) === 'inclusive' ? last : addDays(last, 1)
    return { days: some, question: { dateStart: first, dateEnd } }
  }

  tell()
  try {
    for (;;) {
      const step = nextStep(todo)
      const stray = await line.stray(step?.question ?? null)
      // What was asked ahead tells more of what is still to ask.
      if (stray) take(read(stray, stray.page))
      else if (step) await run(step)
      else break
    }
  } finally {
    for (const { page, ...question } of await line.end()) take(read(question, page))
    storeWaiting()
  }
}

/**
 * Asks for one day whichever way the end date is read. `d..d` shows the day when the end is inclusive
 * and nothing when it is exclusive; `d..d+1` shows it alone when exclusive, and may be full by the
 * next day's rows when inclusive. Together they always decide; one of them often does.
 */
async function askDay(
  day: string,
  habit: EndHabit | null,
  ask: (question: WorkerQuestion) => Promise<Asked>,
): Promise<Asked[]> {
  const next = addDays(day, 1)
  const decides = ({ proven, saturated }: Asked) => covers(proven, day) || saturated === day
  if (habit === 'inclusive') {
    const alone = await ask({ dateStart: day, dateEnd: day })
    if (decides(alone)) return [alone]
    if (alone.full) return [{ ...alone, saturated: day }]
    const wide = await ask({ dateStart: day, dateEnd: next })
    return decides(wide) ? [alone, wide] : weigh(day, alone, wide)
  }
  const wide = await ask({ dateStart: day, dateEnd: next })
  if (decides(wide)) return [wide]
  const alone = await ask({ dateStart: day, dateEnd: day })
  if (decides(alone)) return [wide, alone]
  return weigh(day, alone, wide)
}

/** The verdict of two answers of which neither decides alone: `alone` for d..d, `wide` (full) for d..d+1. */
function weigh(day: string, alone: Asked, wide: Asked): Asked[] {
  // The wide answer shows rows of the next day: the end is inclusive, so `alone` was the whole day.
  if (wide.ends === 'inclusive' && !alone.full && !holdsDay(wide.rows, day)) {
    return [wide, { ...alone, proven: { from: day, to: day }, ends: 'inclusive' }]
  }
  // Rows of the day that `alone` did not show: the end is exclusive, so the full answer is this day's.
  const exclusive = holdsDay(wide.rows, day) && !holdsDay(alone.rows, day)
  return [alone, { ...wide, saturated: day, ends: exclusive ? 'exclusive' : wide.ends }]
}

function covers(range: DayRange | null, day: string): boolean {
  return range !== null && range.from <= day && day <= range.to
}

/**
 * Days that were never proven, that could still change, or that hold rows not final. A status of which
 * nothing is known may well be an end: for its sake alone a day is asked for once an hour.
 */
function daysToFetch(db: Database, ledger: number, range: DayRange, now: number): string[] {
  const states = dayStates(windowsOver(db, ledger, range), range)
  const moving = unsettledDays(db, ledger, range)
  return listDays(range).filter((day) => {
    const state = states.get(day)
    if (!state?.settled) return true
    const why = moving.get(day)
    return why === 'moving' || (why === 'unknown' && state.fetchedAt <= now - unknownRest)
  })
}

/** Mutable while a gather runs: each answer teaches the size of the next window. */
interface Facts extends DayFacts {
  proven: Map<string, number>
  seen: Map<string, number>
  full: { from: string; days: readonly string[] }[]
  habit: EndHabit | null
}

function factsOf(db: Database, ledger: number, range: DayRange): Facts {
  const near = { from: addDays(range.from, -memoryDays), to: addDays(range.to, memoryDays) }
  const counts = storedPerDay(db, ledger, near)
  const states = dayStates(windowsOver(db, ledger, near), near)
  const proven = [...states].filter(([, state]) => state.verdict === 'proven' && state.settled)
  return {
    proven: new Map(proven.map(([day]) => [day, counts.get(day) ?? 0])),
    seen: counts,
    full: [],
    habit: lastHabit(db, ledger),
  }
}

function learn(facts: Facts, asked: Asked, previous: Asked | null): void {
  const counts = asked.perDay
  for (const [day, count] of counts) {
    facts.seen.set(day, Math.max(count, facts.seen.get(day) ?? 0))
  }
  if (asked.proven) {
    for (const day of listDays(asked.proven)) facts.proven.set(day, counts.get(day) ?? 0)
  }
  if (asked.full) {
    const days = listDays({ from: asked.dateStart, to: asked.dateEnd })
    facts.full.push({ from: asked.dateStart, days })
  }
  facts.habit = asked.ends ?? habitShownBy(previous, asked) ?? facts.habit
}

/** Rows of a day that the window before, ending on it and not full, did not show: its end was exclusive. */
function habitShownBy(previous: Asked | null, asked: Asked): EndHabit | null {
  if (!previous || previous.full || previous.ends !== null) return null
  const day = previous.dateEnd
  const past = serviceDayBounds(day).end <= previous.startedAt
  return past && holdsDay(asked.rows, day) ? 'exclusive' : null
}

function firstOf(days: ReadonlySet<string>): string | undefined {
  return [...days].reduce<string | undefined>(
    (first, day) => (first === undefined || day < first ? day : first),
    undefined,
  )
}

function runFrom(first: string, days: ReadonlySet<string>): string[] {
  const run = [first]
  for (let day = addDays(first, 1); days.has(day); day = addDays(day, 1)) run.push(day)
  return run
}
