import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { serviceDay } from '../../shared/domain/time/dates.ts'
import { Failure } from '../../shared/errors.ts'
import { answerOf, rowText, windowShop } from './window-shop.ts'
import { packWindow, unpackWindow } from '../../electron/features/hub/windows/window-blob.ts'

// Windows of the service's list among registers of one account: the hub is in memory, the thread that asks it a stand-in.

const october = { from: '2026-10-01', to: '2026-10-20' }
/** Long after all of those days. */
const later = Date.parse('2026-11-20T15:00:00Z')
const never = new Promise<never>(() => undefined)

function rowsOf(days: number, perDay = 3): { at: string; text: string }[] {
  return Array.from({ length: days * perDay }, (_, index) => {
    const at = `2026-10-${String(Math.floor(index / perDay) + 1).padStart(2, '0')}`
    return { at, text: rowText(String(1000 + index), `${at} 09:00:0${index % perDay}`) }
  })
}

function shopOf(now = later, rows = rowsOf(20)) {
  const clock = { now }
  return { clock, ...windowShop(rows, () => clock.now) }
}

const windowRow = z.object({
  state: z.string(),
  rows: z.instanceof(Uint8Array).optional(),
  sha256: z.string().optional(),
  began: z.number().optional(),
})
/** A hub that changes what it has of a window, sum and all. */
const lying =
  (lie: (rows: Uint8Array) => Uint8Array) =>
  (row: unknown): unknown => {
    const said = windowRow.safeParse(row).data
    if (said?.state !== 'came' || !said.rows) return row
    const rows = lie(said.rows)
    return { ...said, rows, sha256: createHash('sha256').update(rows).digest('hex') }
  }

