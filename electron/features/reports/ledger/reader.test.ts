import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  filterParts,
  isRestricted,
  reportFilterSchema,
  type ReportColumn,
} from '../../../../shared/contract/reports.ts'
import { addDays } from '../../../../shared/domain/time/dates.ts'
import type { TransactionRow } from '../../../../shared/domain/sale/transaction.ts'
import { openCache } from '../../../store/cache/cache.ts'
import { openCatalogCache } from '../../../store/cache/catalog-cache.ts'
import type { Database } from '../../../store/sqlite/db.ts'
import { storeWindow } from './ledger-windows.ts'
import { saleRow } from '../testing/list-double.ts'
import { createPages } from '../pages/pages.ts'
import { findLedger, openLedger } from './ledger.ts'
import { readTotals } from '../testing/read-totals.ts'
import { readCompleteness } from './reader.ts'

const range = { kind: 'sales', from: '2026-10-01', to: '2026-10-03' } as const
const filter = (change: object = {}) => reportFilterSchema.parse(change)

function store(db: Database, rows: TransactionRow[], profile = 'p'): void {
  const proven = { from: '2026-10-01', to: '2026-10-03' }
  storeWindow(
    openLedger(db, profile, 'sales'),
    {
      dateStart: '2026-10-01',
      dateEnd: '2026-10-04',
      rows: rows.length,
      full: false,
      startedAt: Date.parse('2026-10-03T20:00:00Z'),
      fetchedAt: Date.parse('2026-10-03T20:00:01Z'),
      proven,
      saturated: null,
      ends: null,
    },
    rows,
  )
}

function named(row: TransactionRow, name: string): TransactionRow {
  return { ...row, product: { id: row.product?.id ?? '', name } }
}

let db: Database
const pages = createPages()
afterAll(() => pages.close())
const ledgerOf = (of: Database, profile = 'p') => findLedger(of, profile, 'sales')
beforeAll(() => {
  db = openCache(':memory:')
  store(db, [
    named(saleRow('9', '2026-10-01T08:00:00', { minor: 500_000, product: '1' }), 'Recarga Móvil'),
    named(saleRow('10', '2026-10-01T09:00:00', { minor: 1_250, product: '2' }), 'Energía'),
    named(
      saleRow('11', '2026-10-02T08:00:00', { minor: 700, product: '2', statusId: 3 }),
      'Energía',
    ),
    { ...saleRow('12', '2026-10-03T23:59:59'), amount: { minor: 350, currency: 'USD' } },
    { ...saleRow('13', '2026-10-03T10:00:00'), amount: null, product: null },
    {
      ...saleRow('14', '2026-10-02T10:00:00'),
      status: null,
      statusId: '9',
      statusName: 'REVERSADA',
    },
    { ...saleRow('15', '2026-10-04T00:00:00') },
  ])
  store(db, [saleRow('99', '2026-10-01T08:00:00')], 'other')
  const shelf = (id: string, name: string, product: string) => ({
    ...{ id, name },
    products: [{ id: product, name: '', description: '', image: null, price: null, tip: null }],
  })
  const shelves = openCatalogCache(db)
  Array.from(shelves.arriving('p', [shelf('c1', 'Recargas', '1'), shelf('c2', 'Facturas', '2')], 0))
  Array.from(shelves.arriving('other', [shelf('c9', 'Otra', '10000')], 0))
})

async function ids(change: object, column: ReportColumn = 'createdAt', descending = false) {
  const how = { filter: filter(change), sort: { column, descending }, offset: 0, limit: 50 }
  const { rows } = await pages.page(ledgerOf(db), { ...range, ...how })
  return rows.map(({ id }) => id)
}

