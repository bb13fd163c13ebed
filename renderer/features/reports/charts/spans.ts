import { addDays } from '../../../../shared/domain/time/dates.ts'
import {
  daysIn,
  monthOf,
  presetRange,
  type DayRange,
} from '../../../../shared/domain/time/range.ts'

/** What one bar of the chart stands for. */
export type SpanUnit = 'day' | 'week' | 'month'

/** More bars than these are too thin to be told apart, or to be pressed. */
const mostDays = 62
const mostWeeks = 60

/** The smallest unit that still gives bars wide enough to be seen. */
export function unitFor(range: DayRange): SpanUnit {
  const days = daysIn(range)
  if (days <= mostDays) return 'day'
  return days <= mostWeeks * 7 ? 'week' : 'month'
}

/** The last day of the day, week (to Sunday) or month that holds a day. */
function endOf(unit: SpanUnit, day: string): string {
  if (unit === 'day') return day
  return unit === 'month' ? monthOf(day).to : addDays(presetRange('week', day).from, 6)
}

/** A range cut at the ends of its weeks or months: every day of it stands in one span, in order. */
export function spansOf(range: DayRange, unit: SpanUnit): DayRange[] {
  const spans: DayRange[] = []
  for (let from = range.from; from <= range.to;) {
    const end = endOf(unit, from)
    const to = end < range.to ? end : range.to
    spans.push({ from, to })
    from = addDays(to, 1)
  }
  return spans
}
