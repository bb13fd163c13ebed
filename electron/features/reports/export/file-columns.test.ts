import { expect, test } from 'vitest'
import { reportFilterSchema } from '../../../../shared/contract/reports.ts'
import { columnsOfKind, reportColumns } from '../../../../shared/domain/report/columns.ts'
import type { BookSale } from '../../../store/sales/book-sales.ts'
import { openCache } from '../../../store/cache/cache.ts'
import { findLedger } from '../ledger/ledger.ts'
import { noBooks, type OwnBooks } from '../workbook/figures/own-sales.ts'
import { words } from '../../../../shared/words/words.ts'
import type { ExportRow } from './export-rows.ts'
import { fileColumns, type FileReport } from './file-columns.ts'
import { factsOf } from './report-facts.ts'

const day = { from: '2026-10-01', to: '2026-10-01' }
const amount = ['COP', 'USD'].map((currency) => ({ currency, minor: 100 }))
const row: ExportRow = {
  ...{ id: '1', local: null, status: '', state: null, productId: '', product: '' },
  ...{ amount: 500, currency: 'USD', unreadable: '' },
}
const books: OwnBooks = {
  ...noBooks,
  currencies: ['COP'],
  natures: new Map([['1', 'resale']]),
  registerOf: () => 'C1 · Caja 1',
}

/** A report with something to say in each column. */
function reportOf(kind: 'sales' | 'buys', change: Partial<FileReport['request']>): FileReport {
  const db = openCache(':memory:')
  const filter = reportFilterSchema.parse({})
  const facts = factsOf(findLedger(db, 'p', kind), day, filter, 0, null)
  db.close()
  return {
    kind,
    facts: { ...facts, totals: { ...facts.totals, amount }, anyUnreadable: true },
    books,
    request: { format: 'xlsx', full: false, commissions: true, drawer: true, ...change },
    say: words.in('es'),
  }
}

const idsOf = (report: FileReport) => [...new Set(fileColumns(report).map(({ id }) => id))]

test.each([
  ['sales', 'xlsx', 'csv'],
  ['sales', 'csv', 'workbook'],
  ['buys', 'xlsx', 'csv'],
  ['buys', 'csv', 'workbook'],
] as const)('%s as %s have the columns of the definition, in its order', (kind, format, other) => {
  const defined = columnsOfKind(reportColumns, kind).filter(
    (column) => column.on !== other && (kind === 'sales' || !isOwn(column)),
  )
  expect(idsOf(reportOf(kind, { format }))).toEqual(defined.map(({ id }) => id))
})

/** What only sales of this register have. */
function isOwn(column: (typeof reportColumns)[number]): boolean {
  return 'needs' in column && column.needs !== 'unreadable'
}

test('a right that is lacking leaves out its column alone', () => {
  const [all, some] = [true, false].map((commissions) => idsOf(reportOf('sales', { commissions })))
  expect(some).toEqual(all?.filter((id) => id !== 'commission'))
  expect(all).toContain('commission')
})

test('amounts stand in a column for each currency, but in a CSV beside its name', () => {
  const titles = (format: 'xlsx' | 'csv') =>
    fileColumns(reportOf('buys', { format })).map(({ title }) => title)
  expect(titles('xlsx')).toEqual(expect.arrayContaining(['Valor COP', 'Valor USD']))
  expect(titles('csv')).toEqual(expect.arrayContaining(['Valor', 'Moneda']))
  const values = fileColumns(reportOf('buys', {}))
    .filter(({ kind }) => kind === 'money')
    .map((column) => column.value(row, null))
  expect(values).toEqual([null, 500])
})

test('how a sale was paid, and who owes it, is in no file of who may not know the drawer', () => {
  const credit: BookSale = {
    ...{ id: 's1', direction: 'in', currency: 'COP', cost: null, incentive: null },
    ...{ reference: '3001234567', cashier: 'Ana', tender: 'credit', via: '', customer: 'Luis' },
    ...{ first: null, collected: 5_000_000 },
  }
  const first = { tender: 'transfer', minor: 2_000_000 } as const
  const split: BookSale = { ...credit, first, via: 'Nequi' }
  const told = (drawer: boolean, sale = credit) => {
    const columns = fileColumns(reportOf('sales', { drawer, full: true }))
    const value = (id: string) => {
      const column = columns.find((one) => one.id === id)
      return column && column.kind !== 'money' ? column.value(row, sale) : undefined
    }
    return [value('cashier'), value('tender'), value('customer')]
  }
  expect(told(true)).toEqual(['Ana', 'Fiado', 'Luis'])
  expect(told(false)).toEqual(['Ana', undefined, null])
  expect(told(true, split)).toEqual(['Ana', 'Transferencia Nequi 20000 + Fiado', 'Luis'])
  // Each way with its own amount, in a column that who may not know the drawer has not.
  const ways = (drawer: boolean, sale: BookSale) =>
    fileColumns(reportOf('sales', { drawer }))
      .filter(({ id }) => id.startsWith('paid'))
      .map((column) => column.value(row, sale))
  expect(ways(true, split)).toEqual([null, 2_000_000, 3_000_000])
  expect(ways(true, credit)).toEqual([null, null, 5_000_000])
  expect(ways(true, { ...split, collected: null })).toEqual([null, null, null])
  expect(ways(false, split)).toEqual([])
  const beside: BookSale = { ...credit, tender: 'cash', first: { ...first, tender: 'credit' } }
  expect(told(false, beside)).toEqual(['Ana', undefined, null])
})