describe('a page', () => {
  test('holds the rows of its range and profile, whole', async () => {
    const sort = { column: 'createdAt', descending: false } as const
    const asked = { ...range, filter: filter(), sort, offset: 1, limit: 2 }
    const page = await pages.page(ledgerOf(db), asked)
    expect(page.count).toBe(6)
    expect(page.rows).toEqual([
      {
        id: '10',
        status: 'APPROVED',
        statusId: '2',
        statusName: 'APPROVED',
        product: { id: '2', name: 'Energía' },
        amount: { minor: 1_250, currency: 'COP' },
        createdAt: { local: '2026-10-01T09:00:00', raw: '2026-10-01 09:00:00' },
        fromJournal: false,
        unreadable: null,
      },
      expect.objectContaining({ id: '11', status: 'REJECTED' }),
    ])
  })
  test.each([
    ['createdAt', false, ['9', '10', '11', '14', '13', '12']],
    ['createdAt', true, ['12', '13', '14', '11', '10', '9']],
    ['id', false, ['9', '10', '11', '12', '13', '14']],
    ['amount', false, ['11', '10', '14', '9', '12', '13']],
    ['status', true, ['14', '11', '12', '13', '10', '9']],
  ] as const)('by %s, descending %s', async (column, descending, expected) => {
    expect(await ids({}, column, descending)).toEqual(expected)
  })
  test('shows the text of what it could not read, and marks what only the journal knows', async () => {
    const own = openCache(':memory:')
    const journal = { ...saleRow('2', '2026-10-02T08:00:00'), raw: '{"source":"journal","id":"2"}' }
    const broken = { ...saleRow('3', '2026-10-03T08:00:00'), amount: null, raw: '{"amount":"x"}' }
    store(own, [saleRow('1', '2026-10-01T08:00:00'), journal, broken])
    const sort = { column: 'id', descending: false } as const
    const asked = { ...range, filter: filter(), sort, offset: 0, limit: 9 }
    const page = await pages.page(ledgerOf(own), asked)
    expect(page.rows.map(({ fromJournal, unreadable }) => [fromJournal, unreadable])).toEqual([
      [false, null],
      [true, null],
      [false, '{"amount":"x"}'],
    ])
    own.close()
  })
  test('is another once the ledger changed', async () => {
    const own = openCache(':memory:')
    const query = {
      ...range,
      filter: filter(),
      sort: { column: 'id', descending: false },
      offset: 0,
      limit: 9,
    } as const
    const page = () => pages.page(ledgerOf(own), query)
    expect((await page()).count).toBe(0)
    store(own, [saleRow('1', '2026-10-01T08:00:00')])
    expect((await page()).count).toBe(1)
    store(own, [saleRow('1', '2026-10-01T08:00:00'), saleRow('2', '2026-10-01T08:00:00')])
    expect((await page()).rows.map(({ id }) => id)).toEqual(['1', '2'])
    own.close()
  })
})

describe('a filter', () => {
  test.each([
    [{ statusIds: ['3', '9'] }, ['11', '14']],
    [{ productIds: ['2'] }, ['10', '11']],
    [{ productIds: [''] }, ['13']],
    [{ categoryIds: ['c1'] }, ['9']],
    [{ categoryIds: ['c1', 'c2'] }, ['9', '10', '11']],
    [{ categoryIds: [''] }, ['14', '13', '12']],
    [{ categoryIds: ['', 'c2'], statusIds: ['3', '9'] }, ['11', '14']],
    [{ categoryIds: ['c9'] }, []],
    [{ unreadable: true }, ['13']],
    [{ text: 'energia' }, ['10', '11']],
    [{ text: 'MÓVIL recarga' }, ['9']],
    [{ text: 'reversada' }, ['14']],
    [{ text: '5000' }, ['9']],
    [{ text: '12' }, ['12']],
    [{ text: 'energia', statusIds: ['2'] }, ['10']],
    [{ text: 'nada' }, []],
    [{ text: "'; drop table report_row; --" }, []],
  ])('%j', async (change, expected) => {
    expect(await ids(change)).toEqual(expected)
  })
  test.each([
    ['9', ['5.000', '$ 5.000', '$\u00a05.000', '$5.000,00', '5,000', '5000.00', 'MOVIL $ 5.000']],
    ['10', ['12,50', '12.5', '$ 12,50', 'energía 12,50']],
    ['12', ['USD\u00a03,50', '$3,50', '3.50']],
    [null, ['5.001', 'energía $ 5.000', '5.0.00', '-$ 5.000']],
  ])('row %s by its amount as a screen writes it', async (id, texts) => {
    for (const text of texts) {
      expect([text, await ids({ text })]).toEqual([text, id === null ? [] : [id]])
    }
  })
  test('a text that says nothing leaves nothing out, and is no filter', async () => {
    for (const text of ['%', '-', "''", ' $ ']) {
      expect(await ids({ text })).toHaveLength(6)
      expect(isRestricted(filter({ text })), text).toBe(false)
      expect(
        filterParts(filter({ text }), readTotals(ledgerOf(db), range, filter()), noWords),
      ).toEqual([])
    }
  })
})

const noWords = { status: '', product: '', category: '', none: '', unreadable: '' }

