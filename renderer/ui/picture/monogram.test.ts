import { expect, test } from 'vitest'
import { monogram } from './monogram.ts'

test('a monogram is one or two letters', () => {
  expect(monogram('Recarga Claro')).toBe('RC')
  expect(monogram('Nequi')).toBe('NE')
  expect(monogram('  ')).toBe('')
})
