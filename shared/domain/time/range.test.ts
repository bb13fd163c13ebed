import { describe, expect, test } from 'vitest'
import {
  comparedRange,
  daysIn,
  isWholeMonth,
  listDays,
  monthOf,
  presetOf,
  presetRange,
  rangesOf,
} from './range.ts'
import { reportFileName } from '../report/report-name.ts'

describe('days', () => {
  test('know leap years and months', () => {
    expect(monthOf('2026-12-31')).toEqual({ from: '2026-12-01', to: '2026-12-31' })
    expect(monthOf('2028-02-10').to).toBe('2028-02-29')
    expect(isWholeMonth({ from: '2026-02-01', to: '2026-02-28' })).toBe(true)
    expect(isWholeMonth({ from: '2026-02-01', to: '2026-02-27' })).toBe(false)
  })
  test('are counted with both ends', () => {
    expect(daysIn({ from: '2026-10-30', to: '2026-11-02' })).toBe(4)
    expect(listDays({ from: '2026-10-31', to: '2026-11-01' })).toEqual(['2026-10-31', '2026-11-01'])
    expect(listDays({ from: '2026-11-02', to: '2026-11-01' })).toEqual([])
  })
  test('are named together where they follow each other', () => {
    expect(rangesOf([])).toEqual([])
    expect(
      rangesOf([
        '2026-10-30',
        '2026-10-31',
        '2026-11-01',
        '2026-11-03',
        '2026-12-31',
        '2027-01-01',
      ]),
    ).toEqual([
      { from: '2026-10-30', to: '2026-11-01' },
      { from: '2026-11-03', to: '2026-11-03' },
      { from: '2026-12-31', to: '2027-01-01' },
    ])
  })
})

describe('presets', () => {
  const saturday = '2026-11-21'
  test.each([
    ['today', '2026-11-21', '2026-11-21'],
    ['yesterday', '2026-11-20', '2026-11-20'],
    ['week', '2026-11-16', '2026-11-21'],
    ['month', '2026-11-01', '2026-11-21'],
    ['lastMonth', '2026-10-01', '2026-10-31'],
  ] as const)('%s', (name, from, to) => {
    expect(presetRange(name, saturday)).toEqual({ from, to })
    expect(presetOf({ from, to }, saturday)).toBe(name)
  })
  test('a week begins on Monday, a Sunday ends it', () => {
    expect(presetRange('week', '2026-11-22').from).toBe('2026-11-16')
    expect(presetRange('week', '2026-11-23').from).toBe('2026-11-23')
  })
  test('a free range is none of them', () => {
    expect(presetOf({ from: '2026-11-02', to: '2026-11-03' }, saturday)).toBeNull()
  })
})

test('files are named by kind and range', () => {
  const month = { from: '2026-10-01', to: '2026-10-31' }
  const half = { from: '2026-10-01', to: '2026-10-15' }
  const day = { from: '2026-10-01', to: '2026-10-01' }
  expect(reportFileName({ kind: 'sales', ...month }, 'xlsx', 'es')).toBe('Ventas 2026-10.xlsx')
  expect(reportFileName({ kind: 'sales', ...half }, 'csv', 'es')).toBe(
    'Ventas 2026-10-01 a 2026-10-15.csv',
  )
  expect(reportFileName({ kind: 'sales', kinds: ['buys'], ...month }, 'xlsx', 'es')).toBe(
    'Libro 2026-10.xlsx',
  )
  expect(reportFileName({ kind: 'buys', ...day }, 'xlsx', 'es')).toBe('Compras 2026-10-01.xlsx')
  expect(reportFileName({ kind: 'buys', ...half }, 'xlsx', 'en')).toBe(
    'Purchases 2026-10-01 to 2026-10-15.xlsx',
  )
})

describe('what a range is compared with', () => {
  test.each([
    // A whole month with the whole month before, however long either is.
    ['2026-10-01', '2026-10-31', 'previous', '2026-09-01', '2026-09-30'],
    ['2026-02-01', '2026-02-28', 'previous', '2026-01-01', '2026-01-31'],
    // A month until today with the same days of the month before.
    ['2026-11-01', '2026-11-21', 'previous', '2026-10-01', '2026-10-21'],
    ['2026-03-01', '2026-03-30', 'previous', '2026-02-01', '2026-02-28'],
    // A week until today with the same weekdays.
    ['2026-11-16', '2026-11-21', 'previous', '2026-11-09', '2026-11-14'],
    ['2026-11-21', '2026-11-21', 'previous', '2026-11-20', '2026-11-20'],
    ['2026-11-03', '2026-11-12', 'previous', '2026-10-24', '2026-11-02'],
    ['2026-09-15', '2026-11-14', 'previous', '2026-07-16', '2026-09-14'],
    ['2026-10-01', '2026-10-31', 'yearBefore', '2025-10-01', '2025-10-31'],
    ['2027-02-01', '2027-02-28', 'yearBefore', '2026-02-01', '2026-02-28'],
    ['2029-02-01', '2029-02-28', 'yearBefore', '2028-02-01', '2028-02-29'],
    ['2028-02-29', '2028-02-29', 'yearBefore', '2027-02-28', '2027-02-28'],
    ['2026-11-03', '2026-11-12', 'yearBefore', '2025-11-03', '2025-11-12'],
  ] as const)('%s–%s, %s: %s–%s', (from, to, name, thenFrom, thenTo) => {
    expect(comparedRange({ from, to }, name)).toEqual({ from: thenFrom, to: thenTo })
    expect(comparedRange({ from, to }, 'none')).toBeNull()
  })
})
