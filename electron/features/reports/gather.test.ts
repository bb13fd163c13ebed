import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { addDays } from '../../../shared/domain/dates.ts'
import { money } from '../../../shared/domain/money.ts'
import { listDays, type DayRange } from '../../../shared/domain/range.ts'
import type { TransactionRow } from '../../../shared/domain/transaction.ts'
import { openCache } from '../../store/cache.ts'
import type { Database } from '../../store/db.ts'
import { completenessOf, dayStates } from './day-states.ts'
import { gather } from './gather.ts'
import { journalRows } from './journal-rows.ts'
import { openLedger, storedPerDay, unreadableRows, windowsOver } from './ledger.ts'
import { createListDouble, saleRow, type ListHabits } from './list-double.ts'

const later = Date.parse('2027-06-01T12:00:00Z')
const firstDay = '2026-10-01'

/** Rows with these counts per day, beginning at `from`; times are spread, some at the first second. */
function rowsOf(counts: readonly number[], from: string): TransactionRow[] {
  return counts.flatMap((count, index) => {
    const day = addDays(from, index)
    return Array.from({ length: count }, (_, place) => {
      const second = place % 5 === 0 ? 0 : Math.floor((place * 86_399) / Math.max(1, count))
      const time = new Date(second * 1000).toISOString().slice(11, 19)
      return saleRow(`${index + 1}${String(place).padStart(5, '0')}`, `${day}T${time}`)
    })
  })
}

interface Setting {
  db: Database
  range: DayRange
  now?: number
  cap: number
  signal?: AbortSignal
  known?: (day: string) => readonly TransactionRow[]
}

async function run(
  list: ReturnType<typeof createListDouble>,
  { db, range, now = later, cap, signal, known }: Setting,
) {
  await gather({
    db,
    list: list.list,
    now: () => now,
    profileId: 'p',
    kind: 'sales',
    range,
    cap,
    signal: signal ?? new AbortController().signal,
    progress: () => undefined,
    ...(known ? { known } : {}),
  })
  return stateOf(db, range, now)
}

function stateOf(db: Database, range: DayRange, now = later) {
  const ledger = openLedger(db, 'p', 'sales')
  const states = dayStates(windowsOver(db, ledger, range), range)
  return {
    states,
    completeness: completenessOf(states, range, now, unreadableRows(db, ledger, range)),
    perDay: storedPerDay(db, ledger, range),
  }
}

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

