import { addDays, isDay } from '../../../../shared/domain/time/dates.ts'
import { monthOf, type DayRange } from '../../../../shared/domain/time/range.ts'

/** Beginnings of the months' names in both languages. */
const months = [
  ...[/^(ene|jan)/, /^feb/, /^mar/, /^(abr|apr)/, /^may/, /^jun/],
  ...[/^jul/, /^(ago|aug)/, /^sep/, /^oct/, /^nov/, /^(dic|dec)/],
]

/**
 * The days that somebody typed, or null when they cannot be told: a day (`21`, `21/10`, `21 oct 2026`, `2026-10-21`,
 * `sáb 21 oct 2026`) or a whole month (`oct`, `octubre 2026`). The day stands before the month in both countries;
 * what was left out is the latest that does not lie after `today`.
 */
export function typedDays(text: string, today: string): DayRange | null {
  const plain = text.trim().toLowerCase()
  if (isDay(plain)) return { from: plain, to: plain }
  const parts = plain.split(/[\s/.,-]+/).filter((part) => part !== '' && part !== 'de')
  const [word = '', , later = ''] = parts
  // A weekday is read over; `mar` is one before a day with its month.
  const isWeekday = /^\p{L}+$/u.test(word) && parts.length > 1
  if (isWeekday && (monthNumber(word) === null || monthNumber(later) !== null)) parts.shift()
  const [first = '', second, third, ...more] = parts
  if (more.length > 0) return null
  const month = monthNumber(first)
  if (month !== null) {
    const year = second === undefined ? null : yearOf(second)
    if (third !== undefined || (second !== undefined && year === null)) return null
    return latest(today, month, year, (from) => monthOf(from))
  }
  if (!/^\d{1,2}$/.test(first)) return null
  const day = (from: string) => {
    const one = addDays(from, Number(first) - 1)
    return one.slice(0, 7) === from.slice(0, 7) && Number(first) > 0 ? { from: one, to: one } : null
  }
  if (second === undefined) return latest(today, null, null, day)
  const named = monthNumber(second) ?? (/^(0?[1-9]|1[0-2])$/.test(second) ? Number(second) : null)
  const year = third === undefined ? null : yearOf(third)
  if (named === null || (third !== undefined && year === null)) return null
  return latest(today, named, year, day)
}

function monthNumber(word: string): number | null {
  const place = months.findIndex((name) => name.test(word))
  return place < 0 ? null : place + 1
}

function yearOf(word: string): number | null {
  if (/^\d{4}$/.test(word)) return Number(word)
  return /^\d{2}$/.test(word) ? 2000 + Number(word) : null
}

/** What `pick` makes of the month, or of the latest one that gives days not after today. */
function latest(
  today: string,
  month: number | null,
  year: number | null,
  pick: (firstOfMonth: string) => DayRange | null,
): DayRange | null {
  let first = monthOf(today).from
  if (month !== null) {
    const its = String(year ?? Number(today.slice(0, 4))).padStart(4, '0')
    first = `${its}-${String(month).padStart(2, '0')}-01`
  }
  for (let tries = 0; tries < 12; tries += 1) {
    const found = pick(first)
    if (year !== null || (found !== null && found.from <= today)) return found
    // The 31st may be two months back, and a 29th of February eight years.
    first = month === null ? monthOf(addDays(first, -1)).from : yearBefore(first)
  }
  return null
}

function yearBefore(first: string): string {
  return `${Number(first.slice(0, 4)) - 1}${first.slice(4)}`
}
