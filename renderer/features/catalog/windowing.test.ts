import { expect, test } from 'vitest'
import { moveInGrid, rowWindow } from './windowing.ts'

test('only the rows in view and a few beside are drawn', () => {
  expect(rowWindow(0, 600, 150, 2000)).toEqual({ first: 0, end: 7 })
  expect(rowWindow(150_000, 600, 150, 2000)).toEqual({ first: 997, end: 1007 })
  expect(rowWindow(1e9, 600, 150, 10)).toEqual({ first: 10, end: 10 })
  expect(rowWindow(0, 600, 150, 0)).toEqual({ first: 0, end: 0 })
})

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
