import { expect, test } from 'vitest'
import type { Profile } from '../../../../shared/contract/connection.ts'
import { Failure } from '../../../../shared/errors.ts'
import type { MerchantService } from '../../../service/service.ts'
import { openCache } from '../../../store/cache/cache.ts'
import { createListDouble, saleRow } from '../testing/list-double.ts'
import { createReports } from '../reports.ts'
import { createServiceClock } from './service-clock.ts'

const hour = 3_600_000
const noon = Date.parse('2026-10-02T17:00:00Z')

function clocks() {
  const now = { wall: noon, monotonic: 0 }
  const clock = createServiceClock(
    () => now.wall,
    () => now.monotonic,
  )
  const pass = (ms: number) => {
    now.wall += ms
    now.monotonic += ms
  }
  return { now, clock, pass }
}

test('the computer’s own time, until the service tells of another', () => {
  const { clock, pass } = clocks()
  clock.learn(null)
  expect(clock.now()).toBe(noon)
  clock.learn(noon - 24 * hour)
  pass(hour)
  expect(clock.now()).toBe(noon - 23 * hour)
  // A slow answer is no other clock.
  clock.learn(noon + hour - 3_000)
  expect(clock.now()).toBe(noon + hour)
})

test('a clock that is put right, or wrong, between two answers makes no day end later', () => {
  const { now, clock, pass } = clocks()
  clock.learn(noon - 24 * hour)
  now.wall -= 24 * hour
  pass(hour)
  expect(clock.now()).toBe(noon - 23 * hour)
  now.wall += 48 * hour
  expect(clock.now()).toBeGreaterThan(noon - 23 * hour)
})

test('a clock that agreed and is then set back takes no ended day back', () => {
  const { now, clock, pass } = clocks()
  clock.learn(noon - 500)
  pass(hour)
  now.wall -= 24 * hour
  expect(clock.now()).toBe(noon + hour)
  pass(hour)
  // Told of by the clock as it is now, and by an answer of before it was set.
  clock.learn(noon + 2 * hour + 1_000, now.wall)
  expect(clock.now()).toBe(noon + 2 * hour + 1_000)
  clock.learn(noon - 500, noon)
  expect(clock.now()).toBe(noon + 2 * hour + 1_000)
})

test('an answer that is told of again says nothing new', () => {
  const { clock, pass } = clocks()
  const told = () => clock.learn(noon - 24 * hour, noon)
  told()
  pass(5_000)
  clock.learn(noon - 24 * hour + 5_000)
  pass(12 * hour)
  told()
  expect(clock.now()).toBe(noon - 12 * hour + 5_000)
})

const profile: Profile = {
  ...{ id: 'p', name: 'Tienda', country: 'CO', baseUrl: 'http://127.0.0.1:1', apiVersion: '1' },
  ...{ deviceId: '', position: null, valuesAs: 'strings', sandbox: true },
}
const notHere = () => Promise.reject(new Failure('UNEXPECTED'))

test.each([24, -24])(
  'with a computer %i hours ahead the running day is whole so far, and may still change',
  async (ahead) => {
    const cache = openCache(':memory:')
    const rows = [saleRow('1', '2026-10-01T10:00:00'), saleRow('2', '2026-10-02T11:00:00')]
    const double = createListDouble(rows, { end: 'inclusive', pick: 'newest', cap: 10 }, () => noon)
    const service: MerchantService = {
      ...{ profile, getBusiness: notHere, listProducts: notHere, getProduct: notHere },
      ...{ getImage: notHere, query: notHere, sell: notHere, find: notHere },
      ...{ turn: async () => undefined, generateLink: notHere, close: async () => undefined },
      list: (_, start, end) => double.list(start, end),
    }
    const { handlers, close } = createReports({
      ...{ cache, profile: () => profile, service: () => service },
      ...{ emit: () => undefined, mustBeApproved: () => undefined, decimalSign: () => 'comma' },
      maySeeCommissions: () => true,
      now: () => noon + ahead * hour,
    })
    const range = { kind: 'sales', from: '2026-10-01', to: '2026-10-02' } as const
    const days = { missingDays: [], provisionalDays: ['2026-10-01', '2026-10-02'] }
    expect(await handlers['reports.gather']({ jobId: 'a', ...range })).toMatchObject(days)
    expect(await handlers['reports.completeness'](range)).toMatchObject(days)
    await close()
    cache.close()
  },
)

test('the running day is watched by the service’s clock, from the first look on', async () => {
  const asked: string[] = []
  const service: MerchantService = {
    ...{ profile, getBusiness: notHere, listProducts: notHere, getProduct: notHere },
    ...{ getImage: notHere, query: notHere, sell: notHere, find: notHere },
    ...{ turn: async () => undefined, generateLink: notHere, close: async () => undefined },
    async list(_, dateStart) {
      asked.push(dateStart)
      const exchange = { startedAt: 0, endedAt: 0, httpStatus: 200, serverDate: noon, raw: null }
      return { rows: [], exchange, attempts: 1 }
    },
  }
  const due: (() => void)[] = []
  const cache = openCache(':memory:')
  const { onConnection, close } = createReports({
    ...{ cache, profile: () => profile, service: () => service },
    ...{ emit: () => undefined, mustBeApproved: () => undefined, decimalSign: () => 'comma' },
    maySeeCommissions: () => true,
    now: () => noon + 24 * hour,
    after: (_, work) => {
      due.push(work)
      return () => undefined
    },
  })
  const answered = { lastAnswerAt: noon + 24 * hour, clockSkewMs: -24 * hour }
  onConnection({ activeId: 'p', reach: 'online', ...answered })
  due.shift()?.()
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  expect(new Set(asked)).toEqual(new Set(['2026-10-02']))
  await close()
  cache.close()
})

test('a network that is gone by the next morning makes no unfinished day complete', async () => {
  const cache = openCache(':memory:')
  const evening = Date.parse('2026-10-03T01:00:00Z')
  let wall = evening
  const rows = [saleRow('1', '2026-10-02T11:00:00')]
  const double = createListDouble(rows, { end: 'inclusive', pick: 'newest', cap: 10 }, () => wall)
  const service: MerchantService = {
    ...{ profile, getBusiness: notHere, listProducts: notHere, getProduct: notHere },
    ...{ getImage: notHere, query: notHere, sell: notHere, find: notHere },
    ...{ turn: async () => undefined, generateLink: notHere, close: async () => undefined },
    list: (_, start, end) => double.list(start, end),
  }
  const { handlers, onConnection, close } = createReports({
    ...{ cache, profile: () => profile, service: () => service },
    ...{ emit: () => undefined, mustBeApproved: () => undefined, decimalSign: () => 'comma' },
    maySeeCommissions: () => true,
    ...{ now: () => wall, after: () => () => undefined },
  })
  const online = { activeId: 'p', reach: 'online', lastAnswerAt: wall, clockSkewMs: 100 } as const
  onConnection(online)
  wall += 5_000
  const range = { kind: 'sales', from: '2026-10-02', to: '2026-10-02' } as const
  expect(await handlers['reports.gather']({ jobId: 'a', ...range })).toMatchObject({
    complete: true,
  })
  const lastAnswerAt = wall
  wall += 12 * hour
  onConnection({ ...online, reach: 'offline', lastAnswerAt })
  expect(await handlers['reports.completeness'](range)).toMatchObject({
    ...{ complete: false, missingDays: ['2026-10-02'] },
  })
  await close()
  cache.close()
})
