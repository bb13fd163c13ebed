import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reportFilterSchema, type ReportColumn } from '../../../../shared/contract/reports.ts'
import type { TransactionRow } from '../../../../shared/domain/sale/transaction.ts'
import { openCache } from '../../../store/cache/cache.ts'
import { storeDay } from '../../../../bench/ledger.ts'
import { openLedger } from '../ledger/ledger.ts'
import { select } from '../ledger/selection.ts'
import { saleRow } from '../testing/list-double.ts'
import { orderedPlaces } from './page.ts'
import { rankedPlaces } from './ranked-places.ts'

const names = ['Recarga', 'recarga', 'Águila', 'Ñandú', 'energía', 'Z']
const columns = ['product', 'status', 'amount', 'id'] as const satisfies ReportColumn[]

interface Sketch {
  id: number | string
  second: number
  minor: number | null
  name: number | null
  statusId: number
}

/** A row, some of it unreadable. */
const row: fc.Arbitrary<Sketch> = fc.record({
  id: fc.oneof(fc.nat(3_000_000_000), fc.constantFrom('007', '9007199254740993', 'A-1', '0')),
  second: fc.nat(59),
  minor: fc.option(fc.integer({ min: -5_000, max: 9_000_000_000_000 })),
  name: fc.option(fc.nat(names.length - 1)),
  statusId: fc.constantFrom(1, 2, 3),
})

function rowOf({ id, second, minor, name, statusId }: Sketch): TransactionRow {
  const time = `2026-10-01T10:00:${String(second).padStart(2, '0')}`
  const sale = saleRow(String(id), time, { minor: minor ?? 0, statusId })
  return {
    ...sale,
    amount: minor === null ? null : sale.amount,
    product: name === null ? null : { id: String(name), name: names[name] ?? '' },
  }
}

test('rows are in the order that SQL has them in, by any column, either way', () => {
  let ranked = 0
  fc.assert(
    fc.property(fc.array(row, { maxLength: 40 }), (rows) => {
      const db = openCache(':memory:')
      const ledger = openLedger(db, 'p', 'sales')
      storeDay(ledger, '2026-10-01', 0, [
        ...new Map(rows.map((one) => [one.id, rowOf(one)])).values(),
      ])
      const day = { from: '2026-10-01', to: '2026-10-01' }
      const all = select(ledger, day, reportFilterSchema.parse({}))
      for (const column of columns) {
        for (const descending of [true, false]) {
          const places = rankedPlaces(all, { column, descending })
          if (places === null) continue
          ranked += 1
          expect([...places]).toEqual(orderedPlaces(all, { column, descending }))
        }
      }
      db.close()
    }),
    { numRuns: 60 },
  )
  // Only an id that is no plain number is left to SQL.
  expect(ranked).toBeGreaterThan(60 * 6)
})

test('amounts of several currencies are left to SQL', () => {
  const db = openCache(':memory:')
  const ledger = openLedger(db, 'p', 'sales')
  const dollars = { ...saleRow('2', '2026-10-01T10:00:00'), amount: { minor: 5, currency: 'USD' } }
  storeDay(ledger, '2026-10-01', 0, [saleRow('1', '2026-10-01T10:00:00'), dollars])
  const day = { from: '2026-10-01', to: '2026-10-01' }
  const all = select(ledger, day, reportFilterSchema.parse({}))
  expect(rankedPlaces(all, { column: 'amount', descending: true })).toBeNull()
  db.close()
})
