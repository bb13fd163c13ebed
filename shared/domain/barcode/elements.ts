import { isDay } from '../time/dates.ts'
import { minorFromDecimal } from '../money/money.ts'

/** One element of a bill's barcode: its application identifier and what it says. */
export interface Element {
  /** 415 payee, 8020 reference, 3900-3909 amount, 96 or 12 due date; others are carried and not read. */
  ai: string
  value: string
}

/** Group separator: how FNC1 between elements is written once its transmission is known. */
export const separator = '\x1d'

/** The letters that GS1 allows in a reference (its character set 82). */
const set82 = /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]+$/
const longestReference = 25

/** Whether the element can be one of a bill: of its length, with its letters, a real date, an amount that can be held. */
export function isElement({ ai, value }: Element): boolean {
  if (ai === '415') return /^\d{13}$/.test(value)
  if (ai === '8020') return value.length <= longestReference && set82.test(value)
  if (/^390\d$/.test(ai)) return minorOf({ ai, value }) !== null
  return dueDay({ ai, value }) !== null
}

/** The amount in minor units: its identifier's last digit says how many of the digits are decimals. */
export function minorOf({ ai, value }: Element): number | null {
  if (!/^\d{1,15}$/.test(value)) return null
  const decimals = Number(ai.slice(-1))
  const digits = value.padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  return minorFromDecimal(decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}`)
}

/** The due day `YYYY-MM-DD` of 96 (YYYYMMDD) or 12 (YYMMDD, where day 00 is the month's last), or null. */
export function dueDay({ ai, value }: Element): string | null {
  const match = (ai === '96' ? /^(20\d\d)(\d\d)(\d\d)$/ : /^(\d\d)(\d\d)(\d\d)$/).exec(value)
  if (!match || (ai !== '96' && ai !== '12')) return null
  const [, first = '', month = '', date = ''] = match
  const year = ai === '96' ? first : `20${first}`
  const day = ai === '12' && date === '00' ? lastOfMonth(year, month) : `${year}-${month}-${date}`
  return isDay(day) ? day : null
}

function lastOfMonth(year: string, month: string): string {
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  return `${year}-${month}-${String(last).padStart(2, '0')}`
}

/** Elements as they are printed under the bars: `(415)7709998000019(8020)1234`. */
export function printed(elements: readonly Element[]): string {
  return elements.map(({ ai, value }) => `(${ai})${value}`).join('')
}
