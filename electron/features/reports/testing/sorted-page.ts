import { orderedPlaces, rowsAt } from '../pages/page.ts'
import type { RowsPage, PageQuery } from '../pages/page-reader.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { select } from '../ledger/selection.ts'

/** A page out of all rows sorted at once: what pages that are read in parts are held against. */
export function sortedPage(ledger: Ledger, query: PageQuery): RowsPage {
  const { filter, sort, offset, limit } = query
  const places = orderedPlaces(select(ledger, query, filter), sort)
  const rows = rowsAt(ledger.db, places.slice(offset, offset + limit))
  return { rows, count: places.length }
}
