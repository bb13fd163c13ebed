import { words, type Language } from '../../words/words.ts'

/** Both countries, and the service's own wall clock as far as known, are UTC-5 all year. */
export const serviceOffsetMs = -5 * 3_600_000
/** A day, in ms. */
export const dayMs = 86_400_000

/** A month's sales are tens of thousands, its days few: each is named once. */
const dayNames = new Map<number, string>()

/** The shop's day `YYYY-MM-DD` of a moment (epoch ms). */
export function serviceDay(epochMs: number): string {
  return dayOfNumber(Math.floor((epochMs + serviceOffsetMs) / dayMs))
}

/** The day `YYYY-MM-DD` that is so many days after 1 January 1970. */
export function dayOfNumber(number: number): string {
  const known = dayNames.get(number)
  if (known !== undefined) return known
  const name = new Date(number * dayMs).toISOString().slice(0, 10)
  if (dayNames.size > 1000) dayNames.clear()
  dayNames.set(number, name)
  return name
}

/** A moment (epoch ms) as the shop's wall clock: `YYYY-MM-DDTHH:mm:ss`. */
export function serviceLocal(epochMs: number): string {
  return new Date(epochMs + serviceOffsetMs).toISOString().slice(0, 19)
}

/** The moment (epoch ms) of a wall-clock text `YYYY-MM-DD[THH:mm:ss]` of the shop; NaN when it is none. */
export function serviceEpoch(local: string): number {
  return Date.parse(local.length === 10 ? `${local}T00:00:00Z` : `${local}Z`) - serviceOffsetMs
}

/** The moments (epoch ms) at which a shop's day begins and ends; the end is not part of it. */
export function serviceDayBounds(day: string): { start: number; end: number } {
  const start = serviceEpoch(day)
  return { start, end: start + dayMs }
}

/** The moment (epoch ms) at which the shop's day of a moment began. */
export function serviceDayStart(epochMs: number): number {
  return Math.floor((epochMs + serviceOffsetMs) / dayMs) * dayMs - serviceOffsetMs
}

/** The moments (epoch ms) of whole days, both included: from the beginning of one until before the end of the other. */
export function dayRangeBounds(from: string, to: string): { start: number; end: number } {
  return { start: serviceDayBounds(from).start, end: serviceDayBounds(to).end }
}

/** The day `days` later (or earlier, negative). */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

/**
 * Whether more than so many ms passed since a moment, by a clock that can be set: what is of later than now was written
 * down by a wrong one, and counts as old. For what is asked for again, or kept, for a while.
 */
export function isOlder(at: number, ms: number, now: number): boolean {
  return at > now || now - at > ms
}

/** Whether a text is a real day written `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text
}

/** A day in words: `sáb 21 nov 2026`, `Sat 21 Nov 2026`. */
export function formatDay(day: string, language: Language): string {
  const date = new Date(`${day}T00:00:00Z`)
  const weekday = listed('weekdays', date.getUTCDay(), language)
  return `${weekday} ${date.getUTCDate()} ${listed('months', date.getUTCMonth(), language)} ${date.getUTCFullYear()}`
}

/** A day or a month in few letters, for axes: `21 nov` of `2026-11-21`, `nov 2026` of `2026-11`. */
export function formatShortDay(day: string, language: Language): string {
  const [year = '', month, date] = day.split('-')
  const name = listed('months', Number(month) - 1, language)
  return date === undefined ? `${name} ${year}` : `${Number(date)} ${name}`
}

/** A moment in words at the shop's wall clock: `sáb 21 nov 2026, 3:04 p. m.` (no-break space inside). */
export function formatDateTime(epochMs: number, language: Language): string {
  return formatLocal(serviceLocal(epochMs), language)
}

/** The time alone: `3:04 p. m.`. */
export function formatTime(epochMs: number, language: Language): string {
  return formatClock(serviceLocal(epochMs), language)
}

/** A wall-clock text of the service (`YYYY-MM-DDTHH:mm:ss`) in words. */
export function formatLocal(local: string, language: Language): string {
  return `${formatDay(local.slice(0, 10), language)}, ${formatClock(local, language)}`
}

/** The hour of a wall-clock text of the service: `3:04 p. m.`. */
export function formatClock(local: string, language: Language): string {
  const hour = Number(local.slice(11, 13))
  const half = listed('halves', hour < 12 ? 0 : 1, language)
  return `${hour % 12 || 12}:${local.slice(14, 16)}\u00a0${half}`
}

const listed = (list: 'weekdays' | 'months' | 'halves', place: number, language: Language) =>
  words.in(language).list(`language.${list}`)[place] ?? ''
