import type { ReportFilter, ReportTotals } from '../../../../shared/contract/reports.ts'
import type { Direction } from '../../../../shared/domain/money/money.ts'
import type { DayRange } from '../../../../shared/domain/time/range.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { select } from '../ledger/selection.ts'
import { totalsOf } from '../ledger/totals.ts'

/** The totals of what a filter leaves of a range. */
export function readTotals(
  ledger: Ledger,
  range: DayRange,
  filter: ReportFilter,
  said?: ReadonlyMap<string, Direction>,
): ReportTotals {
  return totalsOf(select(ledger, range, filter), said)
}
