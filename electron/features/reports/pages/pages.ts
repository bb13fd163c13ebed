import type {
  ReportFilter,
  ReportRange,
  ReportTotals,
  ShownRow,
} from '../../../../shared/contract/reports.ts'
import type { Database } from '../../../store/sqlite/db.ts'
import { createQueryThread } from './query-thread.ts'
import { changes, type PageQuery, type ReportReader } from '../ledger/reader.ts'

/** Up to so many rows are sorted and searched at once; more of them would hold up a sale. */
const mostNear = 20_000
/** So many of the first rows are found without sorting the rest. */
const shallow = 1_000

/**
 * Pages and totals of ledgers of any size: small ones are read here, large ones where nothing waits for them. By time
 * and without a text every page is a step in an index, and is read here however deep it lies.
 */
export function createPages(db: Database) {
  const thread = createQueryThread()
  let ordered: { key: string; places: Promise<Float64Array> } | null = null

  function isNear(reader: ReportReader, range: ReportRange, text: boolean): boolean {
    if (db.path === ':memory:') return true
    return !text ? reader.count(range) <= mostNear : reader.count(range) <= mostNear / 2
  }
  const isSearch = ({ text, unreadable }: ReportFilter) => text.trim() !== '' || unreadable

  return {
    async page(
      profileId: string,
      reader: ReportReader,
      query: PageQuery,
    ): Promise<{ rows: ShownRow[]; count: number }> {
      const { kind, from, to, filter, sort, offset, limit } = query
      const range = { kind, from, to }
      const search = isSearch(filter)
      const byTime = sort.column === 'createdAt' && !search
      if (byTime || isNear(reader, range, search)) return reader.page(query)
      const question = { database: db.path, profileId, range, filter, sort }
      const count = search ? null : reader.count(range, filter)
      if (count !== null && offset + limit <= shallow) {
        const places = await thread.places({ ...question, limit: offset + limit })
        return { rows: reader.rowsAt([...places.subarray(offset)]), count }
      }
      const key = JSON.stringify([changes(db), profileId, range, filter, sort])
      if (ordered?.key !== key) ordered = { key, places: thread.places({ ...question, limit: -1 }) }
      const mine = ordered
      try {
        const places = await mine.places
        const shown = [...places.subarray(offset, offset + limit)]
        return { rows: reader.rowsAt(shown), count: places.length }
      } catch (caught) {
        if (ordered === mine) ordered = null
        throw caught
      }
    },

    async totals(
      profileId: string,
      reader: ReportReader,
      range: ReportRange,
      filter: ReportFilter,
    ): Promise<ReportTotals> {
      const search = isSearch(filter)
      if (!search || isNear(reader, range, search)) return reader.totals(range, filter)
      return thread.totals({ database: db.path, profileId, range, filter })
    },

    close: () => thread.close(),
  }
}
