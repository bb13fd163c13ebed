import { serviceLocal } from '../../../shared/domain/time/dates.ts'
import type { ServiceTime } from '../../../shared/domain/sale/transaction.ts'
import { toText } from './lenient.ts'

/** `YYYY-MM-DD HH:mm:ss` (list), with `T`, without seconds, with am/pm (webhook), with a zone. */
const yearFirst =
  /^(\d{4})-(\d{1,2})-(\d{1,2})[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([ap]m)?\s*(Z|[+-]\d{2}:?\d{2})?$/i
/** `DD/MM/YY HH:mm` (find). */
const dayFirst =
  /^(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})[T ]+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([ap]m)?$/i

function hourOf(hour: string, half: string | undefined): number {
  if (half === undefined) return Number(hour)
  return (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)
}

/** The parts as `YYYY-MM-DDTHH:mm:ss`, or null when there is no such moment. */
function wall(
  year: string,
  month: string,
  day: string,
  hour: number,
  minute: string,
  second: string,
) {
  const two = (part: string | number) => String(part).padStart(2, '0')
  const date = `${year}-${two(month)}-${two(day)}`
  if (!isDate(date) || hour > 23 || Number(minute) > 59 || Number(second) > 59) return null
  return `${date}T${two(hour)}:${minute}:${second}`
}

/** Whether there is such a day. A report asks thousands of times of the same few. */
function isDate(date: string): boolean {
  if (date === lastDate) return true
  const time = Date.parse(`${date}T00:00:00Z`)
  const there = !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
  if (there) lastDate = date
  return there
}
let lastDate = ''

/** Longer is no moment; what is so long would also keep a pattern busy for minutes. */
const longest = 40
/** The years of which days can be counted both ways; the service itself is of this century. */
const thisCentury = /^20\d\d-/

/** Reads createdAt in any way it is known to come; null when it is none of them. Never throws. */
export function readServiceTime(value: unknown): ServiceTime | null {
  const raw = toText(value)
  if (raw === null || raw.length > longest) return null
  const local = localOf(raw.trim())
  return local !== null && thisCentury.test(local) ? { local, raw } : null
}

function localOf(text: string): string | null {
  const slashed = dayFirst.exec(text)
  if (slashed) {
    const [, day = '', month = '', year = '', hour = '', minute = '', second, half] = slashed
    const fullYear = year.length === 2 ? `20${year}` : year
    return wall(fullYear, month, day, hourOf(hour, half), minute, second ?? '00')
  }
  const dashed = yearFirst.exec(text)
  if (!dashed) return null
  const [, year = '', month = '', day = '', hour = '', minute = '', second, half, zone] = dashed
  const local = wall(year, month, day, hourOf(hour, half), minute, second ?? '00')
  if (local === null || zone === undefined) return local
  const time = Date.parse(local + zone.toUpperCase().replace(/^([+-]\d{2})(\d{2})$/, '$1:$2'))
  return Number.isNaN(time) ? null : serviceLocal(time)
}
