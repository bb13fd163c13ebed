import { z } from 'zod'
import { currencyOfCountry, minorDigits, type Country, type Money } from './money.ts'

/** The sign between units and cents; the other of the two groups thousands. */
export const decimalSignSchema = z.enum(['comma', 'point'])
export type DecimalSign = z.infer<typeof decimalSignSchema>

/** How a shop writes money. */
export interface FigureStyle {
  country: Country
  decimalSign: DecimalSign
}

/** Keeps a figure on one line wherever it stands in a sentence. */
export const noBreak = '\u00a0'

/**
 * Money as the country writes it: `$ 12.345.678` in Colombia with cents only when there are any,
 * `$1.234,56` in Ecuador. Another currency than the country's own is named: `USD 3,50`. The spaces inside are
 * no-break spaces (U+00A0). A sum that no number holds exactly begins with `≈`.
 */
export function formatMoney(amount: Money, style: FigureStyle): string {
  return signOf(amount) + currencyMark(amount.currency, style.country) + bareFigure(amount, style)
}

/** The same with its currency by name, the country's own too: `COP 5.000` where another one stands beside. */
export function formatNamedMoney(amount: Money, style: FigureStyle): string {
  return signOf(amount) + amount.currency + noBreak + bareFigure(amount, style)
}

/** The figure alone, without its currency, for columns whose head names the currency. */
export function formatFigure(amount: Money, style: FigureStyle): string {
  return signOf(amount) + bareFigure(amount, style)
}

/** How many of something, with the thousands set apart as the shop does: `12.345`. */
export function formatCount(
  count: number,
  { decimalSign }: Pick<FigureStyle, 'decimalSign'>,
): string {
  return grouped(String(count), decimalSign === 'comma' ? '.' : ',')
}

/** So many bytes as people read them: `45 MB`, `1,2 GB` from a thousand megabytes on; never more than there are. */
export function formatSize(bytes: number, style: Pick<FigureStyle, 'decimalSign'>): string {
  const [megabytes, tenths] = [Math.floor(bytes / 1_000_000), Math.floor(bytes / 100_000_000)]
  if (megabytes < 1000) return `${megabytes}${noBreak}MB`
  const sign = style.decimalSign === 'comma' ? ',' : '.'
  const rest = tenths % 10 === 0 ? '' : `${sign}${tenths % 10}`
  return `${formatCount(Math.floor(tenths / 10), style)}${rest}${noBreak}GB`
}

function signOf({ minor }: Money): string {
  const about = Number.isSafeInteger(minor) ? '' : '≈'
  return minor < 0 ? `${about}-` : about
}

function bareFigure(amount: Money, style: FigureStyle): string {
  const digits = minorDigits(amount.minor)
  const [group, decimal] = style.decimalSign === 'comma' ? ['.', ','] : [',', '.']
  const whole = grouped(digits.slice(0, -2), group)
  const cents = digits.slice(-2)
  return amount.currency === 'COP' && cents === '00' ? whole : whole + decimal + cents
}

/** Digits by thousands, with this between. */
export function grouped(digits: string, group: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, group)
}

/** What stands before a figure: `$` of the country's own currency, else its name. */
export function currencyMark(currency: string, country: Country): string {
  if (currency !== currencyOfCountry[country]) return currency + noBreak
  return country === 'CO' ? `$${noBreak}` : '$'
}

/**
 * Digits of a reference in fours, to be read back at the counter, or in threes where a single one would be left; other texts
 * stay as they are.
 */
export function groupReference(text: string): string {
  if (!/^\d{6,}$/.test(text)) return text
  const byThree = text.length % 4 === 1 && text.length % 3 !== 1
  return text.replace(byThree ? /(\d{3})(?=\d)/g : /(\d{4})(?=\d)/g, `$1${noBreak}`)
}
