import { expect, it } from 'vitest'
import { createClock } from './clock.ts'
import { parseAmount } from './money.ts'
import {
  daysAfter,
  findTime,
  isDate,
  listTime,
  startOfDay,
  wallDate,
  webhookTime,
} from './wall-time.ts'

it('writes a moment as the service does, at UTC-5', () => {
  const time = Date.parse('2026-01-01T04:59:59Z')
  expect(wallDate(time)).toBe('2025-12-31')
  expect(listTime(time)).toBe('2025-12-31 23:59:59')
  expect(findTime(time)).toBe('31/12/25 23:59')
  expect(webhookTime(time)).toBe('2025-12-31 11:59pm')
  expect(webhookTime(Date.parse('2026-01-01T05:05:00Z'))).toBe('2026-01-01 12:05am')
  expect(startOfDay('2026-01-01') - time).toBe(1000)
})

it('knows real days', () => {
  expect(['2026-02-28', '2028-02-29'].every(isDate)).toBe(true)
  expect(['2026-02-29', '2026-13-01', '26-01-01', '2026-1-1', ''].some(isDate)).toBe(false)
  expect(daysAfter('2026-02-28', 1)).toBe('2026-03-01')
  expect(daysAfter('2026-01-01', -1)).toBe('2025-12-31')
})

it('reads amounts as numbers and as text, and nothing else', () => {
  for (const [value, minor] of [
    [5000, 500_000],
    ['5000', 500_000],
    ['12.5', 1250],
    [0.1, 10],
    [' 7.00 ', 700],
    ['7.000', 700],
  ] as const)
    expect(parseAmount(value)).toBe(minor)
  for (const value of ['', '5,000', '-1', -1, '1e3', 1.005, NaN, null, true, {}, '1.234'])
    expect(parseAmount(value)).toBeUndefined()
})

it('runs, moves, and stands still while frozen', () => {
  let real = 1000
  const clock = createClock(() => real)
  clock.advance(500)
  expect(clock.now()).toBe(1500)
  clock.freeze(true)
  real += 100
  expect(clock.now()).toBe(1500)
  clock.advance(10)
  clock.freeze(false)
  expect(clock.now()).toBe(1510)
  real += 5
  expect(clock.now()).toBe(1515)
  clock.set(9000)
  real += 1
  expect(clock.now()).toBe(9001)
})
