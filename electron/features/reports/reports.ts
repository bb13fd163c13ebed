import { randomUUID } from 'node:crypto'
import type { ConnectionState, Profile } from '../../../shared/contract/connection.ts'
import type {
  CallOutput,
  CallsOf,
  Emit,
  Handlers,
  ParsedInput,
} from '../../../shared/contract/index.ts'
import {
  isRestricted,
  reportFilterSchema,
  type Completeness,
  type ReportRange,
  type ReportSort,
} from '../../../shared/contract/reports.ts'
import type { Direction } from '../../../shared/domain/money/money.ts'
import type { Business } from '../../../shared/domain/receipt/business.ts'
import type { TipUnit } from '../../../shared/domain/product/tip.ts'
import { maskNumber, maskReference } from '../../../shared/domain/privacy/mask.ts'
import { isDay } from '../../../shared/domain/time/dates.ts'
import { daysIn, longestRange, type DayRange } from '../../../shared/domain/time/range.ts'
import { reportKindSchema, type TransactionRow } from '../../../shared/domain/sale/transaction.ts'
import type { Language } from '../../../shared/words/words.ts'
import { Failure, type AppError } from '../../../shared/errors.ts'
import type { Sheet } from '../../../shared/domain/receipt/sheet.ts'
import type { PrintPage } from '../../host/host.ts'
import type { MerchantService } from '../../service/service.ts'
import type { Database } from '../../store/sqlite/db.ts'
import { recordExport } from './export/export-records.ts'
import { requestOf, type ExportProgress } from './export/export-request.ts'
import { createExporter, type Exporter } from './export/exporter.ts'
import { gather, type GatherProgress } from './gather/gather.ts'
import type { List } from './gather/request-line.ts'
import { answeredElsewhere, shareList, type ListElsewhere } from './gather/shared-list.ts'
import { createServiceClock, type ServiceClock } from './gather/service-clock.ts'
import { createTodayWatch, type TodayTimes } from './gather/today-watch.ts'
import { createJobs, type Jobs } from './jobs.ts'
import { storedPerDay } from './ledger/ledger-windows.ts'
import { findLedger, type Ledger } from './ledger/ledger.ts'
import { readWindows } from './ledger/reader.ts'
import type { OwnSales } from './ledger/unlisted-sales.ts'
import { ownColumnsOf, withOwn, type OwnFacts } from './own-facts.ts'
import { createPages, type Pages } from './pages/pages.ts'
import { mostPrinted, reportPage } from './print/print-page.ts'

export interface ReportsDeps {
  cache: Database
  /** The active profile, or null before there is one. */
  profile: () => Profile | null
  /** Its service; throws Failure NO_PROFILE or NO_TOKEN. */
  service: () => MerchantService
  emit: Emit
  /** Throws FILE_NOT_ALLOWED for a path that no one chose. */
  mustBeApproved: (path: string) => void
  /** The service's records of a day that this register's journal has seen. */
  knownSales?: (profileId: string, day: string) => readonly TransactionRow[]
  /** What the other registers of an account got from the list; left out: there is none. */
  elsewhere?: ListElsewhere
  /** What this register's journal knows of its own sales; null where it cannot be read. */
  ownSales?: () => OwnSales | null
  /** What this register knows of its own sales among the rows. */
  own?: OwnFacts
  /** Which way the cash of products goes, as the owner said; of the others their names tell. */
  directions?: () => ReadonlyMap<string, Direction>
  /** How this shop writes the decimal sign. */
  decimalSign: () => 'comma' | 'point'
  /** Whether whoever asks for a file may see commissions. */
  maySeeCommissions: () => boolean
  /** What a file says beside the rows: the data folder with the journal, and the shop. */
  books?: { folder: string; business: () => Business; tipUnit: () => TipUnit }
  /** Puts a page on paper; left out where nothing prints. Throws Failure PRINTER_REFUSED, PRINT_CANCELLED. */
  print?: (page: PrintPage) => Promise<void>
  /** On which sheets; letter unless it says otherwise. */
  sheet?: () => Sheet
  now?: () => number
  /** The service's clock, where another report of its account learns of it; left out: its own. */
  serviceClock?: ServiceClock
  /** Told of what went wrong where nobody waits for it. */
  onProblem?: (error: AppError) => void
  /** Runs `work` later; answers how to call it off. The computer's timers unless said. */
  after?: (delay: number, work: () => void) => () => void
  todayTimes?: Partial<TodayTimes>
}

