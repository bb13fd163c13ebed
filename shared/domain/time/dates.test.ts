import { describe, expect, it } from 'vitest'
import {
  addDays,
  formatDateTime,
  formatDay,
  formatLocal,
  formatTime,
  isDay,
  isOlder,
  serviceDay,
  serviceDayBounds,
  serviceEpoch,
  serviceLocal,
} from './dates.ts'

const at = Date.UTC(2026, 10, 21, 20, 4, 5)

it('takes for old what is of later than now: the clock was wrong then', () => {
  expect([at - 11, at - 10, at, at + 1].map((moment) => isOlder(moment, 10, at))).toEqual([
    true,
    false,
    false,
    true,
  ])
})

describe('dates', () => {
  it('writes moments at the wall clock of the shop', () => {
    expect(formatDateTime(at, 'es')).toBe('sáb 21 nov 2026, 3:04\u00a0p.\u00a0m.')
    expect(formatDateTime(at, 'en')).toBe('Sat 21 Nov 2026, 3:04\u00a0p.m.')
    expect(formatTime(Date.UTC(2026, 0, 1, 5, 0), 'es')).toBe('12:00\u00a0a.\u00a0m.')
    expect(formatTime(Date.UTC(2026, 0, 1, 17, 30), 'en')).toBe('12:30\u00a0p.m.')
    expect(formatLocal('2026-02-01T09:08:07', 'es')).toBe('dom 1 feb 2026, 9:08\u00a0a.\u00a0m.')
    expect(formatDay('2026-12-31', 'en')).toBe('Thu 31 Dec 2026')
  })

  it('gives the day of the shop, five hours behind UTC', () => {
    expect(serviceDay(Date.UTC(2026, 10, 22, 4, 59, 59))).toBe('2026-11-21')
    expect(serviceDay(Date.UTC(2026, 10, 22, 5, 0, 0))).toBe('2026-11-22')
    const { start, end } = serviceDayBounds('2026-11-21')
    expect([serviceDay(start), serviceDay(start - 1), serviceDay(end)]).toEqual([
      '2026-11-21',
      '2026-11-20',
      '2026-11-22',
    ])
  })

  it('goes to the wall clock and back', () => {
    expect(serviceEpoch(serviceLocal(at))).toBe(at)
    expect(serviceEpoch('nonsense')).toBeNaN()
  })

  it('counts days over months, years and leap days', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
    expect(['2028-02-29', '2026-02-29', '2026-1-01', ''].map(isDay)).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})
