import { describe, expect, test } from 'vitest'
import { daysIn, isWholeMonth, listDays, monthOf, presetOf, presetRange } from './range.ts'
import { reportFileName } from './report-name.ts'

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
  expect(reportFileName({ kind: 'buys', ...day }, 'xlsx', 'es')).toBe('Compras 2026-10-01.xlsx')
  expect(reportFileName({ kind: 'buys', ...half }, 'xlsx', 'en')).toBe(
    'Purchases 2026-10-01 to 2026-10-15.xlsx',
  )
})
