import { z } from 'zod'
import type {
  Completeness,
  ReportFilter,
  ReportTotals,
} from '../../../../shared/contract/reports.ts'
import type { Direction } from '../../../../shared/domain/money/money.ts'
import { daysIn, type DayRange } from '../../../../shared/domain/time/range.ts'
import { completenessOnPaper } from '../export/report-facts.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { readCompleteness } from '../ledger/reader.ts'
import { isSearch } from '../ledger/selection.ts'
import type { OwnSales } from '../ledger/unlisted-sales.ts'
import { createPageReader, type RowsPage, type PageQuery, type PageReader } from './page-reader.ts'
import { createQueryThread, type QueryThread } from './query-thread.ts'

/** What is stored, wherever it is best read. */
export type Pages = ReturnType<typeof createPages>

/** This register's own journal, as it is open here and as another thread finds it; null where it cannot be read. */
export interface OwnJournal {
  reader: OwnSales
  folder: string | null
}

interface PagesState {
  thread: QueryThread
  near: PageReader
  own: () => OwnJournal | null
  /** By the text of what was asked for, what calls it off. */
  searches: Map<string, AbortController>
}

/** Up to so many rows are sorted at once, and half as many searched; more of them would hold up a sale. */
const mostSorted = 20_000
/** Up to so many sums are added up at once. */
const mostSums = 5_000
/** Up to so many days of the journal are held against the ledger at once. */
const mostOwnDays = 7

/** Ledgers of any size: what is small is read here, the rest where nothing waits for it. */
export function createPages(own: () => OwnJournal | null = () => null) {
  const state: PagesState = {
    thread: createQueryThread(),
    near: createPageReader(),
    own,
    searches: new Map(),
  }
  const { thread, near } = state
  return {
    async page(ledger: Ledger, query: PageQuery): Promise<RowsPage> {
      const { filter, sort, offset, limit } = query
      if (isNear(ledger, query, mostRowsOf(query))) return near.page(ledger, query)
      leaveOthers(state, filter)
      const question = { ...farQuestion(ledger, query), filter, sort, offset, limit }
      return thread.page(question, signalOf(state, filter))
    },
    /** `said`: which way the cash of products goes, as the owner said. */
    async totals(
      ledger: Ledger,
      range: DayRange,
      filter: ReportFilter,
      said: ReadonlyMap<string, Direction> = new Map(),
    ): Promise<ReportTotals> {
      const most = isSearch(filter) ? mostSorted / 2 : Infinity
      if (isNear(ledger, range, most)) return near.totals(ledger, range, filter, said)
      const question = { ...farQuestion(ledger, range), filter, said: new Map(said) }
      return thread.totals(question, signalOf(state, filter))
    },
    /** How far it can be trusted at the moment `now`; `onPaper`: as a page on paper tells it. */
    completeness: (
      ledger: Ledger,
      range: DayRange,
      how: { now: number; onPaper: boolean },
    ): Promise<Completeness> => completeness(state, ledger, range, how),
    close: (): Promise<void> => thread.close(),
  }
}

async function completeness(
  { thread, own }: PagesState,
  ledger: Ledger,
  range: DayRange,
  { now, onPaper }: { now: number; onPaper: boolean },
): Promise<Completeness> {
  const journal = ledger.kind === 'sales' ? own() : null
  const isShort = journal === null || daysIn(range) <= mostOwnDays
  const hasNoFile = journal !== null && journal.folder === null
  if (hasNoFile || (isShort && isNear(ledger, range, Infinity))) {
    const read = onPaper ? completenessOnPaper : readCompleteness
    return read(ledger, range, now, journal?.reader ?? null)
  }
  const question = { ...farQuestion(ledger, range), now, onPaper }
  return thread.completeness({ ...question, journal: journal?.folder ?? null })
}

function mostRowsOf({ filter, sort }: PageQuery): number {
  if (isSearch(filter)) return mostSorted / 2
  return sort.column === 'createdAt' ? Infinity : mostSorted
}

/** What calls a question of a text off. */
function signalOf({ searches }: PagesState, { text }: ReportFilter): AbortSignal {
  const stop = searches.get(text) ?? new AbortController()
  searches.set(text, stop)
  return stop.signal
}

/** Who types has left what was asked with another text: none of it that still waits is read any more. */
function leaveOthers({ searches }: PagesState, { text }: ReportFilter): void {
  for (const [other, stop] of searches) {
    if (other === text) continue
    stop.abort()
    searches.delete(other)
  }
}

const sizeRow = z.object({ sums: z.int(), rows: z.int() })

/** Whether a range has no more than so many rows, and few sums: counted no further than that. */
function isNear({ db, id }: Ledger, { from, to }: DayRange, mostRows: number): boolean {
  if (db.path === ':memory:') return true
  const size = db.get(
    sizeRow,
    `select count(*) as sums, ifnull(sum(rows), 0) as rows from
       (select rows from report_total where ledger = ? and day between ? and ? limit ?)`,
    ...[id, from, to, mostSums + 1],
  )
  return size !== null && size.sums <= mostSums && size.rows <= mostRows
}

/** What the thread has to know to find the same rows by its own connection. */
function farQuestion({ db, profileId, kind }: Ledger, { from, to }: DayRange) {
  return { database: db.path, profileId, range: { kind, from, to } }
}
