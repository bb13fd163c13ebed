/**
 * Days as texts `YYYY-MM-DD`. A report's days are the service's wall-clock days: UTC-5 in both
 * countries all year, taken as such because the contract is silent.
 */
export interface DayRange {
  from: string
  /** Included. */
  to: string
}

const dayMs = 86_400_000
const offsetMs = -5 * 3_600_000

function utc(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}

function dayOfUtc(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** Whether a text names a day that exists. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = utc(text)
  return !Number.isNaN(time) && dayOfUtc(time) === text
}

/** The day that is `count` days later (earlier when negative). */
export function addDays(day: string, count: number): string {
  return dayOfUtc(utc(day) + count * dayMs)
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

/** The service's wall-clock day at a moment (epoch milliseconds). */
export function serviceDay(epochMs: number): string {
  return dayOfUtc(epochMs + offsetMs)
}

/** The service's wall-clock time at a moment, `YYYY-MM-DDTHH:mm:ss`. */
export function serviceLocal(epochMs: number): string {
  return new Date(epochMs + offsetMs).toISOString().slice(0, 19)
}

/** The moment (epoch milliseconds) at which a service day is over. */
export function endOfServiceDay(day: string): number {
  return utc(day) + dayMs - offsetMs
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
