import { expect, test } from 'vitest'
import { placeOfDay } from './jump.ts'

const byDay = [
  ['2026-11-01', 5],
  ['2026-11-02', 3],
  ['2026-11-04', 7],
].map(([day, rows]) => {
  const sum = { rows: Number(rows), amount: [] }
  return { day: String(day), ...sum, approved: { ...sum, out: { rows: 0, amount: [] } } }
})

test.each([
  ['2026-11-02', 5, 7],
  ['2026-11-01', 0, 10],
  ['2026-11-04', 8, 0],
  ['2026-11-03', 8, 7],
])('%s begins at row %d from the oldest, at row %d from the newest', (day, oldest, newest) => {
  expect(placeOfDay(byDay, day, false)).toBe(oldest)
  expect(placeOfDay(byDay, day, true)).toBe(newest)
})