/** What of the connection concerns reports. */
type WatchedState = Pick<ConnectionState, 'activeId' | 'reach' | 'clockSkewMs' | 'lastAnswerAt'>

/** The reports feature: see shared/contract/reports.ts. */
export type ReportsFeature = ReturnType<typeof createReports>

/** What the calls work with. */
interface ReportsState {
  deps: ReportsDeps
  clock: ServiceClock
  exporter: Exporter
  pages: Pages
  jobs: Jobs
}

export function createReports(deps: ReportsDeps) {
  const state: ReportsState = {
    deps,
    clock: deps.serviceClock ?? createServiceClock(deps.now ?? Date.now),
    exporter: createExporter(),
    pages: createPages(() => {
      const reader = deps.ownSales?.() ?? null
      return reader && { reader, folder: deps.books?.folder ?? null }
    }),
    jobs: createJobs(),
  }
  const { clock, jobs, exporter, pages } = state
  const today = todayWatch(state)
  return {
    /** Gathers the running day of the account in use from now on, while it can be reached. */
    onConnection(connection: WatchedState) {
      const { clockSkewMs, lastAnswerAt } = connection
      // Told also when a request failed: the last answer may be of long ago.
      if (lastAnswerAt !== null && clockSkewMs !== null) {
        clock.learn(lastAnswerAt + clockSkewMs, lastAnswerAt)
      }
      today.follow(connection)
    },
    handlers: handlersOf(state),
    serviceClock: clock,
    /**
     * Brings a month of both reports, then writes their workbook where `place` says, by the owner's plan and as the
     * owner sees it. CANCELLED: another account came into use meanwhile.
     */
    writeMonth: (range: DayRange, place: () => Promise<string>, language: Language) =>
      writeMonth(state, range, place, language),
    /** Cancels what runs and waits for it. */
    async close(): Promise<void> {
      today.stop()
      await jobs.close()
      await exporter.close()
      await pages.close()
    },
  }
}

function handlersOf(state: ReportsState): Handlers<CallsOf<'reports'>> {
  const { jobs, pages } = state
  return {
    'reports.gather': (input) => gatherRange(state, input),
    'reports.export': (input) => exportRange(state, input),
    'reports.print': (input) => printRange(state, input),
    'reports.cancel': async ({ jobId }) => {
      jobs.cancel(jobId)
      return {}
    },
    'reports.completeness': async (range) => completeness(state, ledgerOf(state, range), range),
    'reports.totals': async ({ filter, ...range }) =>
      pages.totals(ledgerOf(state, range), range, filter, state.deps.directions?.()),
    'reports.windows': async (range) => ({ windows: readWindows(ledgerOf(state, range), range) }),
    'reports.page': async (query) => {
      const { rows, count } = await pages.page(ledgerOf(state, query), query)
      const { own } = state.deps
      const mask = (customer: string, isName: boolean) =>
        isName ? customer : maskReference(customer)
      return { rows: withOwn(rows, own, mask), count, own: ownColumnsOf(own, query) }
    },
  }
}

/** @throws Failure NO_PROFILE */
function activeProfile({ deps }: ReportsState): Profile {
  const profile = deps.profile()
  if (!profile) throw new Failure('NO_PROFILE')
  return profile
}

/** What is stored for the account in use, as it is now. @throws Failure RANGE_INVALID, NO_PROFILE */
function ledgerOf(state: ReportsState, range: ReportRange): Ledger {
  mustBeRange(range)
  return findLedger(state.deps.cache, activeProfile(state).id, range.kind)
}