describe('time and trouble', () => {
  const cap = 12
  const habit: ListHabits = { end: 'exclusive', pick: 'random', cap }
  const range = { from: firstDay, to: addDays(firstDay, 5) }

  test('days are provisional until a fetch begins 48 hours after their end', async () => {
    const db = openCache(':memory:')
    const rows = rowsOf([3, 4, 5, 2, 1, 6], firstDay)
    const noon = Date.parse('2026-10-06T17:00:00Z')
    const early = createListDouble(rows, habit, () => noon)
    const first = await run(early, { db, range, cap, now: noon })
    expect(first.completeness.complete).toBe(true)
    // At noon of the 6th (UTC-5), the 3rd ended 60 hours ago and the 4th only 36.
    expect(first.completeness.provisionalDays).toEqual(['2026-10-04', '2026-10-05', '2026-10-06'])
    // Once the 6th is over, what it sold after noon was never seen.
    expect(stateOf(db, range).completeness).toMatchObject({
      complete: false,
      missingDays: ['2026-10-06'],
    })

    const late = [
      ...rows,
      saleRow('late', '2026-10-05T23:59:59'),
      saleRow('never', '2026-10-02T10:00:00'),
    ]
    const again = createListDouble(late, habit, () => later)
    const second = await run(again, { db, range, cap })
    expect(again.requests.every(({ dateStart }) => dateStart >= '2026-10-04')).toBe(true)
    expect(second.completeness.provisionalDays).toEqual([])
    expect(second.perDay.get('2026-10-05')).toBe(2)
    expect(second.perDay.get('2026-10-02')).toBe(4)
    db.close()
  })

  test('a settled day whose only open rows have a status that is not known rests for an hour', async () => {
    const db = openCache(':memory:')
    const row = { ...saleRow('1', '2026-10-02T10:00:00'), status: null, statusId: '9' }
    const list = createListDouble([row], habit, () => later)
    const one = { from: '2026-10-02', to: '2026-10-02' }
    const asksAt = async (now: number) => {
      list.requests.length = 0
      await run(list, { db, range: one, cap, now })
      return list.requests.length > 0
    }
    expect(await asksAt(later)).toBe(true)
    expect(await asksAt(later + 3_599_000)).toBe(false)
    expect(await asksAt(later + 3_600_000)).toBe(true)
    db.close()
  })

  test('a settled day is asked for again while it holds a row that is not final', async () => {
    const db = openCache(':memory:')
    const pending = saleRow('1', '2026-10-02T10:00:00', { statusId: 1 })
    await run(
      createListDouble([pending], habit, () => later),
      { db, range, cap },
    )
    const moved = saleRow('1', '2026-10-02T10:00:00', { statusId: 2 })
    const again = createListDouble([moved], habit, () => later)
    await run(again, { db, range, cap })
    expect(again.requests.every(({ dateStart }) => dateStart === '2026-10-02')).toBe(true)
    expect(again.requests.length).toBeGreaterThan(0)
    const idle = createListDouble([moved], habit, () => later)
    await run(idle, { db, range, cap })
    expect(idle.requests).toEqual([])
    db.close()
  })

  test('a saturated day also holds what the journal knows, once, and is still not called whole', async () => {
    const db = openCache(':memory:')
    const shown = rowsOf([cap], firstDay)
    const hidden = saleRow('990001', `${firstDay}T23:00:00`)
    const list = createListDouble(shown, habit, () => later)
    const journal = [...shown.slice(0, 3), hidden].map((transaction) => ({
      transaction: {
        ...{ ...transaction, amount: money(100_000, 'COP') },
        ...{ costs: null, prevBalance: null, newBalance: null, person: null, paymentMethod: null },
      },
    }))
    const known = (day: string) => journalRows({ begunBetween: () => journal }, 'p', day)
    const one = { from: firstDay, to: firstDay }
    const { completeness, perDay } = await run(list, { db, range: one, cap, known })
    expect(perDay.get(firstDay)).toBe(cap + 1)
    expect(completeness.saturatedDays).toEqual([firstDay])
    const filled = z.object({ id: z.string() })
    const sql = `select id from report_row where json_extract(raw, '$.source') = 'journal'`
    expect(db.all(filled, sql)).toEqual([{ id: hidden.id }])
    db.close()
  })

  test('a row that a later whole window no longer holds is not counted', async () => {
    const db = openCache(':memory:')
    const rows = rowsOf([2, 2], firstDay)
    const early = Date.parse('2026-10-02T12:00:00Z')
    await run(
      createListDouble(rows, habit, () => early),
      { db, range, cap, now: early },
    )
    const { perDay } = await run(
      createListDouble(rows.slice(1), habit, () => later),
      { db, range, cap },
    )
    expect([...perDay]).toEqual([
      ['2026-10-01', 1],
      ['2026-10-02', 2],
    ])
    db.close()
  })

  test('an error at any request leaves a ledger that the next run completes', async () => {
    const counts = [5, 9, 11, 3, 0, 14]
    for (let failAt = 1; failAt < 14; failAt += 1) {
      const db = openCache(':memory:')
      const list = createListDouble(rowsOf(counts, firstDay), habit, () => later)
      let calls = 0
      const failing = {
        ...list,
        list: (start: string, end: string) => {
          calls += 1
          if (calls === failAt) return Promise.reject(new Error('cut'))
          return list.list(start, end)
        },
      }
      const outcome = await run(failing, { db, range, cap }).then(
        () => 'done',
        () => 'cut',
      )
      const before = stateOf(db, range)
      if (outcome === 'cut') expect(before.completeness.complete).toBe(false)
      for (const [day, state] of before.states) {
        if (state.verdict === 'proven') {
          expect(before.perDay.get(day) ?? 0).toBe(
            counts[listDays({ from: firstDay, to: day }).length - 1],
          )
        }
      }
      const after = await run(list, { db, range, cap })
      expect(after.completeness.missingDays).toEqual([])
      expect(after.completeness.saturatedDays).toEqual(['2026-10-06'])
      db.close()
    }
  })

  test('a cancel keeps what came', async () => {
    const db = openCache(':memory:')
    const list = createListDouble(rowsOf([11, 11, 11, 11, 11, 11], firstDay), habit, () => later)
    const stop = new AbortController()
    const cancelling = {
      ...list,
      list: async (start: string, end: string) => {
        const page = await list.list(start, end)
        if (list.requests.length === 5) stop.abort()
        return page
      },
    }
    await expect(run(cancelling, { db, range, cap, signal: stop.signal })).rejects.toMatchObject({
      error: { code: 'CANCELLED' },
    })
    const { completeness, perDay } = stateOf(db, range)
    expect(completeness.complete).toBe(false)
    expect(completeness.missingDays.length).toBeLessThan(6)
    expect(perDay.size).toBeGreaterThan(0)
    db.close()
  })

  test('rows of days that were not asked for are kept and prove nothing there', async () => {
    const db = openCache(':memory:')
    const shifted = saleRow('1', '2026-09-30T23:00:00')
    const list = createListDouble([], habit, () => later)
    const odd = {
      ...list,
      list: async (start: string, end: string) => ({
        ...(await list.list(start, end)),
        rows: [shifted],
      }),
    }
    const one = { from: firstDay, to: firstDay }
    const { completeness } = await run(odd, { db, range: one, cap })
    expect(completeness).toMatchObject({ complete: false })
    expect(stateOf(db, { from: '2026-09-30', to: '2026-09-30' }).perDay.get('2026-09-30')).toBe(1)
    db.close()
  })
})
