import { z } from 'zod'
import {
  reportFilterSchema,
  type ReportFilter,
  type ReportSort,
  type ReportTotals,
  type ShownRow,
} from '../../../../shared/contract/reports.ts'
import type { DayRange } from '../../../../shared/domain/time/range.ts'
import type { Database } from '../../../store/sqlite/db.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { readTotals } from '../ledger/reader.ts'
import { isSearch, select } from '../ledger/selection.ts'
import { countOf } from '../ledger/totals.ts'
import { orderedPlaces, rowsAt } from './page.ts'
import { createQueryThread, type QueryThread } from './query-thread.ts'

/** Up to so many rows are sorted and searched at once; more of them would hold up a sale. */
const mostNear = 20_000
/** So many of the first rows are found without sorting the rest. */
const shallow = 1_000
const everything = reportFilterSchema.parse({})

/** Some rows of a report in an order. */
export interface PageQuery extends DayRange {
  filter: ReportFilter
  sort: ReportSort
  offset: number
  limit: number
}

export interface RowsPage {
  rows: ShownRow[]
  /** How many rows there are in all. */
  count: number
}

/** What is stored, wherever it is best read. */
export interface Pages {
  page(ledger: Ledger, query: PageQuery): Promise<RowsPage>
  totals(ledger: Ledger, range: DayRange, filter: ReportFilter): Promise<ReportTotals>
  close(): Promise<void>
}

interface PagesState {
  thread: QueryThread
  /**
   * The order of the last table asked for, as the places of its rows: scrolling 300,000 of them sorts them once. Any
   * change of the database makes another key.
   */
  ordered: { key: string; places: Promise<Places> } | null
}
type Places = Float64Array | number[]

/**
 * Pages and totals of ledgers of any size: small ones are read here, large ones where nothing waits for them. By time
 * and without a text every page is a step in an index, and is read here however deep it lies.
 */
export function createPages(): Pages {
  const state: PagesState = { thread: createQueryThread(), ordered: null }
  return {
    page: (ledger, query) => readPage(state, ledger, query),
    totals: (ledger, range, filter) => totalsOf(state, ledger, range, filter),
    close: () => state.thread.close(),
  }
}

async function readPage(state: PagesState, ledger: Ledger, query: PageQuery): Promise<RowsPage> {
  const { sort, offset, limit } = query
  if (!isSearch(query.filter)) {
    const selection = select(ledger, query, query.filter)
    const count = countOf(selection) ?? 0
    if (sort.column === 'createdAt') {
      return { rows: rowsAt(ledger.db, orderedPlaces(selection, sort, query)), count }
    }
    if (offset + limit <= shallow && !isNear(ledger, query, query.filter)) {
      const first = { ...farQuestion(ledger, query, query.filter), sort, limit: offset + limit }
      const places = await state.thread.places(first)
      return { rows: rowsAt(ledger.db, [...places.subarray(offset)]), count }
    }
  }
  const places = await placesOf(state, ledger, query)
  const shown = [...places.slice(offset, offset + limit)]
  return { rows: rowsAt(ledger.db, shown), count: places.length }
}

/** The places of all rows, which are sorted once for all pages of them. */
function placesOf(state: PagesState, ledger: Ledger, query: PageQuery): Promise<Places> {
  const { from, to, filter, sort } = query
  const key = JSON.stringify([changes(ledger.db), ledger.id, from, to, filter, sort])
  if (state.ordered?.key === key) return state.ordered.places
  const places: Promise<Places> = isNear(ledger, query, filter)
    ? Promise.resolve(orderedPlaces(select(ledger, query, filter), sort))
    : state.thread.places({ ...farQuestion(ledger, query, filter), sort, limit: -1 })
  const mine = { key, places }
  state.ordered = mine
  places.catch(() => {
    if (state.ordered === mine) state.ordered = null
  })
  return places
}

async function totalsOf(
  { thread }: PagesState,
  ledger: Ledger,
  range: DayRange,
  filter: ReportFilter,
): Promise<ReportTotals> {
  if (!isSearch(filter) || isNear(ledger, range, filter)) return readTotals(ledger, range, filter)
  return thread.totals(farQuestion(ledger, range, filter))
}

function isNear(ledger: Ledger, range: DayRange, filter: ReportFilter): boolean {
  if (ledger.db.path === ':memory:') return true
  const rows = countOf(select(ledger, range, everything)) ?? 0
  return rows <= (isSearch(filter) ? mostNear / 2 : mostNear)
}

/** What the thread has to know to find the same rows by its own connection. */
function farQuestion(
  { db, profileId, kind }: Ledger,
  { from, to }: DayRange,
  filter: ReportFilter,
) {
  return { database: db.path, profileId, range: { kind, from, to }, filter }
}

const changesRow = z.object({ mine: z.int(), others: z.int() })

/** Grows with every change by this connection or another. */
function changes(db: Database): string {
  const sql = 'select total_changes() as mine, data_version as others from pragma_data_version'
  const found = db.get(changesRow, sql)
  return `${found?.mine}/${found?.others}`
}
