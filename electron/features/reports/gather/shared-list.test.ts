import { describe, expect, test, vi } from 'vitest'
import type { ListThere } from '../../../../shared/domain/report/list-there.ts'
import { Failure } from '../../../../shared/errors.ts'
import type { ListPage } from '../../../service/service.ts'
import { openCache } from '../../../store/cache/cache.ts'
import { storeWindow } from '../ledger/ledger-windows.ts'
import { openLedger } from '../ledger/ledger.ts'
import { saleRow } from '../testing/list-double.ts'
import { answeredElsewhere, shareList, type SharedListDeps } from './shared-list.ts'

const now = Date.parse('2026-11-20T15:00:00Z')
/** Days that settled long since. */
const [first, last] = ['2026-10-01', '2026-10-02']
const rows = [saleRow('1', `${first}T09:00:00`)]

/** A register whose hub says these, one after the other, and then the last again. */
function register(says: readonly (ListThere | null)[], more: Partial<SharedListDeps> = {}) {
  const page: ListPage = {
    ...{ rows, attempts: 1 },
    exchange: { startedAt: now, endedAt: now, httpStatus: 200, serverDate: now, raw: null },
  }
  let asked = 0
  const ledger = openLedger(openCache(':memory:'), 'p', 'sales')
  const elsewhere = {
    window: vi.fn(async () => says[Math.min(asked++, says.length - 1)] ?? null),
    asked: vi.fn(async () => [{ dateStart: first, dateEnd: last, began: now }]),
    keep: vi.fn(),
    leave: vi.fn(),
    distrust: vi.fn(),
  }
  const list = vi.fn(async () => page)
  const deps: SharedListDeps = {
    ...{ list, elsewhere, profileId: 'p', kind: 'sales', wait: 100 },
    ...{ ledger: () => ledger, known: () => [], now: () => now, recent: 10_000, ...more },
  }
  const { signal } = new AbortController()
  return {
    ...{ elsewhere, list, ledger },
    ask: (stop = signal) => shareList(deps)(first, last, stop, false),
    async before(todo: readonly string[]) {
      const came = []
      for await (const one of answeredElsewhere(deps, new Set(todo), signal)) came.push(one)
      return came
    },
  }
}

const came = (began: number, of = rows): ListThere => ({ kind: 'came', began, rows: of })
const day = 86_400_000

