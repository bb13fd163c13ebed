import { isDoubtful } from '../../../service/doubtful-list.ts'
import { rowCap } from '../../../service/service.ts'
import { addDays } from '../../../../shared/domain/time/dates.ts'
import { holdsDay } from '../../../../shared/domain/report/holds-day.ts'
import type { DayRange } from '../../../../shared/domain/time/range.ts'
import type { TransactionRow } from '../../../../shared/domain/sale/transaction.ts'

/** Which way the service was seen to read the end of a range. */
export type EndHabit = 'inclusive' | 'exclusive'

/** What one answer of list proves by itself (design: A report). */
export interface Proof {
  full: boolean
  /** Days shown whole under either reading of the end date, or under the one this answer betrays. */
  proven: DayRange | null
  /** The day of which this one answer holds the cap or more. */
  saturated: string | null
  /** Set when the answer itself betrays how the end date is read. */
  ends: EndHabit | null
  /** It holds days that were not asked for, or one sale in two ways: what it leaves out is not known. */
  doubtful: boolean
  /** How many rows fall on each day. */
  perDay: ReadonlyMap<string, number>
}

/** The day of a row, or null when its time could not be read. */
function answeredDayOf(row: TransactionRow): string | null {
  return row.createdAt?.local.slice(0, 10) ?? null
}

/** How many of the rows fall on each day; rows without a readable time are left out. */
function rowsByDay(rows: readonly TransactionRow[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const day = answeredDayOf(row)
    if (day !== null) counts.set(day, (counts.get(day) ?? 0) + 1)
  }
  return counts
}

/**
 * Judges the answer to one request for `dateStart..dateEnd`. The last day counts as shown only when the
 * answer itself holds rows of it. Rows of the day before or after say that the service's days are
 * not those of its rows: the day at that edge is then not taken as shown. An answer that is doubtful proves nothing.
 */
export function judge(
  dateStart: string,
  dateEnd: string,
  rows: readonly TransactionRow[],
  cap = rowCap,
): Proof {
  const full = rows.length >= cap
  const counts = rowsByDay(rows)
  const saturated = [...counts.keys()].find((day) => (counts.get(day) ?? 0) >= cap) ?? null
  const inclusive = holdsDay(rows, dateEnd)
  const days = [...counts.keys()]
  const from = days.some((day) => day > dateEnd) ? addDays(dateStart, 1) : dateStart
  const last = inclusive ? dateEnd : addDays(dateEnd, -1)
  const to = days.some((day) => day < dateStart) ? addDays(last, -1) : last
  const doubtful = isDoubtful(rows, dateStart, dateEnd)
  return {
    full,
    proven: !full && !doubtful && from <= to ? { from, to } : null,
    saturated,
    ends: inclusive ? 'inclusive' : null,
    doubtful,
    perDay: counts,
  }
}
