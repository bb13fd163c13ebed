import type { DayRange } from '../../../../shared/domain/time/range.ts'
import { addDays } from '../../../../shared/domain/time/dates.ts'
import type { TransactionRow } from '../../../../shared/domain/sale/transaction.ts'
import type { Database } from '../../../store/sqlite/db.ts'
import { completenessOf, dayStates } from '../ledger/completeness.ts'
import { gather } from '../gather/gather.ts'
import { storedPerDay, unreadableRows, windowsOver } from '../ledger/ledger-windows.ts'
import { openLedger } from '../ledger/ledger.ts'
import type { createListDouble } from './list-double.ts'
import { saleRow } from './list-double.ts'

/** Long after every day of the tests. */
export const later = Date.parse('2027-06-01T12:00:00Z')
export const firstDay = '2026-10-01'

/** For tests: rows with these counts per day, beginning at `from`; times are spread, some at the first second. */
export function rowsOf(counts: readonly number[], from: string): TransactionRow[] {
  return counts.flatMap((count, index) => {
    const day = addDays(from, index)
    return Array.from({ length: count }, (_, place) => {
      const second = place % 5 === 0 ? 0 : Math.floor((place * 86_399) / Math.max(1, count))
      const time = new Date(second * 1000).toISOString().slice(11, 19)
      return saleRow(`${index + 1}${String(place).padStart(5, '0')}`, `${day}T${time}`)
    })
  })
}

interface Setting {
  db: Database
  range: DayRange
  now?: number
  cap: number
  signal?: AbortSignal
  known?: (day: string) => readonly TransactionRow[]
}

/** Gathers, and answers what is known then. */
export async function run(
  list: ReturnType<typeof createListDouble>,
  { db, range, now = later, cap, signal, known }: Setting,
) {
  await gather({
    db,
    list: list.list,
    now: () => now,
    profileId: 'p',
    kind: 'sales',
    range,
    cap,
    signal: signal ?? new AbortController().signal,
    progress: () => undefined,
    ...(known ? { known } : {}),
  })
  return stateOf(db, range, now)
}

/** What the ledger says of a range. */
export function stateOf(db: Database, range: DayRange, now = later) {
  const ledger = openLedger(db, 'p', 'sales')
  const states = dayStates(windowsOver(ledger, range), range)
  return {
    states,
    completeness: completenessOf(states, range, now, unreadableRows(ledger, range)),
    perDay: storedPerDay(ledger, range),
  }
}