function completeness({ pages, clock }: ReportsState, ledger: Ledger, range: DayRange) {
  return pages.completeness(ledger, range, { now: clock.now(), onPaper: false })
}

/**
 * For so long another register's answer to what may still change is as good as one's own, in milliseconds: to a person, who waits for
 * what was sold just now, and to what goes on behind.
 */
const recentMs = { asked: 10_000, behind: 60_000 }

/** Brings what is missing of a range of the active profile. */
async function bring(
  state: ReportsState,
  jobId: string,
  { kind, from, to }: ReportRange,
  progress: (told: GatherProgress) => void,
  recent = recentMs.asked,
): Promise<void> {
  const { deps, clock, jobs } = state
  const { id: profileId } = activeProfile(state)
  const service = deps.service()
  const list: List = async (start, end, stop, isAhead) => {
    const page = await service.list(kind, start, end, stop, isAhead)
    clock.learn(page.exchange.serverDate)
    return page
  }
  const known = (day: string) => (kind === 'sales' ? (deps.knownSales?.(profileId, day) ?? []) : [])
  const { elsewhere, cache } = deps
  const ledger = () => findLedger(cache, profileId, kind)
  const shared = elsewhere && {
    ...{ list, elsewhere, profileId, kind, ledger, known, now: clock.now, recent },
  }
  const work = (signal: AbortSignal) =>
    gather({
      db: cache,
      list: shared ? shareList(shared) : list,
      ...(shared && { answered: (todo) => answeredElsewhere(shared, todo, signal) }),
      now: deps.now ?? Date.now,
      profileId,
      kind,
      range: { from, to },
      signal,
      known,
      progress,
    })
  await jobs.run(jobId, (signal) => jobs.inTurn(signal, () => work(signal)))
}

/** Keeps the running day of the account in use in the ledger. */
function todayWatch(state: ReportsState) {
  const { deps, clock } = state
  return createTodayWatch({
    async bring(range) {
      await deps.service().turn(0)
      const all = { kind: 'sales', ...range } as const
      await bring(state, randomUUID(), all, () => undefined, recentMs.behind)
    },
    stored(day) {
      const range = { from: day, to: day }
      return storedPerDay(ledgerOf(state, { kind: 'sales', ...range }), range).get(day) ?? 0
    },
    onProblem: deps.onProblem ?? (() => undefined),
    now: clock.now,
    after: deps.after ?? later,
    ...(deps.todayTimes ? { times: deps.todayTimes } : {}),
  })
}

async function gatherRange(
  state: ReportsState,
  { jobId, ...range }: ParsedInput<'reports.gather'>,
): Promise<Completeness> {
  const { emit, cache } = state.deps
  const { profileId } = ledgerOf(state, range)
  await bring(state, jobId, range, (told) =>
    emit('reports.progress', { jobId, phase: 'gather', ...told }),
  )
  // There may have been none before.
  return completeness(state, findLedger(cache, profileId, range.kind), range)
}

function exportRange(
  state: ReportsState,
  input: ParsedInput<'reports.export'>,
): Promise<CallOutput<'reports.export'>> {
  state.deps.mustBeApproved(input.path)
  const { maySeeCommissions, own } = state.deps
  const seen = { commissions: maySeeCommissions(), drawer: own?.mayKnowDrawer() ?? true }
  return writeReport(state, input, seen)
}

