import { expect, test } from 'vitest'
import { reportFilterSchema } from '../../../../shared/contract/reports.ts'
import { openCache } from '../../../store/cache/cache.ts'
import { readCompleteness } from '../ledger/reader.ts'
import { readTotals } from '../testing/read-totals.ts'
import { storeWindow } from '../ledger/ledger-windows.ts'
import { openLedger } from '../ledger/ledger.ts'
import { saleRow } from '../testing/list-double.ts'
import { sortedPage } from '../testing/sorted-page.ts'
import { mostPrinted, reportPage, type PrintedReport } from './print-page.ts'

const range = { kind: 'sales', from: '2026-10-01', to: '2026-10-31' } as const

/** A report of so many rows as it would be printed. */
function reportOf(count: number, change: Partial<PrintedReport> = {}): PrintedReport {
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
    rows: sortedPage(ledger, { ...range, filter, sort, offset: 0, limit: mostPrinted }).rows,
    madeAt: Date.parse('2026-12-01T15:00:00Z'),
    figures: { country: 'CO', decimalSign: 'comma' },
    ...change,
  }
  db.close()
  return report
}

const rowsIn = (html: string) => html.split('<table class="list">')[1]?.split('<tr>').length ?? 0

test('says how many rows are not on the paper, and holds the totals of all', () => {
  const { html, width, height } = reportPage(reportOf(2_500))
  expect([width, height]).toEqual([210, 297])
  expect(html).toContain('Se imprimen 1.000 de 2.500 operaciones.')
  expect(html).toContain('No se imprimen otros 30 productos')
  expect(rowsIn(html)).toBe(1 + 1000 + 1)
  expect(html).toContain('2.375 operaciones')
  expect(html).toContain('$\u00a02.375.000')
  expect(html).toContain('Completo: cada día se comprobó')
})

test('prints a small one whole, marks what only the journal knows, and says when it is filtered', () => {
  const report = reportOf(3, { isFiltered: true })
  const [first, ...others] = report.rows
  if (!first) throw new Error('no rows')
  const { html } = reportPage({ ...report, rows: [{ ...first, fromJournal: true }, ...others] })
  expect(html).toContain('Se imprimen todas las operaciones: 3.')
  expect(html).toContain('(de este registro)')
  expect(html).toContain('no son todas las operaciones')
})

test('calls nothing complete while something of it may still change', () => {
  const { completeness } = reportOf(1)
  const { html } = reportPage(
    reportOf(1, { completeness: { ...completeness, movingDays: ['2026-10-02'] } }),
  )
  expect(html).toContain('Completo por ahora')
})

test('lets no text become markup', () => {
  const evil = '<script>alert(1)</script>"\'&'
  const report = reportOf(1, { profileName: evil })
  const [first] = report.rows
  if (!first) throw new Error('no rows')
  const { html } = reportPage({
    ...report,
    rows: [
      { ...first, id: evil, product: { id: evil, name: evil }, statusId: 'x', statusName: evil },
    ],
    totals: {
      ...report.totals,
      byProduct: report.totals.byProduct.map((one) => ({ ...one, name: evil })),
    },
  })
  expect(html).not.toContain('<script')
  expect(html).toContain('&lt;script&gt;alert(1)')
})
