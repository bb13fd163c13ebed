import { describe, expect, it } from 'vitest'
import {
  formatPhone,
  hasPhoneLength,
  normalisePhone,
  missingDigits,
  phoneAbroad,
  phoneSpellings,
} from './phone.ts'

describe('normalisePhone', () => {
  it.each([
    ['3001234567', 'CO', '3001234567'],
    ['300 123 4567', 'CO', '3001234567'],
    ['+57 300-123-4567', 'CO', '3001234567'],
    ['0057 (300) 123.4567', 'CO', '3001234567'],
    ['573001234567', 'CO', '3001234567'],
    ['0991234567', 'EC', '0991234567'],
    ['+593 99 123 4567', 'EC', '0991234567'],
    ['593 0991234567', 'EC', '0991234567'],
  ] as const)('reads %s in %s', (text, country, digits) => {
    expect(normalisePhone(text, country)).toBe(digits)
  })

  it.each([
    ['6011234567', 'CO'],
    ['300123456', 'CO'],
    ['30012345678', 'CO'],
    ['+593 99 123 4567', 'CO'],
    ['991234567', 'EC'],
    ['3001234567', 'EC'],
    ['300123456a', 'CO'],
    ['', 'CO'],
  ] as const)('does not take %s for a mobile of %s', (text, country) => {
    expect(normalisePhone(text, country)).toBeNull()
  })

  it('groups to be read aloud', () => {
    expect(formatPhone('+573001234567', 'CO')).toBe('300\u00a0123\u00a04567')
    expect(formatPhone('0991234567', 'EC')).toBe('099\u00a0123\u00a04567')
    expect(formatPhone('123', 'CO')).toBe('123')
  })
})

it('is judged once it is as long as a mobile is, also with its prefix', () => {
  for (const [whole, country] of [
    ['3001234567', 'CO'],
    ['+57 300 123 4567', 'CO'],
    ['6011234567', 'CO'],
    ['0991234567', 'EC'],
    ['00593991234567', 'EC'],
  ] as const) {
    expect(hasPhoneLength(whole, country), whole).toBe(true)
    expect(hasPhoneLength(whole.slice(0, -1), country), whole.slice(0, -1)).toBe(false)
  }
})

it('knows every way to write the same mobile, and none of what is no mobile', () => {
  const colombian = ['3001234567', '573001234567', '00573001234567']
  for (const one of colombian) expect(phoneSpellings(one)).toEqual(colombian)
  const ecuadorian = ['', '0', '593', '5930', '00593', '005930'].map((start) => `${start}991234567`)
  for (const one of ecuadorian) expect(phoneSpellings(one)).toEqual(ecuadorian)
  expect(['6011234567', '93001234567', '1712345678'].flatMap(phoneSpellings)).toEqual([])
})

describe('phoneAbroad', () => {
  it.each([
    ['300 123 4567', 'CO', '573001234567'],
    ['+57 300 123 4567', 'CO', '573001234567'],
    ['099 123 4567', 'EC', '593991234567'],
    ['+593 99 123 4567', 'EC', '593991234567'],
    ['+593 99 123 4567', 'CO', '593991234567'],
    ['0057 300 123 4567', 'EC', '573001234567'],
    [' +1 (305) 555-0101 ', 'CO', '13055550101'],
  ] as const)('dials %s from %s', (text, country, digits) => {
    expect(phoneAbroad(text, country)).toBe(digits)
  })

  it.each([
    ['', 'CO'],
    ['6025550101', 'CO'],
    ['300123456', 'CO'],
    ['+57 300 123 456', 'CO'],
    ['+57 300 123 45678', 'EC'],
    ['786 555 0101', 'CO'],
    ['300 123 4567 ext 2', 'CO'],
    ['30O 123 4567', 'CO'],
    ['+57300123456７', 'CO'],
    ['+1305555', 'CO'],
    ['+1305555010112345', 'CO'],
    ['3001234567?text=x', 'CO'],
    ['3001234567/../573110000000', 'CO'],
    ['++13055550101', 'CO'],
  ] as const)('dials no %j from %s', (text, country) => {
    expect(phoneAbroad(text, country)).toBeNull()
  })
})

it.each([
  ['300 12', 'CO', 5],
  ['300 123 456', 'CO', 1],
  ['0991', 'EC', 6],
  // Nothing is missing of what is whole, too long, begun as no mobile, or written from abroad.
  ['3001234567', 'CO', null],
  ['30012345678', 'CO', null],
  ['60112', 'CO', null],
  ['991', 'EC', null],
  ['+57 300', 'CO', null],
  ['30a', 'CO', null],
] as const)('of %s in %s it is told how many digits are missing', (text, country, missing) => {
  expect(missingDigits(text, country)).toBe(missing)
})