describe('what other registers have of a question', () => {
  test('is taken as the service said it, when it was asked, and is no request of this one', async () => {
    const { ask, list, elsewhere } = register([came(now - 10 * day)])
    expect(await ask()).toEqual({
      ...{ rows, attempts: 0 },
      exchange: {
        ...{ startedAt: now - 10 * day, endedAt: now - 10 * day, httpStatus: 200 },
        ...{ serverDate: now - 10 * day, raw: null },
      },
    })
    expect([list, elsewhere.keep, elsewhere.distrust].map(({ mock }) => mock.calls)).toEqual([
      ...[[], [], []],
    ])
  })

  test.each<[string, ListThere]>([
    ['is of before its days settled', came(Date.parse('2026-10-03T15:00:00Z'))],
    [
      'has a row that is not at its end',
      came(now - day, [saleRow('1', `${first}T09:00:00`, { statusId: 1 })]),
    ],
    ['is of a time to come', came(now + 120_000)],
  ])('is not taken where it %s: the service is asked, and its word kept', async (_, there) => {
    const { ask, list, elsewhere } = register([there, { kind: 'ours' }])
    await ask()
    expect(list).toHaveBeenCalledOnce()
    expect(elsewhere.keep).toHaveBeenCalledExactlyOnceWith(
      'p',
      { kind: 'sales', dateStart: first, dateEnd: last },
      { began: now, settled: true, ids: ['1'], rows: rows.map(({ raw }) => raw) },
    )
  })

  test('is not taken where it is older than what this register has', async () => {
    const { ask, list, ledger } = register([came(now - 10 * day), { kind: 'ours' }])
    const proof = { proven: { from: first, to: first }, saturated: null, ends: null, full: false }
    const window = { dateStart: first, dateEnd: first, rows: 1, fetchedAt: now }
    storeWindow(ledger, { ...window, ...proof, startedAt: now - 9 * day }, rows)
    await ask()
    expect(list).toHaveBeenCalledOnce()
  })

  test.each<[string, ListThere[], number]>([
    ['of no use, and newer each time', [came(1), came(2), came(3)], 2],
    ['that another one asks, without end', [{ kind: 'waiting', ms: 0 }], Infinity],
    ['that another one asks, for less than nothing', [{ kind: 'waiting', ms: -9e9 }], Infinity],
  ])('is asked for no more where all that is said is %s', async (_, says, most) => {
    const { ask, list, elsewhere } = register(says)
    await ask()
    expect(list).toHaveBeenCalledOnce()
    expect(elsewhere.distrust).toHaveBeenCalledOnce()
    expect(elsewhere.window.mock.calls.length).toBeLessThanOrEqual(most)
    // It was nobody's to gather for all.
    expect(elsewhere.keep).not.toHaveBeenCalled()
  })

  test('that was waited for in vain is gathered here, and the next one is not waited for', async () => {
    const waiting: ListThere = { kind: 'waiting', ms: 5 }
    const says = [...Array.from({ length: 5 }, () => waiting), { kind: 'ours' } as const]
    const { ask, elsewhere } = register(says, { wait: 60_000 })
    // Each time that it is looked some eight seconds passed.
    const clock = vi.spyOn(performance, 'now')
    clock.mockImplementation(() => elsewhere.window.mock.calls.length * 8_000)
    await ask().finally(() => clock.mockRestore())
    expect([elsewhere.keep.mock.calls.length, elsewhere.distrust.mock.calls.length]).toEqual([1, 1])
    const soon = register([waiting, { kind: 'ours' }], { wait: 60_000 })
    await soon.ask()
    expect(soon.elsewhere.distrust).not.toHaveBeenCalled()
  })

  test('whoever is to gather it for all, and cannot, or is called off, gives it up', async () => {
    const lost = new Failure('CONNECTION_LOST')
    const { ask, elsewhere } = register([{ kind: 'ours' }], { list: () => Promise.reject(lost) })
    await expect(ask()).rejects.toBe(lost)
    expect(elsewhere.leave).toHaveBeenCalledOnce()
    const waits = register([{ kind: 'waiting', ms: 60_000 }], { wait: 60_000 })
    const stop = new AbortController()
    const asking = waits.ask(stop.signal)
    stop.abort()
    await expect(asking).rejects.toMatchObject({ error: { code: 'CANCELLED' } })
    expect(waits.list).not.toHaveBeenCalled()
  })

  test('a doubtful answer is kept for nobody', async () => {
    const far = [...rows, saleRow('2', '2025-01-01T09:00:00')]
    const exchange = { startedAt: now, endedAt: now, httpStatus: 200, serverDate: now, raw: null }
    const list = async () => ({ rows: far, attempts: 1, exchange })
    const { ask, elsewhere } = register([{ kind: 'ours' }], { list })
    await ask()
    expect([elsewhere.keep.mock.calls.length, elsewhere.leave.mock.calls.length]).toEqual([0, 1])
  })
})

describe('what other registers asked already', () => {
  test('is looked at where a day of it is to do and has settled, and nowhere else', async () => {
    const { before, elsewhere } = register([came(now - day)])
    expect(await before([first])).toMatchObject([{ dateStart: first, dateEnd: last }])
    expect(await before(['2026-11-20'])).toEqual([])
    expect(elsewhere.asked).toHaveBeenCalledOnce()
  })

  test('is no work without end: neither questions of ages, nor thousands that nothing comes of', async () => {
    const { before, elsewhere } = register([null])
    const all = (dateStart: string, dateEnd: string, count: number) =>
      Array.from({ length: count }, (_, at) => ({ dateStart, dateEnd, began: now + at }))
    elsewhere.asked.mockResolvedValue([
      ...all('0001-01-01', '9999-12-31', 5),
      ...all('x', '9999-12-31', 5),
      ...all(last, first, 5),
    ])
    expect(await before([first, last])).toEqual([])
    expect(elsewhere.window).not.toHaveBeenCalled()
    elsewhere.asked.mockResolvedValue(all(first, last, 2_000))
    expect(await before([first, last])).toEqual([])
    expect(elsewhere.window.mock.calls.length).toBeLessThanOrEqual(2)
  })
})
