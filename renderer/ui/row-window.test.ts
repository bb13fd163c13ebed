import { expect, test } from 'vitest'
import { rowsInSight, stretched } from './row-window.ts'

test('only the rows in view and a few beside are drawn', () => {
  const layout = { row: 150, spare: 3 }
  expect(rowsInSight(0, 10, 2000, layout)).toEqual({ first: 0, end: 10 })
  expect(rowsInSight(150_000, 10, 2000, layout)).toEqual({ first: 997, end: 1007 })
  expect(rowsInSight(1e9, 10, 10, layout)).toEqual({ first: 10, end: 10 })
  expect(rowsInSight(0, 10, 0, layout)).toEqual({ first: 0, end: 0 })
})

test('a list higher than any element can be is scrolled from its first row to its last', () => {
  // A million and a half rows of 40, where an element is laid out no higher than 2^25 pixels.
  const [whole, view] = [60_000_000, 700]
  const list = stretched(whole, view)
  expect(list.height).toBeLessThan(2 ** 25)
  expect(list.rowsScrolled(0)).toBe(0)
  expect(list.rowsScrolled(list.height - view)).toBeCloseTo(whole - view, 3)
  for (const rows of [-300, 0, 40, 30_000_000, whole - view]) {
    expect(list.rowsScrolled(list.pageScrolled(rows))).toBeCloseTo(Math.max(0, rows), 3)
  }
})

test('one that fits is scrolled as the page is', () => {
  const list = stretched(12_000_000, 700)
  expect(list.height).toBe(12_000_000)
  expect([list.rowsScrolled(5_000), list.pageScrolled(5_000)]).toEqual([5_000, 5_000])
})
