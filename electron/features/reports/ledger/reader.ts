import type { Completeness, ReportWindow } from '../../../../shared/contract/reports.ts'
import { behindIn } from '../../../../shared/domain/report/registers.ts'
import { dayRangeBounds } from '../../../../shared/domain/time/dates.ts'
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
  const registers = own?.registers?.()?.read
  const behind = registers ? behindIn(registers, dayRangeBounds(range.from, range.to)) : null
  const unreadable = unreadableRows(ledger, range)
  return completenessOf(states, range, now, unreadable, moving, unlisted, behind)
}

/** The requests that brought a range, newest first. */
export function readWindows(ledger: Ledger, range: DayRange): ReportWindow[] {
  return windowsOver(ledger, range)
    .toReversed()
    .map(({ dateStart, dateEnd, rows, full, fetchedAt }) => {
      return { dateStart, dateEnd, rows, full, fetchedAt }
    })
}
