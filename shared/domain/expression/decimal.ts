import { Refusal } from './limits.ts'

/**
 * Arithmetic in exact decimals: 0.1 + 0.2 is 0.3 and 0.57 * 100 is 57, where floats would lose a
 * cent. A number lives as a JavaScript number only while that number says it exactly.
 */
export interface Decimal {
  /** The value times ten to the power of `scale`. */
  digits: bigint
  scale: number
}

/** A decimal, or one of NaN and the infinities. */
export type Numeric = Decimal | number

const decimalText = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/
const longest = 400

/** Reads a decimal as programs write it; null for anything else. Refuses what is absurdly long. */
export function parseDecimal(text: string): Decimal | null {
  const match = decimalText.exec(text)
  if (!match) return null
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  if (whole + fraction === '') return null
  const scale = fraction.length - Number(exponent)
  if (text.length > longest || Math.abs(scale) > longest) throw new Refusal('INEXACT', 'number')
  const digits = BigInt((sign === '-' ? '-' : '') + whole + fraction)
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 }
}

/** The number that says a decimal exactly, or null when none does. */
export function exactNumber(decimal: Decimal): number | null {
  const number = Number(decimalString(decimal))
  if (!Number.isFinite(number)) return null
  const again = parseDecimal(String(number))
  return again !== null && compareDecimals(again, decimal) === 0 ? number : null
}

/** A decimal as a number; refuses one that no number says exactly. */
export function numberOfDecimal(numeric: Numeric): number {
  if (typeof numeric === 'number') return numeric
  const number = exactNumber(numeric)
  if (number === null) throw new Refusal('INEXACT', 'number')
  return number === 0 ? 0 : number
}

/** The decimal that a number writes; NaN and the infinities stay themselves. */
export function numericOf(number: number): Numeric {
  return parseDecimal(String(number)) ?? number
}

function decimalString({ digits, scale }: Decimal): string {
  const bare = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0')
  const point = bare.length - scale
  return `${digits < 0n ? '-' : ''}${bare.slice(0, point)}.${bare.slice(point)}0`
}

function aligned(left: Decimal, right: Decimal): { a: bigint; b: bigint; scale: number } {
  const scale = Math.max(left.scale, right.scale)
  const at = ({ digits, scale: own }: Decimal) => digits * 10n ** BigInt(scale - own)
  return { a: at(left), b: at(right), scale }
}

/** Negative, zero or positive, as for sorting. */
export function compareDecimals(left: Decimal, right: Decimal): number {
  const { a, b } = aligned(left, right)
  return a < b ? -1 : a > b ? 1 : 0
}

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%'

/**
 * Calculates exactly. A quotient that never ends is cut at 15 digits, as good as a number gets; it
 * can be rounded by the snippet, not written to a field.
 */
export function calculate(operator: ArithmeticOperator, left: Numeric, right: Numeric): number {
  if (typeof left === 'number' || typeof right === 'number') {
    return calculateFloat(operator, approximate(left), approximate(right))
  }
  const { a, b, scale } = aligned(left, right)
  switch (operator) {
    case '+':
      return numberOfDecimal({ digits: a + b, scale })
    case '-':
      return numberOfDecimal({ digits: a - b, scale })
    case '*':
      return numberOfDecimal({
        digits: left.digits * right.digits,
        scale: left.scale + right.scale,
      })
    case '%':
      return b === 0n ? NaN : numberOfDecimal({ digits: a % b, scale })
    case '/':
      return b === 0n ? calculateFloat('/', approximate(left), 0) : quotient(a, b)
  }
}

function quotient(a: bigint, b: bigint): number {
  const scale = 30 + String(b).length
  const shifted = a * 10n ** BigInt(scale)
  const decimal = { digits: shifted / b, scale }
  if (shifted % b === 0n) return numberOfDecimal(decimal)
  const near = Number(Number(decimalString(decimal)).toPrecision(15))
  return near === 0 ? 0 : near
}

function approximate(numeric: Numeric): number {
  return typeof numeric === 'number' ? numeric : Number(decimalString(numeric))
}

/** What NaN, the infinities and division by zero give. */
function calculateFloat(operator: ArithmeticOperator, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right
    case '-':
      return left - right
    case '*':
      return left * right
    case '/':
      return left / right
    case '%':
      return left % right
  }
}
