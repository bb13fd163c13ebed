import {
  currencyMark,
  formatCount,
  formatMoney,
  type FigureStyle,
} from '../../../../shared/domain/money/figures.ts'

/** From here on (units of the currency) an axis has no room for all digits: it tells millions, in words. */
const inMillions = 1_000_000_000
/** From here on marks are whole: cents say nothing beside them. */
const whole = 1_000

/** Whether the marks of an axis that goes so far are millions. */
export const isInMillions = (largest: number): boolean => largest >= inMillions

/**
 * A mark of an axis of sums that goes up to `largest` (both in units of the currency), all marks of one axis alike: `$ 800.000`;
 * where they are millions how many, for whoever adds the word: `$ 1.500`, `$ 2,5`.
 */
export function axisMark(
  units: number,
  largest: number,
  style: FigureStyle & { currency: string },
): string {
  const { currency, country, decimalSign } = style
  const sign = units < 0 ? '−' : ''
  const size = Math.abs(units)
  if (largest < whole) return sign + formatMoney({ minor: Math.round(size * 100), currency }, style)
  const shown = isInMillions(largest) ? size / 1_000_000 : size
  const [digits = '', tenth] = String(Math.round(shown * 10) / 10).split('.')
  const rest = tenth === undefined ? '' : (decimalSign === 'comma' ? ',' : '.') + tenth
  return sign + currencyMark(currency, country) + formatCount(Number(digits), style) + rest
}