/** The same by nobody; answers whether every day of both reports is proven, and can no longer change. */
async function writeMonth(
  state: ReportsState,
  range: DayRange,
  place: () => Promise<string>,
  language: Language,
): Promise<{ path: string; complete: boolean }> {
  const { id } = activeProfile(state)
  const kinds = reportKindSchema.options
  const jobId = randomUUID()
  const found: Completeness[] = []
  for (const kind of kinds) found.push(await gatherRange(state, { kind, ...range, jobId }))
  // Bringing a month takes minutes: what stands in the folder by then is looked at, and whose month it is.
  const path = await place()
  if (activeProfile(state).id !== id) throw new Failure('CANCELLED')
  const asked = { ...range, kind: 'sales', format: 'xlsx' } as const
  const usual = {
    kinds: [...kinds],
    filter: reportFilterSchema.parse({}),
    full: false,
    separator: null,
  }
  await writeReport(
    state,
    { ...asked, ...usual, path, language, jobId },
    { commissions: true, drawer: true },
  )
  const isSettled = ({ complete, provisionalDays, movingDays }: Completeness) =>
    complete && provisionalDays.length === 0 && movingDays.length === 0
  return { path, complete: found.every(isSettled) }
}

async function writeReport(
  state: ReportsState,
  { jobId, path, ...asked }: ParsedInput<'reports.export'>,
  seen: { commissions: boolean; drawer: boolean },
): Promise<CallOutput<'reports.export'>> {
  const { deps, clock, exporter, jobs } = state
  mustBeRange(asked)
  const request = requestOf(asked, {
    path,
    profile: activeProfile(state),
    database: deps.cache.path,
    journal: deps.books?.folder ?? null,
    business: deps.books?.business() ?? null,
    tipUnit: deps.books?.tipUnit() ?? 'unknown',
    madeAt: clock.now(),
    decimalSign: deps.decimalSign(),
    ...seen,
  })
  const progress = (told: ExportProgress) => {
    const rows = told.phase === 'export' ? told.done : 0
    deps.emit('reports.progress', { jobId, ...told, rows, windows: 0 })
  }
  const exported = await jobs.run(jobId, (signal) => exporter.export(request, signal, progress))
  if (!isRestricted(request.filter)) recordExport(deps.cache, request, exported)
  const { rows, sheets, lacks } = exported
  return { path, rows, sheets, lacks }
}

async function printRange(
  state: ReportsState,
  { language, filter, sort, ...range }: ParsedInput<'reports.print'>,
): Promise<CallOutput<'reports.print'>> {
  const { deps, clock, pages } = state
  const ledger = ledgerOf(state, range)
  const { name, country } = activeProfile(state)
  if (!deps.print) throw new Failure('PRINTER_NOT_SET')
  const madeAt = clock.now()
  // Before the rows: what a gather brings while a thread reads them may not be in them.
  const completeness = await pages.completeness(ledger, range, { now: madeAt, onPaper: true })
  const [totals, { rows, count }] = await Promise.all([
    pages.totals(ledger, range, filter, deps.directions?.()),
    pages.page(ledger, { ...range, filter, sort, offset: 0, limit: mostPrinted }),
  ])
  const page = reportPage({
    range,
    totals,
    rows: withOwn(rows, deps.own, (customer) => maskNumber(customer)),
    own: ownColumnsOf(deps.own, range),
    registers: deps.ownSales?.()?.registers?.()?.read ?? null,
    // Of two moments, as a gather goes on, no row could be told its day.
    byTime: sort.column === 'createdAt' && count === totals.rows ? orderOfTime(sort) : null,
    language,
    profileName: name,
    business: deps.books?.business() ?? null,
    madeAt,
    completeness,
    isFiltered: isRestricted(filter),
    figures: { country, decimalSign: deps.decimalSign() },
    sheet: deps.sheet?.() ?? 'letter',
  })
  await deps.print(page)
  return { printed: rows.length, rows: totals.rows }
}

const orderOfTime = ({ descending }: ReportSort) => (descending ? 'newest' : 'oldest')

function later(delay: number, work: () => void): () => void {
  const timer = setTimeout(work, delay)
  timer.unref()
  return () => clearTimeout(timer)
}

function mustBeRange({ from, to }: ReportRange): void {
  if (!isDay(from) || !isDay(to) || from > to || daysIn({ from, to }) > longestRange) {
    throw new Failure('RANGE_INVALID')
  }
}
