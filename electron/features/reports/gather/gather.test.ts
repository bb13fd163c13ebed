import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '../../../../shared/domain/time/dates.ts'
import { listDays } from '../../../../shared/domain/time/range.ts'
import { openCache } from '../../../store/cache/cache.ts'
import { firstDay, later, rowsOf, run, stateOf } from '../testing/gather-runs.ts'
import { createListDouble, type ListHabits } from '../testing/list-double.ts'

const habits = fc.record({
  end: fc.constantFrom('inclusive', 'exclusive', 'first-second'),
  pick: fc.constantFrom('newest', 'oldest', 'random'),
})

describe('any ledger, any habit', () => {
  test('is gathered whole, or not claimed on exactly the days that hold the cap', async () => {
    const cap = 12
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.nat(11), fc.constant(0), fc.nat(30)), { minLength: 3, maxLength: 40 }),
        fc.nat(2),
        fc.nat(2),
        habits,
        async (counts, skipFirst, skipLast, habit) => {
          const range = {
            from: addDays(firstDay, skipFirst),
            to: addDays(firstDay, Math.max(skipFirst, counts.length - 1 - skipLast)),
          }
          const list = createListDouble(rowsOf(counts, firstDay), { ...habit, cap }, () => later)
          const db = openCache(':memory:')
          const { completeness, perDay } = await run(list, { db, range, cap })
          const countOf = (day: string) => counts[listDays({ from: firstDay, to: day }).length - 1]
          const days = listDays(range)
          expect(completeness.missingDays).toEqual([])
          const busy = days.filter((day) => (countOf(day) ?? 0) >= cap)
          // A service that lets in the first second of the end day may fill a window by it.
          if (habit.end === 'first-second') {
            expect(completeness.saturatedDays).toEqual(expect.arrayContaining(busy))
          } else expect(completeness.saturatedDays).toEqual(busy)
          for (const day of days.filter((one) => !completeness.saturatedDays.includes(one))) {
            expect(perDay.get(day) ?? 0, day).toBe(countOf(day) ?? 0)
          }
          db.close()
        },
      ),
      { numRuns: 300 },
    )
  })

  test('a second run asks nothing of settled days', async () => {
    const cap = 12
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(20), { minLength: 1, maxLength: 20 }),
        habits,
        async (counts, habit) => {
          const range = { from: firstDay, to: addDays(firstDay, counts.length - 1) }
          const list = createListDouble(rowsOf(counts, firstDay), { ...habit, cap }, () => later)
          const db = openCache(':memory:')
          await run(list, { db, range, cap })
          const asked = list.requests.length
          await run(list, { db, range, cap })
          expect(list.requests.length).toBe(asked)
          db.close()
        },
      ),
      { numRuns: 50 },
    )
  })
})

/** The fewest windows of whole days below the cap. */
function leastWindows(counts: readonly number[], cap: number): number {
  let windows = 1
  let rows = 0
  for (const count of counts) {
    if (rows + count >= cap) {
      windows += 1
      rows = 0
    }
    rows += count
  }
  return windows
}

const allHabits = (['inclusive', 'exclusive'] as const).flatMap((end) =>
  (['newest', 'oldest', 'random'] as const).map((pick): ListHabits => ({ end, pick, cap: 1000 })),
)

describe('at the size of a real month', () => {
  const busy = Array.from({ length: 31 }, (_, day) => (day === 12 ? 999 : 700 + ((day * 97) % 270)))
  const quiet = Array.from({ length: 31 }, (_, day) => 45 + ((day * 37) % 40))
  const weekly = Array.from({ length: 31 }, (_, day) =>
    day % 7 === 3 ? 0 : 250 + ((day * 53) % 90),
  )

  for (const habit of allHabits) {
    test.each([
      ['25,000 rows', busy],
      ['a quiet shop', quiet],
      ['closed on Sundays', weekly],
    ])(`%s, end ${habit.end}, ${habit.pick}: whole, in few requests`, async (_, counts) => {
      const range = { from: firstDay, to: addDays(firstDay, counts.length - 1) }
      const rows = rowsOf([...counts, 640, 640], firstDay)
      const list = createListDouble(rows, habit, () => later)
      const db = openCache(':memory:')
      const { completeness, perDay } = await run(list, { db, range, cap: 1000 })
      expect(completeness).toMatchObject({ complete: true, saturatedDays: [], provisionalDays: [] })
      expect([...perDay.values()].reduce((sum, count) => sum + count, 0)).toBe(
        counts.reduce((sum, count) => sum + count, 0),
      )
      const least = leastWindows(counts, 1000)
      expect(list.requests.length).toBeLessThanOrEqual(1.4 * least + 2)
      db.close()
    })
  }
})

describe('days that have not come', () => {
  const noon = Date.parse('2026-10-03T17:00:00Z')

  test.each(['inclusive', 'exclusive'] as const)(
    'are never proven, nor asked for one by one, end %s',
    async (end) => {
      const rows = rowsOf([2, 3, 4], firstDay)
      const list = createListDouble(rows, { end, pick: 'newest', cap: 10 }, () => noon)
      const db = openCache(':memory:')
      const range = { from: '2026-10-02', to: '2027-10-01' }
      const { completeness } = await run(list, { db, range, cap: 10, now: noon })
      expect(completeness).toMatchObject({
        complete: false,
        missingDays: listDays({ from: '2026-10-04', to: range.to }),
        provisionalDays: ['2026-10-02', '2026-10-03'],
      })
      expect(list.requests.length).toBeLessThan(5)
      const asked = list.requests.length
      const future = { from: '2026-12-10', to: '2026-12-12' }
      const none = await run(list, { db, range: future, cap: 10, now: noon })
      expect(none.completeness).toMatchObject({ complete: false, provisionalDays: [] })
      expect(none.completeness.missingDays).toEqual(listDays(future))
      expect(list.requests.length).toBeLessThan(asked + 3)
      db.close()
    },
  )

  test('are not proven by an answer of before they began, once they run', async () => {
    const list = createListDouble([], { end: 'inclusive', pick: 'newest', cap: 10 }, () => noon)
    const db = openCache(':memory:')
    const range = { from: '2026-10-04', to: '2026-10-04' }
    await run(list, { db, range, cap: 10, now: noon })
    expect(stateOf(db, range, noon + 24 * 3_600_000).completeness.missingDays).toEqual([range.to])
    db.close()
  })
})
