import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { addDays } from '../../../../shared/domain/time/dates.ts'
import { money } from '../../../../shared/domain/money/money.ts'
import { listDays } from '../../../../shared/domain/time/range.ts'
import { Failure } from '../../../../shared/errors.ts'
import { openCache } from '../../../store/cache/cache.ts'
import { firstDay, later, rowsOf, run, stateOf } from '../testing/gather-runs.ts'
import { journalRows } from '../ledger/journal-rows.ts'
import { windowsOver } from '../ledger/ledger-windows.ts'
import { openLedger } from '../ledger/ledger.ts'
import { createListDouble, saleRow, type ListHabits } from '../testing/list-double.ts'

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

  test('one answer with a Date days ahead settles no day that still runs', async () => {
    const db = openCache(':memory:')
    const noon = Date.parse('2026-10-01T17:00:00Z')
    const today = { from: firstDay, to: firstDay }
    const rows = rowsOf([2], firstDay)
    const list = createListDouble(rows, habit, () => noon)
    const ahead = {
      ...list,
      list: async (start: string, end: string) => {
        const page = await list.list(start, end)
        const serverDate = noon + 96 * 3_600_000
        return { ...page, exchange: { ...page.exchange, serverDate } }
      },
    }
    const first = await run(ahead, { db, range: today, cap, now: noon })
    expect(first.completeness.provisionalDays).toEqual([firstDay])
    const more = [...rows, saleRow('later', `${firstDay}T18:00:00`)]
    const next = createListDouble(more, habit, () => noon + 7 * 3_600_000)
    expect((await run(next, { db, range: today, cap })).perDay.get(firstDay)).toBe(3)
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

  test('a service that bears no two requests at once is gathered whole by one run', async () => {
    const db = openCache(':memory:')
    const counts = Array.from({ length: 20 }, (_, day) => 7 + (day % 4))
    const list = createListDouble(rowsOf(counts, firstDay), habit, () => later)
    let [open, refused] = [0, 0]
    const single = {
      ...list,
      list: async (start: string, end: string) => {
        if (open > 0) {
          refused += 1
          throw new Failure('SERVICE_REFUSED')
        }
        open += 1
        await setImmediate()
        return list.list(start, end).finally(() => (open -= 1))
      },
    }
    const month = { from: firstDay, to: addDays(firstDay, counts.length - 1) }
    const { completeness, perDay } = await run(single, { db, range: month, cap })
    expect(completeness).toMatchObject({ complete: true, saturatedDays: [] })
    expect([...perDay.values()]).toEqual(counts)
    expect(refused).toBe(1)
    db.close()
  })

  test('the first answer of a day is kept where the second question fails', async () => {
    const db = openCache(':memory:')
    const list = createListDouble(
      rowsOf([8, 8, 8], firstDay),
      { ...habit, end: 'inclusive' },
      () => later,
    )
    const failing = {
      ...list,
      list: (start: string, end: string) =>
        start === end ? Promise.reject(new Error('cut')) : list.list(start, end),
    }
    const one = { from: firstDay, to: firstDay }
    await expect(run(failing, { db, range: one, cap })).rejects.toThrow('cut')
    const { completeness, perDay } = stateOf(db, one)
    expect(perDay.get(firstDay)).toBeGreaterThan(0)
    expect(completeness.complete).toBe(false)
    db.close()
  })

  test('the running day takes one request a look, and its looks one window', async () => {
    for (const counts of [[3], [3, 0], [3, 4], [3, 20]]) {
      const db = openCache(':memory:')
      const last = addDays(firstDay, counts.length - 1)
      const noon = Date.parse(`${last}T17:00:00Z`)
      const both: ListHabits = { ...habit, end: 'inclusive' }
      const list = createListDouble(rowsOf(counts, firstDay), both, () => noon)
      await run(list, { db, range: { from: firstDay, to: last }, cap, now: noon })
      const today = { from: last, to: last }
      const isFull = (counts.at(-1) ?? 0) >= cap
      for (let look = 0; look < 5; look += 1) {
        list.requests.length = 0
        await run(list, { db, range: today, cap, now: noon })
        expect(list.requests.length, counts.join()).toBe(1)
      }
      const windows = windowsOver(openLedger(db, 'p', 'sales'), today)
      const asked = new Set(windows.map(({ dateStart, dateEnd }) => `${dateStart} ${dateEnd}`))
      expect(windows.length, counts.join()).toBe(asked.size)
      expect(stateOf(db, today, noon).completeness.saturatedDays).toEqual(isFull ? [last] : [])
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

  test('a service that reads no range proves no day, neither those asked for nor a part of them', async () => {
    const db = openCache(':memory:')
    const newest = rowsOf([5], '2026-11-20')
    const list = createListDouble(newest, habit, () => later)
    const deaf = { ...list, list: () => list.list('2026-11-20', '2026-11-21') }
    for (const asked of [range, { from: addDays(firstDay, 2), to: addDays(firstDay, 2) }]) {
      const { completeness } = await run(deaf, { db, range: asked, cap })
      expect(completeness).toMatchObject({ missingDays: listDays(asked), saturatedDays: [] })
    }
    db.close()
  })

  test('one identifier with two meanings leaves its day unproven, and no other', async () => {
    for (const end of ['inclusive', 'exclusive'] as const) {
      const db = openCache(':memory:')
      const twice = ['09', '10'].map((hour) => saleRow('twice', `2026-10-03T${hour}:00:00`))
      const rows = [...rowsOf([2, 2, 2, 2, 2, 2], firstDay), ...twice]
      const list = createListDouble(rows, { ...habit, end }, () => later)
      const { completeness } = await run(list, { db, range, cap })
      expect(completeness, end).toMatchObject({ missingDays: ['2026-10-03'], saturatedDays: [] })
      db.close()
    }
  })
})
