import { addDays } from './dates.ts'

/** Whole days `YYYY-MM-DD` of the service's wall clock. */
export interface DayRange {
  from: string
  /** Included. */
  to: string
}

const dayMs = 86_400_000

function utc(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}

/** How many days a range holds, both ends counted; zero or less when it is upside down. */
export function daysIn(range: DayRange): number {
  return Math.round((utc(range.to) - utc(range.from)) / dayMs) + 1
}

/** Every day of a range in order. */
export function listDays(range: DayRange): string[] {
  return Array.from({ length: Math.max(0, daysIn(range)) }, (_, index) =>
    addDays(range.from, index),
  )
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
