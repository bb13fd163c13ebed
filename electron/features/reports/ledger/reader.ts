import type { Completeness, ReportWindow } from '../../../../shared/contract/reports.ts'
import type { DayRange } from '../../../../shared/domain/time/range.ts'
import { completenessOf, dayStates } from './completeness.ts'
import { unreadableRows, unsettledDays, windowsOver } from './ledger-windows.ts'
import type { Ledger } from './ledger.ts'
import { unlistedSales, type OwnSales } from './unlisted-sales.ts'

// What is stored of a report, without any request.

/** How far it can be trusted at the moment `now`. `journal`: this register's own sales, where they can be read. */
export function readCompleteness(
  ledger: Ledger,
  range: DayRange,
  now: number,
  journal: OwnSales | null = null,
): Completeness {
  const states = dayStates(windowsOver(ledger, range), range)
  const moving = [...unsettledDays(ledger, range).keys()]
  const own = ledger.kind === 'sales' ? journal : null
  const unlisted = own ? unlistedSales(ledger, own, range) : []
  return completenessOf(states, range, now, unreadableRows(ledger, range), moving, unlisted)
}

/** The requests that brought a range, newest first. */
export function readWindows(ledger: Ledger, range: DayRange): ReportWindow[] {
  return windowsOver(ledger, range)
    .toReversed()
    .map(({ dateStart, dateEnd, rows, full, fetchedAt }) => {
      return { dateStart, dateEnd, rows, full, fetchedAt }
    })
}
