import { afterEach, beforeEach, expect, test } from 'vitest'
import { addDays, serviceDayBounds } from '../../../../../shared/domain/time/dates.ts'
import { money } from '../../../../../shared/domain/money/money.ts'
import type { BalanceSnapshot } from '../../../../store/tables/balance-snapshots.ts'
import { openCache } from '../../../../store/cache/cache.ts'
import type { Database } from '../../../../store/sqlite/db.ts'
import { storeWindow } from '../../ledger/ledger-windows.ts'
import { findLedger, openLedger } from '../../ledger/ledger.ts'
import { saleRow } from '../../testing/list-double.ts'
import { balanceEdges } from './balance-edges.ts'

const hour = 3_600_000
const madeAt = Date.parse('2026-11-01T00:00:00Z')
const day = '2026-10-02'
const midnight = serviceDayBounds(day).end

let db: Database
beforeEach(() => void (db = openCache(':memory:')))
afterEach(() => db.close())
const ledgers = () => ({
  sales: findLedger(db, 'p', 'sales'),
  buys: findLedger(db, 'p', 'buys'),
})

/** An answer about one day, of both lists, that began at a moment and was stored at another. */
function store(of: string, startedAt: number, fetchedAt: number, sales = 0): void {
  const rows = Array.from({ length: sales }, (_, place) =>
    saleRow(`${of} ${place}`, `${of}T10:00:00`, { minor: 100_000 }),
  )
  const window = { dateStart: of, dateEnd: addDays(of, 1), rows: rows.length, full: false }
  const proof = { proven: { from: of, to: of }, saturated: null, ends: null }
  for (const kind of ['sales', 'buys'] as const) {
    const own = kind === 'sales' ? rows : []
    storeWindow(openLedger(db, 'p', kind), { ...window, ...proof, startedAt, fetchedAt }, own)
  }
}

const seen = (at: number, minor: number, skewMs?: number): BalanceSnapshot => ({
  ...{ at, reason: 'midnight', balance: money(minor, 'COP'), profits: money(0, 'COP') },
  ...(skewMs === undefined ? {} : { skewMs }),
})

test.each([24, -24])(
  'a computer %i hours ahead sees the balance of the service’s midnights',
  (ahead) => {
    const days = ['2026-10-01', '2026-10-02', '2026-10-03', '2026-10-04']
    for (const one of days) store(one, madeAt, madeAt, 1)
    const snapshots = days.map((one, place) =>
      seen(serviceDayBounds(one).start - 60_000 + ahead * hour, 1000 - place, -ahead * hour),
    )
    const at = balanceEdges(ledgers(), snapshots, madeAt)
    expect(days.slice(1).map((one) => at(one)?.balance.minor)).toEqual([999, 998, 997])
  },
)

test('a list that was asked for before midnight, and stored after it, does not show the rest of the day', () => {
  const before = [seen(midnight - 45_000, 500)]
  store(day, midnight - 40_000, midnight + 5_000)
  expect(balanceEdges(ledgers(), before, madeAt)(addDays(day, 1))).toBeNull()
  store(day, midnight + 5_000, midnight + 6_000)
  expect(balanceEdges(ledgers(), before, madeAt)(addDays(day, 1))?.balance.minor).toBe(500)
})
