import { storeWindow } from '../electron/features/reports/ledger/ledger-windows.ts'
import { openLedger, type Ledger } from '../electron/features/reports/ledger/ledger.ts'
import { saleRow } from '../electron/features/reports/testing/list-double.ts'
import { openCache } from '../electron/store/cache/cache.ts'
import { serviceDayBounds } from '../shared/domain/time/dates.ts'
import type { TransactionRow } from '../shared/domain/sale/transaction.ts'
import { listDays, type DayRange } from '../shared/domain/time/range.ts'

export const month = { kind: 'sales', from: '2026-10-01', to: '2026-10-31' } as const
export const profileId = 'bench'

/** A cache.db with these days, a whole month unless said, settled, of this many sales over 60 products. */
export function writeMonth(
  path: string,
  rows: number,
  { profile = profileId, range = month }: { profile?: string; range?: DayRange } = {},
): void {
  const db = openCache(path)
  const ledger = openLedger(db, profile, month.kind)
  const days = listDays(range)
  const at = serviceDayBounds(range.to).end + 49 * 3_600_000
  days.forEach((day, place) => {
    const [first, end] = [place, place + 1].map((part) => Math.floor((rows * part) / days.length))
    const count = (end ?? 0) - (first ?? 0)
    const sales = Array.from({ length: count }, (_, index) => {
      const time = new Date(Math.floor((index * 86_399) / count) * 1000).toISOString()
      return saleRow(String(4_000_000 + (first ?? 0) + index), `${day}T${time.slice(11, 19)}`, {
        minor: ((index * 7919) % 5000) * 5000 + 100_000,
        product: String(10_000 + ((index * 31) % 60)),
        statusId: index % 25 === 0 ? 3 : 2,
      })
    })
    storeDay(ledger, day, at, sales)
  })
  db.close()
}

/** One day as a gather stores it that asked for it by itself at a moment (epoch ms): below the cap, and so proven. */
export function storeDay(
  ledger: Ledger,
  day: string,
  at: number,
  rows: readonly TransactionRow[],
): void {
  const window = { dateStart: day, dateEnd: day, rows: rows.length, full: false }
  const proof = { proven: { from: day, to: day }, saturated: null, ends: 'inclusive' } as const
  storeWindow(ledger, { ...window, ...proof, startedAt: at, fetchedAt: at }, rows)
}
