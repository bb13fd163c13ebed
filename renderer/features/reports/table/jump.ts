import type { ReportTotals } from '../../../../shared/contract/reports.ts'

/** Where a day's first row stands among rows ordered by time: as many rows as stand before it. */
export function placeOfDay(byDay: ReportTotals['byDay'], day: string, descending: boolean): number {
  return byDay
    .filter((sum) => (descending ? sum.day > day : sum.day < day))
    .reduce((before, { rows }) => before + rows, 0)
}
