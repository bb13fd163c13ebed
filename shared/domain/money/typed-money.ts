import { appError, Failure, type AppError } from '../../errors.ts'
import { grouped, noBreak, type DecimalSign } from './figures.ts'
import {
  decimalFromMinor,
  isTooLarge,
  largestAmount,
  minorDigits,
  money,
  type Money,
} from './money.ts'

export type TypedMoney = { ok: true; money: Money } | { ok: false; error: AppError }

/**
 * Reads what a person typed or pasted as money, and never guesses: one reading or an error.
 * "5.00" and "5,00" are five; "1.234.567" and "1.234,56" have one reading; one separator before three digits
 * ("1.234") has two: AMOUNT_AMBIGUOUS, or AMOUNT_UNREADABLE where it is the decimal sign (no money
 * has three decimals). A currency sign and spaces around are understood; negative figures are not. What is above the
 * most that an amount can be is AMOUNT_TOO_LARGE, in this field and in every other.
 */
export function parseTypedMoney(
  text: string,
  currency: string,
  decimalSign: DecimalSign,
): TypedMoney {
  const bare = text
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .trim()
    .replace(/^(US\$|\$|[A-Za-z]{3}(?= ?\d)) ?/, (mark) => (namesOther(mark, currency) ? mark : ''))
  const figure = /^\d{1,3}( \d{3})+([.,]\d{1,2})?$/.test(bare) ? bare.replaceAll(' ', '') : bare
  const match =
    /^(\d+)(?:([.,])(\d{1,2}))?$/.exec(figure) ??
    /^(\d{1,3}(?:\.\d{3})+)(?:(,)(\d{1,2}))?$/.exec(figure) ??
    /^(\d{1,3}(?:,\d{3})+)(?:(\.)(\d{1,2}))?$/.exec(figure)
  if (!match) return { ok: false, error: appError('AMOUNT_UNREADABLE', { text }) }
  if (/^\d{1,3}[.,]\d{3}$/.test(figure)) {
    const isDecimalSign = figure.includes(decimalSign === 'comma' ? ',' : '.')
    const code = isDecimalSign ? 'AMOUNT_UNREADABLE' : 'AMOUNT_AMBIGUOUS'
    return { ok: false, error: appError(code, { text }) }
  }
  const whole = (match[1] ?? '').replace(/[.,]/g, '')
  const minor = Number(whole + (match[3] ?? '').padEnd(2, '0'))
  if (isTooLarge({ minor, currency })) return { ok: false, error: tooLarge(text, currency) }
  if (!Number.isSafeInteger(minor)) {
    return { ok: false, error: appError('AMOUNT_UNREADABLE', { text }) }
  }
  return { ok: true, money: money(minor, currency) }
}

/**
 * An amount as it is shown while it is typed, its thousands set apart as the shop does: 12000 as "12.000". Only where it
 * says the same: what holds any other sign than the shop's decimal one was set apart by whoever typed it.
 */
export function groupTypedMoney(text: string, decimalSign: DecimalSign): string {
  const [decimal, group] = decimalSign === 'comma' ? [',', '.'] : ['.', ',']
  const [whole = '', ...cents] = text.split(decimal)
  const isPlain = /^[1-9]\d{3,}$/.test(whole) && cents.length < 2 && /^\d*$/.test(cents.join(''))
  return isPlain ? [grouped(whole, group), ...cents].join(decimal) : text
}

/** Throws AMOUNT_TOO_LARGE where one of these cannot be an amount of its currency, whoever said it. */
export function refuseTooLarge(...amounts: readonly (Money | null)[]): void {
  const found = amounts.find((amount) => amount !== null && isTooLarge(amount))
  if (!found) return
  const { code, params } = tooLarge(decimalFromMinor(found.minor), found.currency)
  throw new Failure(code, params)
}

function tooLarge(text: string, currency: string): AppError {
  const most = grouped(minorDigits(largestAmount(currency) ?? 0).slice(0, -2), noBreak)
  return appError('AMOUNT_TOO_LARGE', { text: text.slice(0, 40), most: currency + noBreak + most })
}

/** Whether a mark in front of a figure names a currency that is not this one. */
function namesOther(mark: string, currency: string): boolean {
  const name = mark.trim().toUpperCase()
  if (name === '$') return false
  return name === 'US$' ? currency !== 'USD' : name !== currency
}
