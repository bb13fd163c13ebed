import { addDays, serviceDay, serviceDayBounds } from '../../../../shared/domain/time/dates.ts'
import { holdsDay } from '../../../../shared/domain/report/holds-day.ts'
import { listDays, type DayRange } from '../../../../shared/domain/time/range.ts'
import { serviceTime } from '../../../../shared/domain/time/service-time.ts'
import type { ReportKind, TransactionRow } from '../../../../shared/domain/sale/transaction.ts'
import { rowCap, type Exchange, type ListPage } from '../../../service/service.ts'
import type { Database } from '../../../store/sqlite/db.ts'
import { dayStates } from '../ledger/completeness.ts'
import {
  lastHabit,
  storedIds,
  storedPerDay,
  storeWindow,
  unsettledDays,
  windowsOver,
} from '../ledger/ledger-windows.ts'
import { openLedger, type Ledger } from '../ledger/ledger.ts'
import { windowLength, type DayFacts } from './plan.ts'
import {
  openLine,
  type Answered,
  type List,
  type RequestLine,
  type ListQuestion,
} from './request-line.ts'
import { judge, type EndHabit, type Proof } from '../ledger/answer-proof.ts'

/** How far back days tell how many rows a day usually has. */
const memoryDays = 60
/** How long a settled day rests whose only open rows have a status that is not known. */
const unknownRest = 3_600_000

/**
 * How far a service's Date may be ahead of this computer's clock and say that a day has ended. Of one answer with a
 * wrong Date the running day would else be settled, and never be asked for again.
 */
const farthestAhead = 24 * 3_600_000

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
  /** What is answered already of days that are to do, before any of them is asked for. */
  answered?: (todo: ReadonlySet<string>) => AsyncIterable<Answered>
  /** The most rows that one answer holds (contract, Limits). */
  cap?: number
  /** Told at the beginning and after each window. */
  progress: (told: GatherProgress) => void
}

/** Days done of days to do, rows that came, and answers taken. */
export interface GatherProgress {
  done: number
  total: number
  rows: number
  windows: number
}

/** One answer with its judgement, not stored yet. */
interface Asked extends ListQuestion, Proof {
  rows: TransactionRow[]
  startedAt: number
  /** The service's day when it was asked: nothing is known of those after it. */
  today: string
}

/** What is asked next, and for which days: one, or several in one window. */
interface Step {
  days: readonly string[]
  question: ListQuestion
}

/** A gather under way. */
interface Run {
  job: GatherJob
  ledger: Ledger
  cap: number
  line: RequestLine
  /** Days that are neither proven, saturated nor given up. */
  todo: Set<string>
  /** How many days there were to do. */
  total: number
  facts: Facts
  received: number
  windows: number
  previous: Asked | null
  /** What came and is not stored yet. */
  waiting: { asked: Asked; fetchedAt: number }[]
}

/**
 * Brings what is missing of a range until every day is proven, saturated or given up: one request at a time, then one
 * ahead while the service bears it. Each window is stored as it comes, while the next one is on its way: a cancel
 * (CANCELLED) or an error keeps all before it, and the next run goes on from there.
 */
export async function gather(job: GatherJob): Promise<void> {
  const run = begin(job)
  const { line } = run
  tell(run)
  try {
    for await (const { page, ...question } of job.answered?.(run.todo) ?? []) {
      take(run, judged(run, question, page))
      storeWaiting(run)
    }
    for (;;) {
      const step = nextStep(run, run.todo)
      const stray = await line.stray(step?.question ?? null)
      // What was asked ahead tells more of what is still to ask.
      if (stray) take(run, judged(run, stray, stray.page))
      else if (step) await doStep(run, step)
      else break
    }
  } finally {
    for (const { page, ...question } of await line.end()) take(run, judged(run, question, page))
    storeWaiting(run)
  }
}

function begin(job: GatherJob): Run {
  const ledger = openLedger(job.db, job.profileId, job.kind)
  const todo = new Set(daysToFetch(ledger, job.range, job.now()))
  return {
    job,
    ledger,
    cap: job.cap ?? rowCap,
    line: openLine(job.list, job.signal),
    todo,
    total: todo.size,
    facts: factsOf(ledger, job.range),
    received: 0,
    windows: 0,
    previous: null,
    waiting: [],
  }
}

function tell({ job, total, todo, received, windows }: Run): void {
  job.progress({ done: total - todo.size, total, rows: received, windows })
}

/** When a request began, by the service's clock where it told. */
const toldStart = ({ startedAt, endedAt, serverDate }: Exchange) =>
  serverDate === null ? startedAt : serverDate - (endedAt - startedAt)

/** When the request of an answer began: what is proven stands on it. */
export const beganAt = (exchange: Exchange): number =>
  Math.min(toldStart(exchange), exchange.startedAt + farthestAhead)

/** Counts an answer, and says what it proves. */
function judged(
  run: Run,
  { dateStart, dateEnd }: ListQuestion,
  { rows, exchange }: ListPage,
): Asked {
  const told = toldStart(exchange)
  const startedAt = beganAt(exchange)
  const { startedAt: here } = exchange
  const today = serviceDay(serviceTime(here, told - here))
  run.received += rows.length
  run.windows += 1
  const proof = judge(dateStart, dateEnd, rows, run.cap)
  const proven = proof.proven && until(today, proof.proven)
  return { dateStart, dateEnd, rows, startedAt, today, ...proof, proven }
}

