import { randomUUID } from 'node:crypto'
import type { ConnectionState, Profile } from '../../../shared/contract/connection.ts'
import type { CallsOf, Emit, Handlers } from '../../../shared/contract/index.ts'
import { isRestricted, type ReportRange } from '../../../shared/contract/reports.ts'
import type { Business } from '../../../shared/domain/receipt/business.ts'
import { isDay } from '../../../shared/domain/time/dates.ts'
import type { TransactionRow } from '../../../shared/domain/sale/transaction.ts'
import { Failure, type AppError } from '../../../shared/errors.ts'
import type { PrintPage } from '../../host/host.ts'
import type { MerchantService } from '../../service/service.ts'
import type { Database } from '../../store/sqlite/db.ts'
import { createExporter } from './export/exporter.ts'
import { recordExport } from './export/export-records.ts'
import { requestOf } from './export/export-request.ts'
import { gather, type GatherProgress } from './gather/gather.ts'
import { findLedger, storedPerDay } from './ledger/ledger.ts'
import { createPages } from './pages/pages.ts'
import { mostPrinted, reportPage } from './print/print-page.ts'
import { createReportReader, type ReportReader } from './ledger/reader.ts'
import { completenessOnPaper } from './export/report-facts.ts'
import { createServiceClock } from './gather/service-clock.ts'
import type { OwnSales } from './ledger/unlisted-sales.ts'
import { createTodayWatch, type TodayTimes } from './gather/today-watch.ts'

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
  /** What this register's journal knows of its own sales; null where it cannot be read. */
  ownSales?: () => OwnSales | null
  /** How this shop writes the decimal sign. */
  decimalSign: () => 'comma' | 'point'
  /** Whether whoever asks for a file may see commissions. */
  maySeeCommissions: () => boolean
  /** What a file says beside the rows: the data folder with the journal, and the shop. */
  books?: { folder: string; business: () => Business }
  /** Puts a page on paper; left out where nothing prints. Throws Failure PRINTER_REFUSED, PRINT_CANCELLED. */
  print?: (page: PrintPage) => Promise<void>
  now?: () => number
  /** Told of what went wrong where nobody waits for it. */
  onProblem?: (error: AppError) => void
  /** Runs `work` later; answers how to call it off. The computer's timers unless said. */
  after?: (delay: number, work: () => void) => () => void
  todayTimes?: Partial<TodayTimes>
}

/** What of the connection concerns reports. */
type WatchedState = Pick<ConnectionState, 'activeId' | 'reach' | 'clockSkewMs' | 'lastAnswerAt'>

/** The reports feature: see shared/contract/reports.ts. */
export interface ReportsFeature {
  readonly handlers: Handlers<CallsOf<'reports'>>
  /** Gathers the running day of the account in use from now on, while it can be reached. */
  onConnection(state: WatchedState): void
  /** Cancels what runs and waits for it. */
  close(): Promise<void>
}

