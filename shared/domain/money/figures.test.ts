import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errorText } from '../../errors.ts'
import { formatFigure, formatMoney, formatSize, groupReference } from './figures.ts'
import { parseTypedMoney } from './typed-money.ts'
import { money } from './money.ts'

const colombia = { country: 'CO', decimalSign: 'comma' } as const
const ecuador = { country: 'EC', decimalSign: 'comma' } as const
const ecuadorPoint = { country: 'EC', decimalSign: 'point' } as const
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

it.each([
  [0, '0 MB'],
  [45_999_999, '45 MB'],
  [1_000_000_000, '1 GB'],
  [45_678_000_000, '45,6 GB'],
  [1_234_500_000_000, '1.234,5 GB'],
])('writes %d bytes as %s', (bytes, words) => {
  expect(plain(formatSize(bytes, colombia))).toBe(words)
})

describe('formatMoney', () => {
  it.each([
    [money(1_234_567_800, 'COP'), colombia, '$ 12.345.678'],
    [money(1_234_550, 'COP'), colombia, '$ 12.345,50'],
    [money(0, 'COP'), colombia, '$ 0'],
    [money(-500_000, 'COP'), colombia, '-$ 5.000'],
    [money(123_456, 'USD'), ecuador, '$1.234,56'],
    [money(123_456, 'USD'), ecuadorPoint, '$1,234.56'],
    [money(500, 'USD'), ecuador, '$5,00'],
    [money(7, 'USD'), ecuadorPoint, '$0.07'],
    [money(350, 'USD'), colombia, 'USD 3,50'],
  ])('writes %o as the country does', (amount, style, words) => {
    expect(plain(formatMoney(amount, style))).toBe(words)
  })

  it('writes the figure alone for columns', () => {
    expect(formatFigure(money(-500_000, 'COP'), colombia)).toBe('-5.000')
    expect(formatFigure(money(500_000, 'COP'), colombia)).toBe('5.000')
  })
})

it('says of a sum that no number holds exactly that it is about that', () => {
  const style = { country: 'CO', decimalSign: 'comma' } as const
  const sum = { minor: -27_000_000_000_000_000, currency: 'COP' }
  expect(formatMoney(sum, style)).toBe('≈-$\u00a0270.000.000.000.000')
  expect(formatFigure({ ...sum, minor: 2 ** 80 }, style)).toBe('≈12.089.258.196.146.291.747.061,76')
})

describe('parseTypedMoney', () => {
  it.each([
    ['COP', '1000000000', true],
    ['COP', '1000000001', false],
    ['COP', '7702004003508', false],
    ['COP', '3001234567', false],
    ['USD', '1000000,00', true],
    ['USD', '1000000,01', false],
    ['USD', '7861000123456', false],
  ] as const)('of %s %s is an amount: %s', (currency, text, ok) => {
    const read = parseTypedMoney(text, currency, 'comma')
    expect(read.ok ? 'fits' : read.error.code).toBe(ok ? 'fits' : 'AMOUNT_TOO_LARGE')
  })
  it('says what the most is, and what it usually was', () => {
    const read = parseTypedMoney('7702004003508', 'COP', 'comma')
    const said = read.ok ? '' : errorText(read.error, 'es')
    expect(said).toContain('COP\u00a01\u00a0000\u00a0000\u00a0000')
    expect(said).toContain('código de barras')
  })

  const minor = (text: string, sign: 'comma' | 'point' = 'comma', currency = 'COP') => {
    const read = parseTypedMoney(text, currency, sign)
    return read.ok ? read.money.minor : read.error.code
  }

  it.each([
    ['5000', 500_000],
    ['5.00', 500],
    ['5,00', 500],
    ['5,5', 550],
    ['0,05', 5],
    ['1.234.567', 123_456_700],
    ['1,234,567', 123_456_700],
    ['1.234,56', 123_456],
    ['1,234.56', 123_456],
    ['1 234 567', 123_456_700],
    ['$ 5000', 500_000],
    [' $5000 ', 500_000],
    ['COP 5000', 500_000],
  ])('reads %s', (text, expected) => {
    expect(minor(text)).toBe(expected)
    expect(minor(text, 'point')).toBe(expected)
  })

  it('asks where there are two readings', () => {
    expect(minor('1.234')).toBe('AMOUNT_AMBIGUOUS')
    expect(minor('20.000')).toBe('AMOUNT_AMBIGUOUS')
    expect(minor('1,234', 'point')).toBe('AMOUNT_AMBIGUOUS')
    expect(minor('1,234')).toBe('AMOUNT_UNREADABLE')
    expect(minor('1.234', 'point')).toBe('AMOUNT_UNREADABLE')
  })

  it.each(['', 'abc', '-5', '1.23.4', '1.2345', '1234.567', '5.', ',5', '1e3', '5 00'])(
    'does not understand %j',
    (text) => expect(minor(text)).toBe('AMOUNT_UNREADABLE'),
  )

  it('does not take another currency for its own', () => {
    expect(minor('US$ 5')).toBe('AMOUNT_UNREADABLE')
    expect(minor('US$ 5', 'comma', 'USD')).toBe(500)
    expect(minor('USD 5')).toBe('AMOUNT_UNREADABLE')
  })

  it('reads back what it wrote, or asks', () => {
    const style = fc.constantFrom(colombia, ecuador, ecuadorPoint)
    fc.assert(
      fc.property(fc.nat({ max: 100_000_000 }), style, (value, chosen) => {
        const currency = chosen.country === 'CO' ? 'COP' : 'USD'
        const written = formatMoney(money(value, currency), chosen)
        const read = parseTypedMoney(written, currency, chosen.decimalSign)
        if (read.ok) expect(read.money.minor).toBe(value)
        else expect(read.error.code).toBe('AMOUNT_AMBIGUOUS')
      }),
    )
  })
})

it('groups long references only', () => {
  expect(plain(groupReference('12345678'))).toBe('1234 5678')
  expect(plain(groupReference('123456789'))).toBe('123 456 789')
  expect(groupReference('12345')).toBe('12345')
  expect(groupReference('AB-123456')).toBe('AB-123456')
})