/** The days of a range up to one; null for none. */
function until(last: string, { from, to }: DayRange): DayRange | null {
  return from > last ? null : { from, to: to < last ? to : last }
}

/** Learns from an answer at once, and stores it a little later. */
function take(run: Run, asked: Asked): void {
  const { todo } = run
  run.waiting.push({ asked, fetchedAt: run.job.now() })
  learn(run.facts, asked, run.previous)
  run.previous = asked
  if (asked.proven) for (const day of listDays(asked.proven)) todo.delete(day)
  if (asked.saturated !== null) todo.delete(asked.saturated)
  // Days that have not come are given up: who asks for them is told that they are not proven.
  for (const day of todo) if (day > asked.today) todo.delete(day)
}

function storeWaiting(run: Run): void {
  const { job, ledger, waiting } = run
  run.waiting = []
  for (const { asked, fetchedAt } of waiting) {
    const { rows, ...window } = asked
    const own = asked.saturated === null ? [] : (job.known?.(asked.saturated) ?? [])
    const present = new Set([...rows.map(({ id }) => id), ...storedIds(ledger, own)])
    const added = own.filter(({ id }) => !present.has(id))
    storeWindow(ledger, { ...window, rows: rows.length, fetchedAt }, [...rows, ...added])
  }
  if (waiting.length > 0) tell(run)
}

/** Asks for the days of one step, and takes what came. */
async function doStep(run: Run, { days, question }: Step): Promise<void> {
  const { facts, line, todo } = run
  // Until it is known how the end is read, the next days to ask for are not known either.
  const rest = () => new Set([...todo].filter((one) => !days.includes(one)))
  const guess = facts.habit && (nextStep(run, rest())?.question ?? null)
  const came: Asked[] = []
  const ask = async (one: ListQuestion) => {
    const page = await line.ask(one, guess, () => storeWaiting(run))
    const asked = judged(run, one, page)
    came.push(asked)
    return asked
  }
  const [day] = days
  if (day === undefined || days.length > 1) {
    const asked = await ask(question)
    take(run, asked)
    // A whole answer that does not show its own first day will not show it the next time either.
    if (!asked.full && !asked.doubtful) todo.delete(asked.dateStart)
    return
  }
  try {
    for (const asked of await askDay(day, habitBefore(run, day), ask)) take(run, asked)
  } catch (caught) {
    // The second question was not answered: what the first one brought is not lost.
    for (const asked of came) take(run, asked)
    throw caught
  }
  todo.delete(day)
}

/** The habit to ask by up to a day: what is still to come has no rows, so that one day more decides at once. */
function habitBefore({ job, facts }: Run, day: string): EndHabit | null {
  return day < serviceDay(job.now()) ? facts.habit : null
}

/** What to ask of days that are still to do; null when there are none. */
function nextStep(run: Run, open: ReadonlySet<string>): Step | null {
  const first = firstOf(open)
  if (first === undefined) return null
  const days = runFrom(first, open)
  const some = days.slice(0, windowLength(days, run.facts, run.cap))
  const last = addDays(first, some.length - 1)
  const dateEnd = habitBefore(run, last) === 'inclusive' ? last : addDays(last, 1)
  return { days: some, question: { dateStart: first, dateEnd } }
}

/**
 * Asks for one day whichever way the end date is read. `d..d` shows the day when the end is inclusive
 * and nothing when it is exclusive; `d..d+1` shows it alone when exclusive, and may be full by the
 * next day's rows when inclusive. Together they always decide; one of them often does.
 */
async function askDay(
  day: string,
  habit: EndHabit | null,
  ask: (question: ListQuestion) => Promise<Asked>,
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

/** The verdict of two answers of which neither decides alone: `alone` for d..d, `wide` for d..d+1. */
function weigh(day: string, alone: Asked, wide: Asked): Asked[] {
  // Not full, and yet no proof: nothing is known of the day, also not that it holds too many.
  if (!wide.full || alone.doubtful || wide.doubtful) return [alone, wide]
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
function daysToFetch(ledger: Ledger, range: DayRange, now: number): string[] {
  const states = dayStates(windowsOver(ledger, range), range)
  const moving = unsettledDays(ledger, range)
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

function factsOf(ledger: Ledger, range: DayRange): Facts {
  const near = { from: addDays(range.from, -memoryDays), to: addDays(range.to, memoryDays) }
  const counts = storedPerDay(ledger, near)
  const states = dayStates(windowsOver(ledger, near), near)
  const proven = [...states].filter(([, state]) => state.verdict === 'proven' && state.settled)
  return {
    proven: new Map(proven.map(([day]) => [day, counts.get(day) ?? 0])),
    seen: counts,
    full: [],
    habit: lastHabit(ledger),
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
  // What is doubtful about a few days leaves the others alone: it is looked for as a full day is.
  if (asked.full || asked.doubtful) {
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