describe('a window that was gathered', () => {
  test('is asked for by no other register, however it cuts its days, and says the same there', async () => {
    const { requests, register, model } = shopOf()
    const [one, other, third] = [register('C1'), register('C2'), register('C3')]
    const first = await one.gather(october)
    const asked = requests.length
    await expect.poll(() => model.windows.size).toBe(asked)
    expect(asked).toBeGreaterThan(1)
    const second = await other.gather(october)
    expect(requests).toHaveLength(asked)
    expect(second).toMatchObject({ complete: true, missingDays: [], provisionalDays: [] })
    expect(second.complete).toBe(first.complete)
    expect(await other.rows(october)).toEqual(await one.rows(october))
    expect(await other.rows(october)).toHaveLength(60)
    // Other days, so other questions: what is there of them is not asked for.
    const some = { from: '2026-10-03', to: '2026-10-11' }
    expect(await third.gather(some)).toMatchObject({ complete: true })
    expect(requests).toHaveLength(asked)
    for (const all of [one, other, third]) await all.close()
  })

  test('is none of who has no hub, tries the test service, or is of another account', async () => {
    const { requests, register, model } = shopOf()
    const [none, tester, away] = [register('C1', {}, false), register('C2'), register('C3')]
    tester.world.isTest = true
    away.world.account = 'account Otra https://service'
    for (const one of [none, tester, away]) await one.gather(october)
    expect([none.world.asked, tester.world.asked]).toEqual([0, 0])
    expect(away.world.asked).toBeGreaterThan(0)
    expect(new Set(requests).size * 3).toBe(requests.length)
    expect([...model.windows.values()].every(({ question }) => question[0]?.includes('Otra'))).toBe(
      true,
    )
    for (const all of [none, tester, away]) await all.close()
  })

  test('is asked for again once it is not of just now, while it may change: with what came since', async () => {
    const rows = [{ at: '2026-11-20', text: rowText('1', '2026-11-20 09:00:00') }]
    const { clock, requests, register } = shopOf(later, rows)
    const [one, other] = [register('C1'), register('C2')]
    const today = { from: '2026-11-20', to: serviceDay(later) }
    await one.gather(today)
    const asked = requests.length
    clock.now += 9_000
    expect(await other.gather(today)).toMatchObject({ provisionalDays: ['2026-11-20'] })
    expect(requests).toHaveLength(asked)
    // To a third one it is too old.
    clock.now += 9_000
    const third = register('C3')
    await third.gather(today)
    expect(requests.length).toBeGreaterThan(asked)
    const again = requests.length
    rows.push({ at: '2026-11-20', text: rowText('2', '2026-11-20 10:00:00') })
    // Whoever asks again asks for what is newer than what they have.
    await third.close()
    clock.now += 60_000
    await other.gather(today)
    expect(requests.length).toBeGreaterThan(again)
    expect(await other.rows(today)).toHaveLength(2)
    for (const all of [one, other]) await all.close()
  })

  test('is asked for again where a row of it was not at its end', async () => {
    const rows = [{ at: '2026-10-02', text: rowText('1', '2026-10-02 09:00:00', '1.00', 1) }]
    const { clock, requests, register } = shopOf(later, rows)
    const [one, other] = [register('C1'), register('C2')]
    await one.gather(october)
    const asked = requests.length
    clock.now += 61_000
    rows[0] = { at: '2026-10-02', text: rowText('1', '2026-10-02 09:00:00', '1.00', 2) }
    expect(await other.gather(october)).toMatchObject({ movingDays: [] })
    expect(requests.length).toBeGreaterThan(asked)
    for (const all of [one, other]) await all.close()
  })

  test('is not kept where the service tells no time: whose clock says when it was is not known', async () => {
    const { model, requests, register, service } = shopOf()
    service.isTimeless = true
    const [one, other] = [register('C1'), register('C2')]
    await one.gather(october)
    expect([model.windows.size, model.leases.size]).toEqual([0, 0])
    const asked = requests.length
    await other.gather(october)
    expect(requests).toHaveLength(asked * 2)
    for (const all of [one, other]) await all.close()
  })

  test('is gone, and kept no more, where somebody of its days was erased', async () => {
    const { model, requests, register } = shopOf()
    const [one, other] = [register('C1'), register('C2')]
    await one.gather(october)
    const asked = requests.length
    await expect.poll(() => model.windows.size).toBe(asked)
    model.erase('2026-10-04')
    await other.gather(october)
    expect(requests.length).toBeGreaterThan(asked)
    // What is kept comes in turn: the last one is there.
    await expect.poll(() => model.leases.size).toBe(0)
    const kept = [...model.windows.values()].map(({ question }) => question.slice(2))
    expect(
      kept.some(([start = '', end = '']) => start <= '2026-10-04' && '2026-10-04' <= end),
    ).toBe(false)
    for (const all of [one, other]) await all.close()
  })
})

describe('two registers at once', () => {
  test('one asks, the other waits for its answer', async () => {
    const { requests, register, service } = shopOf()
    const [one, other] = [register('C1'), register('C2')]
    service.hinders = () => new Promise((resolve) => void setTimeout(resolve, 20))
    const both = await Promise.all([one.gather(october), other.gather(october)])
    expect(both.map(({ complete }) => complete)).toEqual([true, true])
    expect(new Set(requests).size).toBe(requests.length)
    expect(await other.rows(october)).toEqual(await one.rows(october))
    for (const all of [one, other]) await all.close()
  })

  test('whoever was to gather and is gone is waited for until its lease ends, and no longer', async () => {
    const { clock, model, requests, register } = shopOf()
    const [gone, other] = [register('C1'), register('C2')]
    const question = { kind: 'sales', dateStart: '2026-10-01', dateEnd: '2026-10-02' } as const
    const day = { from: '2026-10-01', to: '2026-10-01' }
    const limits = { newer: 0, recent: clock.now, mayLease: true }
    expect(await gone.windows.window('p', question, limits)).toEqual({ kind: 'ours' })
    const waiting = other.gather(day)
    await expect.poll(() => other.world.asked).toBeGreaterThan(2)
    expect(requests).toEqual([])
    clock.now += 60_000
    expect(await waiting).toMatchObject({ complete: true })
    expect(requests).toHaveLength(1)
    await expect.poll(() => model.leases.size).toBe(0)
    for (const all of [gone, other]) await all.close()
  })

  test('where the service does not answer, or it is called off, the next one may at once', async () => {
    const { model, requests, register, service } = shopOf()
    const [one, other] = [register('C1'), register('C2')]
    service.hinders = () => Promise.reject(new Failure('CONNECTION_LOST'))
    const lost = { error: { code: 'CONNECTION_LOST' } }
    await expect(one.gather(october)).rejects.toMatchObject(lost)
    await expect.poll(() => model.leases.size).toBe(0)
    service.hinders = () => never
    const called = one.gather(october)
    await expect.poll(() => requests.length).toBe(2)
    const waits = other.gather(october)
    await expect.poll(() => other.world.asked).toBeGreaterThan(2)
    await other.reports.handlers['reports.cancel']({ jobId: other.job() })
    await expect(waits).rejects.toMatchObject({ error: { code: 'CANCELLED' } })
    expect(requests).toHaveLength(2)
    void called.catch(() => undefined)
  })
})

