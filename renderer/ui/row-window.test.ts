import { expect, test } from 'vitest'
import { rowsInSight } from './row-window.ts'

test('only the rows in view and a few beside are drawn', () => {
  const layout = { row: 150, spare: 3 }
  expect(rowsInSight(0, 10, 2000, layout)).toEqual({ first: 0, end: 10 })
  expect(rowsInSight(150_000, 10, 2000, layout)).toEqual({ first: 997, end: 1007 })
  expect(rowsInSight(1e9, 10, 10, layout)).toEqual({ first: 10, end: 10 })
  expect(rowsInSight(0, 10, 0, layout)).toEqual({ first: 0, end: 0 })
})
