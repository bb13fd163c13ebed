import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { storeDay } from '../../../../bench/ledger.ts'
import { reportFilterSchema, type ReportTotals } from '../../../../shared/contract/reports.ts'
import { addDays } from '../../../../shared/domain/time/dates.ts'
import type { TransactionRow } from '../../../../shared/domain/sale/transaction.ts'
import { openCache } from '../../../store/cache/cache.ts'
import type { Database } from '../../../store/sqlite/db.ts'
import { saleRow } from '../testing/list-double.ts'
import { openLedger, type Ledger } from './ledger.ts'
import { readTotals } from '../testing/read-totals.ts'

const first = '2026-10-30'
const filter = (change: object = {}) => reportFilterSchema.parse(change)

interface Sketch {
  id: number
  /** After the first, as it came: also another day than the one that was asked for. */
  day: number
  /** null: it could not be read. */
  minor: number | null
  currency: string
  product: number | null
  statusId: number
}

const sketch: fc.Arbitrary<Sketch> = fc.record({
  id: fc.nat(25),
  day: fc.nat(3),
  minor: fc.option(fc.integer({ min: -5_000, max: 9_000_000_000_000 }), { freq: 8 }),
  currency: fc.constantFrom('COP', 'COP', 'USD'),
  product: fc.option(fc.nat(3), { freq: 8 }),
  statusId: fc.constantFrom(1, 2, 3),
})

function rowOf({ id, day, minor, currency, product, statusId }: Sketch): TransactionRow {
  const row = saleRow(String(id), `${addDays(first, day)}T10:00:00`, { statusId })
  return {
    ...row,
    amount: minor === null ? null : { minor, currency },
    product: product === null ? null : { id: String(product), name: `P${product}` },
    raw: JSON.stringify([id, day, minor, currency, product, statusId]),
  }
}

const bareRow = z.object({
  day: z.string(),
  status: z.string(),
  product: z.string(),
  amount: z.int().nullable(),
  currency: z.string().nullable(),
})
type Bare = z.infer<typeof bareRow>

/** Every row that stands, without any sum that is kept. */
function bareRows(db: Database, from: string, to: string): Bare[] {
  return db.all(
    bareRow,
    `select r.day, s.status_id as status, ifnull(p.product_id, '') as product, amount, currency
     from report_row r join report_status s on s.id = r.status
       left join report_product p on p.id = r.product
     where gone = 0 and day between ? and ?`,
    from,
    to,
  )
}

/** How many rows there are, and what they come to, by one of their fields and currency. */
function summed(rows: readonly Bare[], by: (row: Bare) => string): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const row of rows) {
    const at = (name: string) => `${by(row)} ${name}`
    sums[at('rows')] = (sums[at('rows')] ?? 0) + 1
    if (row.amount === null) continue
    const currency = at(row.currency ?? '')
    sums[currency] = (sums[currency] ?? 0) + row.amount
  }
  return sums
}

function told(parts: readonly (Pick<ReportTotals, 'rows' | 'amount'> & { name: string })[]) {
  const sums: Record<string, number> = {}
  for (const { name, rows, amount } of parts) {
    sums[`${name} rows`] = rows
    for (const { currency, minor } of amount) sums[`${name} ${currency}`] = minor
  }
  return sums
}

