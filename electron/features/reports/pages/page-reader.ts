import { z } from 'zod'
import type {
  ReportFilter,
  ReportSort,
  ReportTotals,
  ShownRow,
} from '../../../../shared/contract/reports.ts'
import type { Direction } from '../../../../shared/domain/money/money.ts'
import type { DayRange } from '../../../../shared/domain/time/range.ts'
import type { Database } from '../../../store/sqlite/db.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { isSearch, select, type Selection } from '../ledger/selection.ts'
import { daysOf, totalsOf, type DayCount } from '../ledger/totals.ts'
import { orderedPlaces, rowsAt } from './page.ts'
import { rankedPlaces } from './ranked-places.ts'

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

/**
 * Reads a report's pages and totals. What one question found that the next will need is kept until it is about something
 * else or the database changes: how many rows each day holds, which rows a text is in, the order of all rows.
 */
export interface PageReader {
  page(ledger: Ledger, query: PageQuery): RowsPage
  /** `said`: which way the cash of products goes, as the owner said. */
  totals(
    ledger: Ledger,
    range: DayRange,
    filter: ReportFilter,
    said?: ReadonlyMap<string, Direction>,
  ): ReportTotals
  /** Sorts what `page` of the same query will need when it is asked for what lies deeper. */
  prepare(ledger: Ledger, query: PageQuery): void
}

/** So many of the first rows are found without sorting the rest. */
const shallow = 1_000
/** So many rows that a text is in are kept, and not looked for again. */
const mostKept = 50_000

export function createPageReader(): PageReader {
  const days = createKept<DayCount[]>(4)
  const matches = createKept<Selection>(4)
  const order = createKept<Float64Array>(1)

  /** The rows of a question; those that a text is in, once they are known, by their places. */
  function selectionOf(ledger: Ledger, range: DayRange, filter: ReportFilter): Selection {
    const selection = select(ledger, range, filter)
    if (!isSearch(filter)) return selection
    return matches.get(ledger, [range.from, range.to, filter], () => narrowed(selection))
  }
  function orderOf(ledger: Ledger, query: PageQuery): Float64Array {
    const { filter, sort } = query
    return order.get(ledger, sorted(query), () => {
      const selection = selectionOf(ledger, query, filter)
      return rankedPlaces(selection, sort) ?? Float64Array.from(orderedPlaces(selection, sort))
    })
  }

  function page(ledger: Ledger, query: PageQuery): RowsPage {
    const { filter, sort, offset, limit } = query
    if (!isSearch(filter)) {
      const selection = select(ledger, query, filter)
      const { from, to } = query
      const counts = days.get(ledger, [from, to, filter], () => daysOf(selection) ?? [])
      const count = counts.reduce((sum, { rows }) => sum + rows, 0)
      if (sort.column === 'createdAt') {
        return { rows: rowsAt(ledger.db, byTime(ledger, query, counts)), count }
      }
      if (offset + limit <= shallow && !order.has(ledger, sorted(query))) {
        const first = orderedPlaces(selection, sort, { offset, limit })
        return { rows: rowsAt(ledger.db, first), count }
      }
    }
    const places = orderOf(ledger, query)
    const shown = [...places.subarray(offset, offset + limit)]
    return { rows: rowsAt(ledger.db, shown), count: places.length }
  }

  return {
    page,
    totals: (ledger, range, filter, said) => totalsOf(selectionOf(ledger, range, filter), said),
    prepare(ledger, query) {
      if (query.sort.column !== 'createdAt') orderOf(ledger, query)
    },
  }
}

/** What an order of rows depends on. */
const sorted = ({ from, to, filter, sort }: PageQuery) => [from, to, filter, sort]

/** By time a page lies in the days that the rows before it lead to: none but theirs are walked over. */
function byTime(
  ledger: Ledger,
  { filter, sort, offset, limit }: PageQuery,
  counts: readonly DayCount[],
): number[] {
  const ordered = sort.descending ? counts.toReversed() : counts
  let skipped = 0
  const begin = ordered.findIndex(({ rows }) => {
    if (skipped + rows > offset) return true
    skipped += rows
    return false
  })
  const first = ordered[begin]
  if (!first) return []
  let held = 0
  const last = ordered.slice(begin).find(({ rows }) => (held += rows) >= offset - skipped + limit)
  const ends = [first.day, (last ?? ordered.at(-1) ?? first).day].toSorted()
  const [from = first.day, to = first.day] = ends
  const some = { offset: offset - skipped, limit }
  return orderedPlaces(select(ledger, { from, to }, filter), sort, some)
}

/** The same rows by their places in the table, where they are not too many. */
function narrowed(selection: Selection): Selection {
  const { ledger, where, params } = selection
  const found = ledger.db.get(
    matchesRow,
    `select count(*) as rows, json_group_array(place) as places
     from (select r.rowid as place from report_row r where ${where} limit ${mostKept + 1})`,
    ...params,
  )
  if (found === null || found.rows > mostKept) return selection
  return {
    ledger,
    range: null,
    where: 'r.rowid in (select value from json_each(?))',
    params: [found.places],
    sums: null,
  }
}

const matchesRow = z.object({ rows: z.int(), places: z.string() })

/** Keeps the `most` last things found, each for a question about a ledger as it is now. */
function createKept<T>(most: number) {
  const kept = new Map<string, T>()
  let of: Database | null = null
  function keyOf({ db, id }: Ledger, question: unknown): string {
    if (of !== db) kept.clear()
    of = db
    return JSON.stringify([changes(db), id, question])
  }
  return {
    has: (ledger: Ledger, question: unknown) => kept.has(keyOf(ledger, question)),
    get(ledger: Ledger, question: unknown, find: () => T): T {
      const key = keyOf(ledger, question)
      const known = kept.get(key)
      if (known !== undefined) return known
      // What was kept before is let go of first: of two orders of years one is enough in memory.
      const [oldest] = kept.keys()
      if (oldest !== undefined && kept.size >= most) kept.delete(oldest)
      const found = find()
      kept.set(key, found)
      return found
    },
  }
}

const changesRow = z.object({ mine: z.int(), others: z.int() })

/** Grows with every change by this connection or another. */
function changes(db: Database): string {
  const sql = 'select total_changes() as mine, data_version as others from pragma_data_version'
  const found = db.get(changesRow, sql)
  return `${found?.mine}/${found?.others}`
}