describe('totals', () => {
  test('by status, product and day, currencies apart', () => {
    const totals = readTotals(ledgerOf(db), range, filter())
    expect(totals.rows).toBe(6)
    expect(totals.amount).toEqual([
      { currency: 'COP', minor: 500_000 + 1_250 + 700 + 100_000 },
      { currency: 'USD', minor: 350 },
    ])
    expect(totals.byStatus.map(({ id, name, rows }) => [id, name, rows])).toEqual([
      ['2', 'APPROVED', 4],
      ['3', 'REJECTED', 1],
      ['9', 'REVERSADA', 1],
    ])
    expect(totals.byDay.map(({ day, rows }) => [day, rows])).toEqual([
      ['2026-10-01', 2],
      ['2026-10-02', 2],
      ['2026-10-03', 2],
    ])
    expect(totals.approved).toEqual({
      rows: 4,
      amount: [{ currency: 'COP', minor: 500_000 + 1_250 }, ...totals.amount.slice(1)],
      out: { rows: 0, amount: [] },
    })
    expect(
      totals.byCategory.map(({ id, name, rows, approved: sum }) => [id, name, rows, sum.rows]),
    ).toEqual([
      ['', '', 3, 2],
      ['c2', 'Facturas', 2, 1],
      ['c1', 'Recargas', 1, 1],
    ])
    expect(totals.byProduct.find(({ id }) => id === '')).toMatchObject({ rows: 1, amount: [] })
  })
  test('hold any number of amounts, however large, from the sums and from single rows', () => {
    const own = openCache(':memory:')
    const minor = 9_000_000_000_000_000
    const rows = Array.from({ length: 1100 }, (_, index) =>
      saleRow(String(index), '2026-10-01T08:00:00', { minor }),
    )
    store(own, rows)
    for (const change of [{}, { text: '10000' }]) {
      const totals = readTotals(ledgerOf(own), range, filter(change))
      expect(totals).toMatchObject({ rows: 1100, amount: [{ minor: 1100 * minor }] })
    }
    own.close()
  })
  test('follow the filter', () => {
    const by = filter({ text: 'energia', statusIds: ['3'] })
    expect(readTotals(ledgerOf(db), range, by)).toMatchObject({
      rows: 1,
      amount: [{ currency: 'COP', minor: 700 }],
    })
  })
  test('of a profile without any ledger are none', () => {
    const nobody = ledgerOf(db, 'nobody')
    expect(readTotals(nobody, range, filter()).rows).toBe(0)
    expect(readCompleteness(nobody, range, Date.now()).missingDays).toHaveLength(3)
  })
  test('equal the rows, whatever is stored over whatever', async () => {
    const row = fc.record({
      id: fc.nat(30),
      day: fc.nat(2),
      minor: fc.integer({ min: -5_000, max: 9_000_000_000 }),
      product: fc.nat(3),
      statusId: fc.constantFrom(1, 2, 3),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(row, { maxLength: 20 }), { maxLength: 4 }),
        async (windows) => {
          const own = openCache(':memory:')
          for (const rows of windows) {
            const unique = new Map(rows.map((one) => [one.id, one]))
            store(
              own,
              [...unique.values()].map(({ id, day, minor, product, statusId }) =>
                saleRow(String(id), `${addDays('2026-10-01', day)}T10:00:00`, {
                  minor,
                  product: String(product),
                  statusId,
                }),
              ),
            )
          }
          const shelf = { id: '2', name: '', description: '', image: null, price: null, tip: null }
          const list = [{ id: 'c1', name: 'C', products: [shelf] }]
          Array.from(openCatalogCache(own).arriving('p', list, 0))
          for (const change of [
            {},
            { statusIds: ['2'] },
            { productIds: ['1', '3'] },
            { categoryIds: ['c1'] },
            { categoryIds: [''] },
            { text: '3' },
          ]) {
            const sort = { column: 'id', descending: false } as const
            const by = filter(change)
            const asked = { ...range, filter: by, sort, offset: 0, limit: 100 }
            const { rows, count } = await pages.page(ledgerOf(own), asked)
            expect(count).toBe(rows.length)
            const totals = readTotals(ledgerOf(own), range, by)
            const sum = rows.reduce((whole, { amount }) => whole + (amount?.minor ?? 0), 0)
            expect(totals.rows).toBe(rows.length)
            expect(totals.amount.map(({ minor }) => minor)).toEqual(rows.length > 0 ? [sum] : [])
            for (const parts of [
              totals.byDay,
              totals.byStatus,
              totals.byProduct,
              totals.byCategory,
            ]) {
              expect(parts.reduce((whole, part) => whole + part.rows, 0)).toBe(rows.length)
              const minor = parts.reduce((whole, part) => whole + (part.amount[0]?.minor ?? 0), 0)
              expect(minor).toBe(sum)
            }
          }
          own.close()
        },
      ),
      { numRuns: 60 },
    )
  })
})