export function createReports(deps: ReportsDeps): ReportsFeature {
  const now = deps.now ?? Date.now
  const ownSales = deps.ownSales ?? (() => null)
  const clock = createServiceClock(now)
  const exporter = createExporter()
  const pages = createPages(deps.cache)
  const jobs = new Map<string, AbortController>()
  const running = new Set<Promise<unknown>>()
  let last: Promise<unknown> = Promise.resolve()
  let reader: { profileId: string; reader: ReportReader } | null = null

  function activeProfile(): Profile {
    const profile = deps.profile()
    if (!profile) throw new Failure('NO_PROFILE')
    return profile
  }

  function stored(range: ReportRange): ReportReader {
    mustBeRange(range)
    const { id } = activeProfile()
    if (reader?.profileId !== id) {
      reader = { profileId: id, reader: createReportReader(deps.cache, id, clock.now, ownSales) }
    }
    return reader.reader
  }

  /** Runs a job that `reports.cancel` can end. */
  async function job<T>(jobId: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const stop = new AbortController()
    jobs.set(jobId, stop)
    const done = work(stop.signal)
    running.add(done)
    try {
      return await done
    } finally {
      running.delete(done)
      jobs.delete(jobId)
    }
  }

  /**
   * One gather at a time: a second one waits, and then finds what the first one brought. A cancel ends the
   * wait at once (CANCELLED); the turn itself is then given up when it comes.
   */
  function inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const cancelled = Promise.withResolvers<never>()
    const cancel = () => cancelled.reject(new Failure('CANCELLED'))
    const turn = last.then(() => {
      // From here on the work itself ends by the signal, and is waited for.
      signal.removeEventListener('abort', cancel)
      if (signal.aborted) throw new Failure('CANCELLED')
      return work()
    })
    last = turn.catch(() => undefined)
    signal.addEventListener('abort', cancel)
    return Promise.race([turn, cancelled.promise])
  }

  /** Brings what is missing of a range of the active profile. */
  async function bring(
    jobId: string,
    range: ReportRange,
    progress: (told: GatherProgress) => void,
  ): Promise<void> {
    const { id: profileId } = activeProfile()
    const { kind } = range
    const service = deps.service()
    await job(jobId, (signal) =>
      inTurn(signal, () =>
        gather({
          db: deps.cache,
          async list(start, end, stop, isAhead) {
            const page = await service.list(kind, start, end, stop, isAhead)
            clock.learn(page.exchange.serverDate)
            return page
          },
          now,
          profileId,
          kind,
          range,
          signal,
          known: (day) => (kind === 'sales' ? (deps.knownSales?.(profileId, day) ?? []) : []),
          progress,
        }),
      ),
    )
  }

  const today = createTodayWatch({
    async bring(range) {
      await deps.service().turn(0)
      await bring(randomUUID(), { kind: 'sales', ...range }, () => undefined)
    },
    stored(day) {
      const ledger = findLedger(deps.cache, activeProfile().id, 'sales')
      if (ledger === null) return 0
      return storedPerDay(deps.cache, ledger, { from: day, to: day }).get(day) ?? 0
    },
    onProblem: deps.onProblem ?? (() => undefined),
    now: clock.now,
    after: deps.after ?? later,
    ...(deps.todayTimes ? { times: deps.todayTimes } : {}),
  })

  return {
    onConnection(state) {
      const { clockSkewMs, lastAnswerAt } = state
      // Told also when a request failed: the last answer may be of long ago.
      if (lastAnswerAt !== null && clockSkewMs !== null) {
        clock.learn(lastAnswerAt + clockSkewMs, lastAnswerAt)
      }
      today.follow(state)
    },
    handlers: {
      async 'reports.gather'({ jobId, ...range }) {
        const answers = stored(range)
        await bring(jobId, range, (told) =>
          deps.emit('reports.progress', { jobId, phase: 'gather', ...told }),
        )
        return answers.completeness(range)
      },
      async 'reports.export'({ jobId, path, ...asked }) {
        mustBeRange(asked)
        deps.mustBeApproved(path)
        const request = requestOf(asked, {
          ...{ path, profile: activeProfile(), database: deps.cache.path },
          ...{ madeAt: clock.now(), decimalSign: deps.decimalSign() },
          commissions: deps.maySeeCommissions(),
          ...(deps.books
            ? { journal: deps.books.folder, business: deps.books.business() }
            : { journal: null, business: null }),
        })
        const exported = await job(jobId, (signal) =>
          exporter.export(request, signal, (done, total) =>
            deps.emit('reports.progress', {
              ...{ jobId, phase: 'export', done, total, rows: done, windows: 0 },
            }),
          ),
        )
        if (!isRestricted(request.filter)) recordExport(deps.cache, request, exported)
        return { path, rows: exported.rows, lacks: exported.lacks }
      },
      async 'reports.print'({ language, filter, sort, ...range }) {
        const [answers, { id, name, country }] = [stored(range), activeProfile()]
        if (!deps.print) throw new Failure('PRINTER_NOT_SET')
        const totals = answers.totals(range, filter)
        const { rows } = answers.page({ ...range, filter, sort, offset: 0, limit: mostPrinted })
        const madeAt = clock.now()
        await deps.print(
          reportPage({
            ...{ range, totals, rows, language, profileName: name, madeAt },
            business: deps.books?.business() ?? null,
            completeness: completenessOnPaper(deps.cache, id, range, madeAt, ownSales()),
            isFiltered: isRestricted(filter),
            figures: { country, decimalSign: deps.decimalSign() },
          }),
        )
        return { printed: rows.length, rows: totals.rows }
      },
      'reports.cancel': async ({ jobId }) => {
        jobs.get(jobId)?.abort()
        return {}
      },
      'reports.completeness': async (range) => stored(range).completeness(range),
      'reports.totals': async ({ filter, ...range }) =>
        pages.totals(activeProfile().id, stored(range), range, filter),
      'reports.windows': async (range) => ({ windows: stored(range).windows(range) }),
      'reports.page': async (query) => pages.page(activeProfile().id, stored(query), query),
    },
    async close() {
      today.stop()
      for (const stop of jobs.values()) stop.abort()
      // An export that ends by itself takes its unfinished file with it.
      await Promise.allSettled(running)
      await last
      await exporter.close()
      await pages.close()
    },
  }
}

function later(delay: number, work: () => void): () => void {
  const timer = setTimeout(work, delay)
  timer.unref()
  return () => clearTimeout(timer)
}

function mustBeRange({ from, to }: ReportRange): void {
  if (!isDay(from) || !isDay(to) || from > to) throw new Failure('RANGE_INVALID')
}