test('totals are the bare sums of the rows, whatever days are stored again and however', () => {
  const days = fc.array(fc.tuple(fc.nat(3), fc.array(sketch, { maxLength: 15 })), { maxLength: 6 })
  fc.assert(
    fc.property(days, fc.nat(3), fc.nat(3), (stores, start, end) => {
      const db = openCache(':memory:')
      const ledger = openLedger(db, 'p', 'sales')
      stores.forEach(([day, rows], at) => {
        const unique = new Map(rows.map((row) => [row.id, rowOf(row)]))
        storeDay(ledger, addDays(first, day), at, [...unique.values()])
      })
      const [from, to] = [
        addDays(first, Math.min(start, end)),
        addDays(first, Math.max(start, end)),
      ]
      const rows = bareRows(db, from, to)
      for (const [change, isIn] of [
        [{}, () => true],
        [{ statusIds: ['2'] }, ({ status }: Bare) => status === '2'],
        [{ productIds: ['1', ''] }, ({ product }: Bare) => ['1', ''].includes(product)],
      ] as const) {
        const shown = rows.filter(isIn)
        const totals = readTotals(ledger, { from, to }, filter(change))
        expect(told([{ ...totals, name: 'all' }])).toEqual({
          'all rows': 0,
          ...summed(shown, () => 'all'),
        })
        expect(told(totals.byDay.map((part) => ({ ...part, name: part.day })))).toEqual(
          summed(shown, ({ day }) => day),
        )
        const byId = (parts: ReportTotals['byStatus']) =>
          told(parts.map((part) => ({ ...part, name: part.id })))
        expect(byId(totals.byStatus)).toEqual(summed(shown, ({ status }) => status))
        expect(byId(totals.byProduct)).toEqual(summed(shown, ({ product }) => product))
      }
      db.close()
    }),
    { numRuns: 80 },
  )
})

test('totals of days read a row for each day, status and currency, however many products were sold', () => {
  const db = openCache(':memory:')
  const ledger = openLedger(db, 'p', 'sales')
  const [days, products] = [30, 40]
  for (let day = 0; day < days; day += 1) {
    const rows = Array.from({ length: products }, (_, at) =>
      saleRow(`${day}-${at}`, `${addDays(first, day)}T10:00:00`, { product: String(at) }),
    )
    storeDay(ledger, addDays(first, day), 0, rows)
  }
  let read = 0
  const counting: Ledger = {
    ...ledger,
    db: {
      ...db,
      arrays: (sql, ...params) => {
        const found = db.arrays(sql, ...params)
        read += found.length
        return found
      },
    },
  }
  const range = { from: first, to: addDays(first, days - 1) }
  expect(readTotals(counting, range, filter())).toMatchObject({ rows: days * products })
  expect(read).toBeLessThanOrEqual(days)
  db.close()
})

test('what products handed out stands apart, of each day as of all, as the owner said or their names do', () => {
  const db = openCache(':memory:')
  const ledger = openLedger(db, 'p', 'sales')
  const rowsOf = (day: string) => [
    saleRow(`${day}-1`, `${day}T10:00:00`, { product: '1', minor: 700 }),
    saleRow(`${day}-2`, `${day}T11:00:00`, { product: '2', minor: 300 }),
    saleRow(`${day}-3`, `${day}T12:00:00`, { product: '2', minor: 40, statusId: 3 }),
    {
      ...saleRow(`${day}-4`, `${day}T13:00:00`, { minor: 11 }),
      product: { id: '4', name: 'Retiro Nequi' },
    },
  ]
  const days = [first, addDays(first, 1)]
  for (const day of days) storeDay(ledger, day, 0, rowsOf(day))
  const range = { from: first, to: addDays(first, 1) }
  const cop = (minor: number) => [{ currency: 'COP', minor }]
  const said = new Map([['2', 'out']] as const)
  for (const change of [{}, { text: 'o' }]) {
    const { approved, byDay } = readTotals(ledger, range, filter(change), said)
    expect(approved).toEqual({
      ...{ rows: 6, amount: cop(2 * 1_011) },
      out: { rows: 4, amount: cop(2 * 311) },
    })
    expect(byDay.map((sum) => [sum.day, sum.approved])).toEqual(
      days.map((day) => [day, { rows: 3, amount: cop(1_011), out: { rows: 2, amount: cop(311) } }]),
    )
  }
  // Whatever its name says, the owner knows better.
  const none = readTotals(ledger, range, filter(), new Map([['4', 'in']] as const))
  expect(none.approved.out.rows).toBe(0)
  db.close()
})