describe('a hub that is not to be relied on', () => {
  test('a journal that cannot be read keeps nobody from gathering', async () => {
    const { requests, register } = shopOf()
    const one = register('C1')
    one.world.stream = () => {
      throw new Failure('STORE_FAILED')
    }
    expect(await one.gather(october)).toMatchObject({ complete: true })
    expect(one.world.asked).toBe(0)
    expect(requests.length).toBeGreaterThan(1)
    await one.close()
  })

  test.each([
    ['is gone', () => Promise.reject(new Failure('HUB_UNREACHABLE'))],
    ['was not upgraded', () => Promise.reject(new Failure('HUB_NOT_PREPARED'))],
    ['hangs', () => never],
  ])(
    'that %s is asked no more for a while, and the register gathers as without one',
    async (_, hinders) => {
      const { requests, register } = shopOf()
      const one = register('C1')
      one.world.hinders = hinders
      const before = performance.now()
      expect(await one.gather(october)).toMatchObject({ complete: true })
      expect(performance.now() - before).toBeLessThan(20_000)
      // The first question alone went to it.
      expect(one.world.asked).toBe(1)
      expect(requests.length).toBeGreaterThan(1)
      await one.close()
    },
  )

  test.each([
    ['cut short', (rows: Uint8Array) => rows.subarray(0, rows.length - 9)],
    ['no gz', () => new TextEncoder().encode('nothing of the kind')],
    ['empty', () => new Uint8Array(0)],
    ['a bomb', () => gzipSync(Buffer.alloc(16 * 1024 * 1024))],
    ['a page', () => gzipSync('<html>\n</html>')],
    [
      'a failure',
      () =>
        gzipSync(
          `{"v":1,"account":"account Tienda https://service","kind":"sales","dateStart":"2026-10-01","dateEnd":"2026-10-08","began":${later}}\n{"status":500,"data":{}}`,
        ),
    ],
  ])('whose windows are %s is asked no more for a while', async (_, lie) => {
    const { requests, register, model } = shopOf()
    const [one, other] = [register('C1'), register('C2')]
    await one.gather(october)
    const asked = requests.length
    await expect.poll(() => model.windows.size).toBe(asked)
    other.world.says = lying(lie)
    expect(await other.gather(october)).toMatchObject({ complete: true })
    expect(requests).toHaveLength(asked * 2)
    expect(await other.rows(october)).toEqual(await one.rows(october))
    for (const all of [one, other]) await all.close()
  })

  test('that gives the window of other days, of another account or of another moment is not believed', async () => {
    const question = {
      ...{ account: 'account A https://a', kind: 'sales' },
      ...{ dateStart: '2026-10-01', dateEnd: '2026-10-08' },
    }
    const packed = { began: later, ...(await packWindow(question, later, [rowText('1', '')])) }
    expect(await unpackWindow(question, packed, 'COP')).toHaveLength(1)
    const wrong = { error: { code: 'HUB_FAILED', params: { reason: 'window: question' } } }
    for (const other of [
      { dateStart: '2026-10-02' },
      { dateEnd: '2026-10-09' },
      { kind: 'buys' },
      { account: 'account B https://a' },
    ])
      await expect(unpackWindow({ ...question, ...other }, packed, 'COP')).rejects.toMatchObject(
        wrong,
      )
    await expect(
      unpackWindow(question, { ...packed, began: later + 1 }, 'COP'),
    ).rejects.toMatchObject(wrong)
    const sum = { error: { params: { reason: 'window: sum' } } }
    await expect(
      unpackWindow(question, { ...packed, sha256: '0'.repeat(64) }, 'COP'),
    ).rejects.toMatchObject(sum)
  })

  test('that leaves out, or changes, what this register sold is not believed: the service is asked, and its word kept', async () => {
    for (const lie of [
      (all: string[]) => all.filter((text) => !text.includes('"id":1004')),
      (all: string[]) => all.map((text) => text.replace('"id":1004', '"id":91004')),
      (all: string[]) =>
        all.map((text) => (text.includes('"id":1004,') ? text.replace('5000.00', '1.00') : text)),
    ]) {
      const { requests, register, model } = shopOf()
      const own = answerOf([rowText('1004', '2026-10-02 09:00:01')], later).rows
      const [one, other] = [
        register('C1'),
        register('C2', { knownSales: (_, day) => (day === '2026-10-02' ? own : []) }),
      ]
      await one.gather(october)
      const asked = requests.length
      await expect.poll(() => model.windows.size).toBe(asked)
      for (const window of model.windows.values()) {
        const [account = '', kind = '', dateStart = '', dateEnd = ''] = window.question
        const of = { account, kind, dateStart, dateEnd }
        const { rows } = answerOf(
          lie((await unpackWindow(of, window, 'COP')).map(({ raw }) => raw)),
          later,
        )
        Object.assign(
          window,
          await packWindow(
            of,
            window.began,
            rows.map(({ raw }) => raw),
          ),
        )
      }
      await other.gather(october)
      expect(requests.length).toBeGreaterThan(asked)
      expect(await other.rows({ from: '2026-10-02', to: '2026-10-02' })).toEqual([
        ...['1003 500000', '1004 500000', '1005 500000'],
      ])
      for (const all of [one, other]) await all.close()
    }
  })

  test('that says of a window that it is of a time to come, or settles what does not, is not believed', async () => {
    for (const says of [
      { began: later + 3_600_000, settled: true },
      // Of when those days still went on.
      { began: Date.parse('2026-10-02T15:00:00Z'), settled: true },
    ]) {
      const { requests, register, model } = shopOf()
      const [one, other] = [register('C1'), register('C2')]
      await one.gather(october)
      const asked = requests.length
      await expect.poll(() => model.windows.size).toBe(asked)
      for (const window of model.windows.values()) {
        const [account = '', kind = '', dateStart = '', dateEnd = ''] = window.question
        const of = { account, kind, dateStart, dateEnd }
        Object.assign(window, { ...says, ...(await packWindow(of, says.began, [])) })
      }
      expect(await other.gather(october)).toMatchObject({ complete: true })
      expect(requests).toHaveLength(asked * 2)
      expect(await other.rows(october)).toHaveLength(60)
      for (const all of [one, other]) await all.close()
    }
  })
})

test('what a register keeps is read elsewhere as the service said it here, sign by sign', async () => {
  const value = fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.bigInt().map(String))
  const row = fc
    .record({ id: fc.nat(), amount: value, createdAt: value, name: fc.string(), more: fc.json() })
    .map((one) => JSON.stringify(one))
  const anything = fc.oneof(row, fc.json(), fc.constant('{"id": 5e0 , "amount":1.50}'))
  const of = { account: 'account A https://a', kind: 'sales', dateStart: 'a', dateEnd: 'b' }
  await fc.assert(
    fc.asyncProperty(fc.array(anything, { maxLength: 8 }), async (texts) => {
      const { rows } = answerOf(texts, later)
      const began = 1_790_000_000_000
      const packed = await packWindow(
        of,
        began,
        rows.map(({ raw }) => raw),
      )
      expect(await unpackWindow(of, { began, ...packed }, 'COP')).toEqual(rows)
    }),
    { numRuns: 50 },
  )
})
