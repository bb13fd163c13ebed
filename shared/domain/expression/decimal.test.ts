import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalFromMinor } from '../money/money.ts'
import { calculate, numericOf, parseDecimal } from './decimal.ts'
import { defaultLimits, Meter } from './limits.ts'
import { resultText } from './values.ts'

const cents = fc.integer({ min: -1_000_000_000_00, max: 1_000_000_000_00 })
const number = (minor: number) => Number(decimalFromMinor(minor))
const text = (value: number) => resultText(value, new Meter(defaultLimits))

describe('decimals', () => {
  it('adds and subtracts money to the cent', () => {
    const property = fc.property(cents, cents, (a, b) => {
      const [left, right] = [numericOf(number(a)), numericOf(number(b))]
      expect(text(calculate('+', left, right))).toBe(decimalFromMinor(a + b))
      expect(text(calculate('-', left, right))).toBe(decimalFromMinor(a - b))
    })
    fc.assert(property, { numRuns: 2_000 })
  })

  it('multiplies, divides and takes remainders of money exactly', () => {
    const property = fc.property(cents, fc.integer({ min: 1, max: 9_999 }), (a, factor) => {
      const money = numericOf(number(a))
      const product = calculate('*', money, numericOf(factor))
      expect(text(product)).toBe(decimalFromMinor(a * factor))
      expect(text(calculate('/', numericOf(product), numericOf(factor)))).toBe(decimalFromMinor(a))
      const rest = calculate('%', money, numericOf(factor))
      expect(text(rest)).toBe(decimalFromMinor((a % (factor * 100)) + 0))
    })
    fc.assert(property, { numRuns: 2_000 })
  })

  it.each(['', '.', '-', '1,5', '1.2.3', '0x10', 'NaN', '1e', ' 1'])(
    'does not read %s',
    (source) => {
      expect(parseDecimal(source)).toBeNull()
    },
  )
})
