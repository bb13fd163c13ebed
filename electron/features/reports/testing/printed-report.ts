import { reportFilterSchema } from '../../../../shared/contract/reports.ts'
import { openCache } from '../../../store/cache/cache.ts'
import { readCompleteness } from '../ledger/reader.ts'
import { storeWindow } from '../ledger/ledger-windows.ts'
import { openLedger } from '../ledger/ledger.ts'
import { withOwn } from '../own-facts.ts'
import { mostPrinted, type PrintedReport } from '../print/print-page.ts'
import { saleRow } from './list-double.ts'
import { readTotals } from './read-totals.ts'
import { sortedPage } from './sorted-page.ts'

const range = { kind: 'sales', from: '2026-10-01', to: '2026-10-31' } as const

/** For tests: a month's report of so many rows as it would be printed. */
export function printedReport(count: number, change: Partial<PrintedReport> = {}): PrintedReport {
  const db = openCache(':memory:')
  const rows = Array.from({ length: count }, (_, index) =>
    saleRow(String(4_000_000 + index), `2026-10-0${1 + (index % 9)}T10:00:00`, {
      product: String(10_000 + (index % 70)),
      statusId: index % 20 === 0 ? 3 : 2,
    }),
  )
  const window = { dateStart: '2026-10-01', dateEnd: '2026-10-31', rows: count, full: false }
  const proof = { proven: { from: range.from, to: range.to }, saturated: null, ends: null }
  const times = { startedAt: Date.parse('2026-12-01'), fetchedAt: Date.parse('2026-12-01') }
  const ledger = openLedger(db, 'p', 'sales')
  storeWindow(ledger, { ...window, ...proof, ...times }, rows)
  const filter = reportFilterSchema.parse({})
  const sort = { column: 'createdAt', descending: true } as const
  const report: PrintedReport = {
    ...{ range, profileName: 'Tienda', business: null, language: 'es', isFiltered: false },
    totals: readTotals(ledger, range, filter),
    completeness: readCompleteness(ledger, range, Date.now()),
    rows: withOwn(
      sortedPage(ledger, { ...range, filter, sort, offset: 0, limit: mostPrinted }).rows,
      undefined,
      String,
    ),
    own: [],
    registers: null,
    byTime: 'newest',
    madeAt: Date.parse('2026-12-01T15:00:00Z'),
    sheet: 'a4',
    figures: { country: 'CO', decimalSign: 'comma' },
    ...change,
  }
  db.close()
  return report
}
