import { addDays, dayMs } from './dates.ts'

/** Whole days `YYYY-MM-DD` of the service's wall clock. */
export interface DayRange {
  from: string
  /** Included. */
  to: string
}

function utc(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}

/** How many days a range holds, both ends counted; zero or less when it is upside down. */
export function daysIn(range: DayRange): number {
  return Math.round((utc(range.to) - utc(range.from)) / dayMs) + 1
}

/** The most days that one range may hold, twenty years: work on each day of a mistyped year would stop the register. */
export const longestRange = 20 * 366

/** Every day of a range in order. */
export function listDays(range: DayRange): string[] {
  return Array.from({ length: Math.max(0, daysIn(range)) }, (_, index) =>
    addDays(range.from, index),
  )
}

/** Days in order, those that follow each other as one range: how a person names them. */
export function rangesOf(days: readonly string[]): DayRange[] {
  const ranges: DayRange[] = []
  for (const day of days) {
    const last = ranges.at(-1)
    if (last && addDays(last.to, 1) === day) last.to = day
    else ranges.push({ from: day, to: day })
  }
  return ranges
}

/** First and last day of the month that holds a day. */
export function monthOf(day: string): DayRange {
  const from = `${day.slice(0, 7)}-01`
  const next = addDays(from, 32)
  return { from, to: addDays(`${next.slice(0, 7)}-01`, -1) }
}

/** Whether a range is exactly one calendar month. */
export function isWholeMonth(range: DayRange): boolean {
  const month = monthOf(range.from)
  return month.from === range.from && month.to === range.to
}

export const presetNames = ['today', 'yesterday', 'week', 'month', 'lastMonth'] as const
export type PresetName = (typeof presetNames)[number]

/** The range of a preset as of a service day; running weeks (from Monday) and months end today. */
export function presetRange(name: PresetName, today: string): DayRange {
  switch (name) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) }
    case 'week': {
      const weekday = (new Date(utc(today)).getUTCDay() + 6) % 7
      return { from: addDays(today, -weekday), to: today }
    }
    case 'month':
      return { from: monthOf(today).from, to: today }
    case 'lastMonth':
      return monthOf(addDays(monthOf(today).from, -1))
  }
}

/** The preset that a range is, as of a service day, or null for a free one. */
export function presetOf(range: DayRange, today: string): PresetName | null {
  const found = presetNames.find((name) => {
    const preset = presetRange(name, today)
    return preset.from === range.from && preset.to === range.to
  })
  return found ?? null
}

/** What a report is compared with. */
export const comparisonNames = ['previous', 'yearBefore', 'none'] as const
export type ComparisonName = (typeof comparisonNames)[number]

/**
 * The days that a range is compared with, or null for none. `previous`: for days from the first of a month on, the
 * same days of the month before (a whole month: the whole of it); for days from a Monday on within one week, the week
 * before; else as many days just before. `yearBefore`: the same days of the year before.
 */
export function comparedRange(range: DayRange, name: ComparisonName): DayRange | null {
  if (name === 'none') return null
  if (name === 'yearBefore') return monthsBefore(range, 12)
  if (range.from.endsWith('-01') && range.from.slice(0, 7) === range.to.slice(0, 7)) {
    if (daysIn(range) > 1 || isWholeMonth(range)) return monthsBefore(range, 1)
  }
  const isWeek = daysIn(range) > 1 && presetRange('week', range.to).from === range.from
  const back = isWeek ? 7 : daysIn(range)
  return { from: addDays(range.from, -back), to: addDays(range.to, -back) }
}

/** The same days so many months before; an end of month stays one, and no day is past its month's last. */
function monthsBefore(range: DayRange, months: number): DayRange {
  const shifted = (day: string, toLast: boolean) => {
    const at = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
    at.setUTCMonth(at.getUTCMonth() - months)
    const month = monthOf(at.toISOString().slice(0, 10))
    const same = `${month.from.slice(0, 7)}${day.slice(7)}`
    return toLast || same > month.to ? month.to : same
  }
  const toLast = range.to === monthOf(range.to).to && range.from.endsWith('-01')
  return { from: shifted(range.from, false), to: shifted(range.to, toLast) }
}
