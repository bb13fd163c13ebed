import { z } from 'zod'

/** The two countries the register serves; each fixes its currency and number habits. */
export const countrySchema = z.enum(['CO', 'EC'])
export type Country = z.infer<typeof countrySchema>

/** The currency of each country. Both are read with two decimals. */
export const currencyOfCountry = { CO: 'COP', EC: 'USD' } as const satisfies Record<Country, string>

/**
 * An amount of money: integer minor units (hundredths) of one currency, never a float. The
 * currency is an ISO code; the service may name others than the two countries' own.
 */
export const moneySchema = z.object({ minor: z.int(), currency: z.string().min(1) })
export type Money = z.infer<typeof moneySchema>

/**
 * What any number of amounts come to, in minor units. Up to a safe integer it is exact; beyond (90 million million
 * units, which only nonsense comes to) it is the nearest number there is, and formatMoney says so.
 */
export const sumMinorSchema = z.number().refine(Number.isInteger)

/** Amounts of one currency added up: money of any size. */
export const moneySumSchema = moneySchema.extend({ minor: sumMinorSchema })

/** Money of amounts added up; throws RangeError on what is no integer. */
export function sumMoney(minor: number, currency: string): Money {
  if (!Number.isInteger(minor)) throw new RangeError(`not a sum in minor units: ${minor}`)
  return { minor, currency }
}

/**
 * The most that one amount is believed to be, in minor units: a thousand million pesos, a million dollars. No counter
 * sells, loads or counts that much at a time, and a barcode or a telephone read as a value is mostly above it.
 */
const largestAmounts: Readonly<Record<string, number>> = { COP: 100_000_000_000, USD: 100_000_000 }

/** largestAmounts of a currency; null: nothing is known of it. */
export function largestAmount(currency: string): number | null {
  return largestAmounts[currency] ?? null
}

/** Whether an amount is above what one of its currency can be. */
export function isTooLarge({ minor, currency }: Money): boolean {
  const most = largestAmount(currency)
  return most !== null && minor > most
}

/** Makes money of integer minor units; throws RangeError on what is not a safe integer. */
export function money(minor: number, currency: string): Money {
  if (!Number.isSafeInteger(minor)) throw new RangeError(`not an amount in minor units: ${minor}`)
  return { minor, currency }
}

const decimalText = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/

/**
 * Reads a machine decimal ("5000", "12.5", "1e3", as JSON or the service write it) exactly into
 * minor units. Returns null for anything else, for more than two significant decimals, and for what a safe
 * integer cannot hold: money is never rounded.
 */
export function minorFromDecimal(text: string): number | null {
  const match = decimalText.exec(text.trim())
  if (!match) return null
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  const digits = whole + fraction
  const scale = fraction.length - Number(exponent) - 2
  if (Math.abs(scale) > 40) return null
  const scaled = scale <= 0 ? digits + '0'.repeat(-scale) : digits.slice(0, -scale) || '0'
  const cut = scale > 0 ? digits.padStart(scale, '0').slice(-scale) : ''
  if (/[1-9]/.test(cut)) return null
  const minor = Number(scaled)
  if (!Number.isSafeInteger(minor)) return null
  return sign === '-' && minor !== 0 ? -minor : minor
}

/** The digits of minor units without their sign, at least three of them. */
export function minorDigits(minor: number): string {
  const size = Math.abs(minor)
  // Sums may be larger than what is written without an exponent.
  return String(Number.isSafeInteger(size) ? size : BigInt(size)).padStart(3, '0')
}

/** Writes minor units as a machine decimal with only the decimals needed: 500000 → "5000", 1250 → "12.5". */
export function decimalFromMinor(minor: number): string {
  const sign = minor < 0 ? '-' : ''
  const digits = minorDigits(minor)
  const fraction = digits.slice(-2).replace(/0+$/, '')
  return sign + digits.slice(0, -2) + (fraction ? `.${fraction}` : '')
}

/** Adds amounts of one currency; throws RangeError when currencies differ: they are never added. */
export function addMoney(first: Money, ...rest: Money[]): Money {
  return rest.reduce((sum, next) => {
    if (sum.currency !== next.currency) {
      throw new RangeError(`cannot add ${next.currency} to ${sum.currency}`)
    }
    return sumMoney(sum.minor + next.minor, sum.currency)
  }, first)
}

/** The cash that crosses the counter: in = the customer pays, out = the customer is handed money. */
export const directionSchema = z.enum(['in', 'out'])
export type Direction = z.infer<typeof directionSchema>

/**
 * What the cashier collects (direction in) for a value and the quote's cost. The contract does not
 * say whether `cost` stands beside the value or inside it; our reading: beside it, added. For cash
 * out the customer is handed the value, and the cost is not taken from it. A missing cost is none.
 */
export function amountToCollect(value: Money, cost: Money | null, direction: Direction): Money {
  return direction === 'out' || cost === null ? value : addMoney(value, cost)
}
