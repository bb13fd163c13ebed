import type { CallsOf, Handlers, ParsedInput } from '../../../shared/contract/index.ts'
import type { MonthlyPlan, MonthlyState } from '../../../shared/contract/upkeep/monthly.ts'
import type { Profile } from '../../../shared/contract/connection.ts'
import { fileSaid, type AuditLine } from '../../../shared/domain/people/audit-line.ts'
import { reportFileName } from '../../../shared/domain/report/report-name.ts'
import { isOlder } from '../../../shared/domain/time/dates.ts'
import { monthOf, type DayRange } from '../../../shared/domain/time/range.ts'
import { Failure, toAppError, type AppError } from '../../../shared/errors.ts'
import type { Language } from '../../../shared/words/words.ts'
import type { CommonDeps } from '../../deps.ts'
import { dueMonths, type DueMonth } from './due-month.ts'
import { keepPlan, keepWritten, readKept, type Written } from './kept.ts'
import { ownPath, sumOfFile } from './own-path.ts'

export interface MonthlyDeps extends Pick<CommonDeps, 'settings' | 'emit'> {
  /** The service's clock, epoch ms. `isTold`: the service said so in this run, else it is this computer's own. */
  clock: () => { now: number; isTold: boolean }
  profile: () => Profile | null
  language: () => Language
  /** The real folder that a person named. @throws Failure FOLDER_NOT_FOUND, FOLDER_NOT_ALLOWED */
  checkFolder: (folder: string) => Promise<string>
  /** Brings the month, then writes its workbook where `place` says; answers whether it holds all, for good. */
  write: (
    range: DayRange,
    place: () => Promise<string>,
    language: Language,
  ) => Promise<{ path: string; complete: boolean }>
  note: (action: string, said: AuditLine) => void
}

const minute = 60_000
/** A folder that is gone, a service that is out of reach: soon enough, and calm. */
const againAfter = 15 * minute
/** Of a month that could not be proven whole, or may still change. */
const wholeAgainAfter = 24 * 60 * minute
/** After its first file: then it stays as it is, and says so. */
const triedFor = 10 * 24 * 60 * minute

/** What writes the month's file by itself. */
export type Monthly = ReturnType<typeof createMonthly>

/** The month's file by itself: at its hour, or at the next start after it. */
export function createMonthly(deps: MonthlyDeps) {
  const run: Run = { deps, failed: new Map(), left: new Map(), isBusy: false, isClosed: false }
  let timers: NodeJS.Timeout[] = []
  return {
    handlers: {
      'monthly.state': async () => stateOf(run),
      'monthly.plan': (plan) => setPlan(run, plan),
    } satisfies Handlers<CallsOf<'monthly'>>,
    state: () => stateOf(run),
    /** Looks each minute whether one is due, the first time once the window is up. */
    start() {
      timers = [
        setTimeout(() => void tick(run), minute / 2),
        setInterval(() => void tick(run), minute),
      ]
      for (const timer of timers) timer.unref()
    },
    /** The same now. */
    tick: () => tick(run),
    stop(): void {
      run.isClosed = true
      timers.forEach(clearTimeout)
    },
  }
}

/** What one run knows; by account and month (`keyOf`). */
interface Run {
  readonly deps: MonthlyDeps
  readonly failed: Map<string, NonNullable<MonthlyState['failed']>>
  /** Files that this run wrote, also where that could not be kept: they are ours to replace. */
  readonly left: Map<string, Written>
  isBusy: boolean
  isClosed: boolean
}

const keyOf = (profile: Profile, month: string) => `${profile.id} ${month}`

function stateOf({ deps, failed }: Run): MonthlyState {
  const { plan, written } = readKept(deps.settings)
  const profile = deps.profile()
  if (profile === null || profile.sandbox) {
    return { plan, written: null, failed: null, due: null, isTestService: profile !== null }
  }
  const months = written[profile.id] ?? []
  const last = months.toSorted((one, other) => one.at - other.at).at(-1) ?? null
  const due = dueMonths(plan, deps.clock().now)
  const failures = due.flatMap(({ month }) => failed.get(keyOf(profile, month)) ?? [])
  const missing = due.find(({ month }) => months.every((one) => one.month !== month))
  return {
    plan,
    written: last && {
      month: last.month,
      path: last.path,
      at: last.at,
      complete: last.complete,
    },
    failed: failures.at(-1) ?? null,
    due: missing?.month ?? null,
    isTestService: false,
  }
}

