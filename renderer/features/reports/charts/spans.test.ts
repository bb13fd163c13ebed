import { expect, it } from 'vitest'
import { listDays } from '../../../../shared/domain/time/range.ts'
import { spansOf, unitFor } from './spans.ts'

it.each([
  ['2026-11-01', '2026-11-30', 'day', 30],
  ['2026-01-01', '2026-11-21', 'week', 47],
  ['2023-02-15', '2026-11-21', 'month', 46],
] as const)('%s to %s is drawn by the %s, no day lost or twice', (from, to, unit, bars) => {
  const range = { from, to }
  expect(unitFor(range)).toBe(unit)
  const spans = spansOf(range, unit)
  expect(spans).toHaveLength(bars)
  expect(spans.flatMap(listDays)).toEqual(listDays(range))
})

it('cuts at Sundays and at the ends of months', () => {
  expect(spansOf({ from: '2026-11-20', to: '2026-11-24' }, 'week')).toEqual([
    { from: '2026-11-20', to: '2026-11-22' },
    { from: '2026-11-23', to: '2026-11-24' },
  ])
  expect(spansOf({ from: '2026-01-31', to: '2026-02-02' }, 'month')).toEqual([
    { from: '2026-01-31', to: '2026-01-31' },
    { from: '2026-02-01', to: '2026-02-02' },
  ])
})
