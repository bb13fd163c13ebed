import { expect, test } from 'vitest'
import { moveInGrid } from './grid-keys.ts'

test('arrows move by card and by row and stay inside', () => {
  expect(moveInGrid('ArrowRight', 0, 12, 5)).toBe(1)
  expect(moveInGrid('ArrowRight', 11, 12, 5)).toBe(11)
  expect(moveInGrid('ArrowDown', 3, 12, 5)).toBe(8)
  expect(moveInGrid('ArrowDown', 8, 12, 5)).toBe(11)
  expect(moveInGrid('ArrowUp', 3, 12, 5)).toBe(3)
  expect(moveInGrid('ArrowUp', 8, 12, 5)).toBe(3)
  expect(moveInGrid('End', 0, 12, 5)).toBe(11)
  expect(moveInGrid('a', 0, 12, 5)).toBeNull()
})