async function setPlan(run: Run, asked: ParsedInput<'monthly.plan'>): Promise<MonthlyState> {
  const { deps } = run
  const folder = asked.on ? await deps.checkFolder(asked.folder) : asked.folder
  const { plan: before } = readKept(deps.settings)
  // One that is moved still owes what it did not write; a new one begins with the file that is due this month.
  const plan: MonthlyPlan = { ...asked, folder, since: before.on ? before.since : toldNow(deps) }
  keepPlan(deps.settings, plan)
  run.failed.clear()
  return told(run)
}

/** Null: only this computer says what time it is, which may be years off. */
function toldNow({ clock }: MonthlyDeps): number | null {
  const { now, isTold } = clock()
  return isTold ? now : null
}

function told(run: Run): MonthlyState {
  const state = stateOf(run)
  run.deps.emit('monthly.changed', state)
  return state
}

/** Writes the oldest file that is due, if any. What fails is said, noted once, and tried again. Never throws. */
async function tick(run: Run): Promise<void> {
  const { deps } = run
  const now = toldNow(deps)
  const profile = deps.profile()
  // The test service sells nothing: a file of it would be mistaken for the shop's.
  if (run.isBusy || run.isClosed || now === null || profile === null || profile.sandbox) return
  run.isBusy = true
  let due: DueMonth | null = null
  try {
    due = pending(run, profile, now)
    if (due === null) return
    await writeMonth(run, due.month, profile)
    run.failed.delete(keyOf(profile, due.month))
  } catch (caught) {
    if (due)
      fail(run, keyOf(profile, due.month), { month: due.month, at: now, error: toAppError(caught) })
  } finally {
    run.isBusy = false
  }
  if (!run.isClosed) told(run)
}

/** The month to be written now. */
function pending({ deps, failed }: Run, profile: Profile, now: number): DueMonth | null {
  const { settings } = deps
  const { plan, written } = readKept(settings)
  // Made while nobody told the time: from the first moment that is known it counts.
  if (plan.on && plan.since === null) keepPlan(settings, { ...plan, since: now })
  const isPending = ({ month }: DueMonth) => {
    const failedAt = failed.get(keyOf(profile, month))?.at
    if (failedAt !== undefined && !isOlder(failedAt, againAfter, now)) return false
    const last = written[profile.id]?.find((one) => one.month === month)
    if (!last) return true
    if (last.complete || isOlder(last.firstAt, triedFor, now)) return false
    return isOlder(last.at, wholeAgainAfter, now)
  }
  return dueMonths(plan, now).find(isPending) ?? null
}

function fail(run: Run, key: string, failure: { month: string; at: number; error: AppError }) {
  const isNews = run.failed.get(key)?.error.code !== failure.error.code
  run.failed.set(key, failure)
  if (!isNews || run.isClosed) return
  run.deps.note('monthly.failed', { subject: failure.month, detail: failure.error.code })
}

async function writeMonth({ deps, left }: Run, month: string, profile: Profile): Promise<void> {
  const { settings, clock } = deps
  const language = deps.language()
  const range = monthOf(`${month}-01`)
  const key = keyOf(profile, month)
  const { plan, written: kept } = readKept(settings)
  const last = left.get(key) ?? kept[profile.id]?.find((one) => one.month === month) ?? null
  const kinds = ['sales', 'buys'] as const
  const name = reportFileName({ ...range, kind: 'sales', kinds }, 'xlsx', language)
  // Where the folder is gone the service is not asked for nothing.
  await deps.checkFolder(plan.folder)
  const place = async () => {
    // Bringing it asked the service, so that a clock that was set wrong meanwhile is known by now.
    const isDue = dueMonths(plan, clock().now).some((one) => one.month === month)
    if (!isDue) throw new Failure('CANCELLED')
    return ownPath(await deps.checkFolder(plan.folder), name, last)
  }
  const { path, complete } = await deps.write(range, place, language)
  const { now } = clock()
  const sha256 = await sumOfFile(path)
  const written = { month, path, at: now, firstAt: last?.firstAt ?? now, complete, sha256 }
  left.set(key, written)
  keepWritten(settings, profile.id, written)
  const action = complete ? 'monthly.written' : 'monthly.incomplete'
  deps.note(action, { subject: fileSaid(path), detail: month })
}
