import { expect, test } from 'vitest'
import { foldText } from './fold-text.ts'

test('drops accents, case, signs and double spaces', () => {
  expect(foldText('  Recárga  ÑANDÚ (7-días) ')).toBe('recarga nandu 7 dias')
})
