import { expect, test } from 'vitest'
import { textWarning } from './text-check.ts'

test('says what no reference, account or mail address has, and nothing of other fields', () => {
  expect(textWarning('reference', '0012-345 678')).toBeNull()
  expect(textWarning('reference', 'NIÑO/2026')).toBeNull()
  expect(textWarning('reference', '12@45')).toBe('signs')
  expect(textWarning('reference', '12-')).toBe('short')
  expect(textWarning('accountNumber', '0012 345-678')).toBeNull()
  expect(textWarning('accountNumber', '12A45')).toBe('account')
  expect(textWarning('customerEmail', 'ana@ejemplo.com')).toBeNull()
  expect(textWarning('customerEmail', 'ana@ejemplo')).toBe('email')
  expect(textWarning('customerName', '@')).toBeNull()
  expect(textWarning('reference', '  ')).toBeNull()
})
