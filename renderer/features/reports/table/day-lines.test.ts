import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayGroups } from '../../../../shared/domain/report/day-groups.ts'
import { dayLines } from './day-lines.ts'

const days = (...rows: number[]) =>
  rows.map((count, at) => ({ day: `2026-11-0${at + 1}`, rows: count }))

test('each day has a line of its own above its rows, a day without any has none', () => {
  const lines = dayLines(dayGroups(days(2, 0, 1), true), 3)
  const told = Array.from({ length: lines.count }, (_, line) => {
    const one = lines.at(line)
    return one.kind === 'day' ? one.group.sum.day : one.index
  })
  expect(told).toEqual(['2026-11-03', 0, '2026-11-01', 1, 2])
  expect([0, 1, 2].map(lines.lineOf)).toEqual([1, 3, 4])
  expect([0, 1, 2].map(lines.topOf)).toEqual([0, 2, 4])
  expect([0, 1, 2, 3, 4].map(lines.rowFrom)).toEqual([0, 0, 1, 1, 2])
})

test('without groups a line is a row', () => {
  const lines = dayLines([], 3)
  expect(lines.count).toBe(3)
  expect(lines.at(2)).toEqual({ kind: 'row', index: 2, group: null })
  expect([lines.lineOf(2), lines.topOf(2), lines.rowFrom(2)]).toEqual([2, 2, 2])
})

test('every row has its line, under its own day, however many days there are', () => {
  const rows = fc.array(fc.nat(5), { maxLength: 40 })
  fc.assert(
    fc.property(rows, fc.boolean(), (counts, descending) => {
      const byDay = counts.map((count, day) => ({ day, rows: count }))
      const ordered = descending ? byDay.toReversed() : byDay
      const dayOf = ordered.flatMap(({ day, rows: count }) => Array<number>(count).fill(day))
      const lines = dayLines(dayGroups(byDay, descending), dayOf.length)
      expect(lines.count).toBe(dayOf.length + counts.filter((count) => count > 0).length)
      for (const [index, day] of dayOf.entries()) {
        const line = lines.at(lines.lineOf(index))
        expect(line).toMatchObject({ kind: 'row', index, group: { sum: { day } } })
      }
    }),
    { seed: 20_261_123 },
  )
})
