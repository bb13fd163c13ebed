import { z } from 'zod'
import {
  reportFilterSchema,
  type Completeness,
  type ReportFilter,
  type ReportRange,
  type ReportTotals,
  type ReportWindow,
  type ShownRow,
} from '../../../../shared/contract/reports.ts'
import type { Database } from '../../../store/sqlite/db.ts'
import { completenessOf, dayStates } from './day-states.ts'
import { findLedger, unreadableRows, unsettledDays, windowsOver } from './ledger.ts'
import { orderedPlaces, rowsAt, type ReportSort } from '../pages/page.ts'
import { select, type Selection } from './selection.ts'
import { unlistedSales, type OwnSales } from './unlisted-sales.ts'
import { countOf, noTotals, totalsOf } from './totals.ts'

/** What is stored of a profile's reports, without any request. */
export interface ReportReader {
  completeness(range: ReportRange): Completeness
  totals(range: ReportRange, filter: ReportFilter): ReportTotals
  page(query: PageQuery): { rows: ShownRow[]; count: number }
  /** How many rows of a range a filter without a text lets through; of all when none is given. */
  count(range: ReportRange, filter?: ReportFilter): number
  /** The rows at these places, in this order. */
  rowsAt(places: readonly number[]): ShownRow[]
  /** The requests that brought a range, newest first. */
  windows(range: ReportRange): ReportWindow[]
}

export interface PageQuery extends ReportRange {
  filter: ReportFilter
  sort: ReportSort
  offset: number
  limit: number
}

const changesRow = z.object({ mine: z.int(), others: z.int() })

/**
 * Reads a profile's ledgers. The order of the last table asked for is kept as a list of places, so
 * that scrolling 300,000 rows sorts them once; any change of the database discards it. `journal`: this register's own
 * sales, where they can be read.
 */
export function createReportReader(
  db: Database,
  profileId: string,
  now: () => number = Date.now,
  journal: () => OwnSales | null = () => null,
): ReportReader {
  let ordered: { key: string; places: number[] } | null = null

  function places(selection: Selection, query: PageQuery): number[] {
    const { kind, from, to, filter, sort } = query
    const key = JSON.stringify([changes(db), kind, from, to, filter, sort])
    if (ordered?.key !== key) {
      ordered = { key, places: orderedPlaces(db, selection, sort) }
    }
    return ordered.places
  }

  return {
    completeness(range) {
      const ledger = findLedger(db, profileId, range.kind)
      if (ledger === null) return completenessOf(new Map(), range, now(), 0)
      const states = dayStates(windowsOver(db, ledger, range), range)
      const moving = [...unsettledDays(db, ledger, range).keys()]
      const own = range.kind === 'sales' ? journal() : null
      const unlisted = own ? unlistedSales(db, ledger, own, profileId, range) : []
      const unreadable = unreadableRows(db, ledger, range)
      return completenessOf(states, range, now(), unreadable, moving, unlisted)
    },
    totals(range, filter) {
      const ledger = findLedger(db, profileId, range.kind)
      return ledger === null ? noTotals : totalsOf(db, ledger, select(db, ledger, range, filter))
    },
    page(query) {
      const ledger = findLedger(db, profileId, query.kind)
      if (ledger === null) return { rows: [], count: 0 }
      const selection = select(db, ledger, query, query.filter)
      const count = query.sort.column === 'createdAt' ? countOf(db, selection) : null
      if (count !== null) {
        return { rows: rowsAt(db, orderedPlaces(db, selection, query.sort, query)), count }
      }
      const all = places(selection, query)
      const shown = all.slice(query.offset, query.offset + query.limit)
      return { rows: rowsAt(db, shown), count: all.length }
    },
    count(range, filter = reportFilterSchema.parse({})) {
      const ledger = findLedger(db, profileId, range.kind)
      return ledger === null ? 0 : (countOf(db, select(db, ledger, range, filter)) ?? 0)
    },
    rowsAt: (places) => rowsAt(db, places),
    windows(range) {
      const ledger = findLedger(db, profileId, range.kind)
      if (ledger === null) return []
      return windowsOver(db, ledger, range)
        .toReversed()
        .map(({ dateStart, dateEnd, rows, full, fetchedAt }) => ({
          ...{ dateStart, dateEnd, rows, full, fetchedAt },
        }))
    },
  }
}

/** Grows with every change by this connection or another. */
export function changes(db: Database): string {
  const sql = 'select total_changes() as mine, data_version as others from pragma_data_version'
  const found = db.get(changesRow, sql)
  return `${found?.mine}/${found?.others}`
}
