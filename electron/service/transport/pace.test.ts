import { describe, expect, it } from 'vitest'
import { Failure } from '../../../shared/errors.ts'
import { createPace, type PaceClock } from './pace.ts'
import type { WireAnswer } from './wire.ts'

/** A clock that stands still but for who sleeps by it. */
function createClock() {
  let time = 0
  const clock: PaceClock = {
    now: () => time,
    async sleep(milliseconds, _behind, signal) {
      await Promise.resolve()
      signal?.throwIfAborted()
      time += milliseconds
    },
  }
  return { clock, pass: (milliseconds: number) => (time += milliseconds) }
}

const answer = (status: number, headers: WireAnswer['headers'] = {}): WireAnswer => ({
  startedAt: 0,
  endedAt: Date.parse('2026-11-21T12:00:00Z'),
  body: Buffer.alloc(0),
  status,
  headers,
  failure: null,
})

/** How many turns there are in a span of time, in milliseconds. */
async function turnsWithin(span: number, every: number, said?: WireAnswer): Promise<number> {
  const { clock } = createClock()
  const pace = createPace(clock)
  if (said) pace.heard('getProduct', said)
  let turns = 0
  for (;;) {
    await pace.turn(every)
    if (clock.now() > span) return turns
    turns += 1
  }
}

it('keeps a program open that waits to ask again, and none for what goes on behind', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  const pace = createPace()
  pace.heard('getBusiness', answer(429, { 'retry-after': '1' }))
  const before = timers()
  const ending = new AbortController()
  const behind = pace.turn(200, ending.signal)
  expect(timers()).toBe(before)
  const asked = pace.mayAsk('getBusiness', ending.signal)
  expect(timers()).toBe(before + 1)
  ending.abort()
  const ends = await Promise.allSettled([behind, asked])
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

describe('what goes on behind', () => {
  it('asks five times a second at most where the service says nothing', async () => {
    expect(await turnsWithin(60_000, 0)).toBeLessThanOrEqual(301)
    expect(await turnsWithin(60_000, 200)).toBeLessThanOrEqual(301)
    expect(await turnsWithin(60_000, 5_000)).toBeLessThanOrEqual(13)
  })

  it.each([
    ['more', { 'ratelimit-remaining': '100', 'ratelimit-reset': '1' }, 50],
    ['more, by the older name', { 'x-ratelimit-remaining': '100', 'x-ratelimit-reset': '1' }, 50],
    ['far more than is fair', { 'ratelimit-remaining': '999999', 'ratelimit-reset': '1' }, 50],
    ['less', { 'ratelimit-remaining': '60', 'ratelimit-reset': '60' }, 0.5],
    ['nothing for a while', { 'ratelimit-remaining': '0', 'ratelimit-reset': '30' }, 1 / 30],
    ['what nobody understands', { 'ratelimit-remaining': 'many', 'ratelimit-reset': '-1' }, 5],
  ])('asks as often as the service allows: %s', async (_name, headers, perSecond) => {
    const turns = await turnsWithin(120_000, 200, answer(200, headers))
    expect(turns / 120).toBeGreaterThan(perSecond * 0.7)
    expect(turns / 120).toBeLessThan(perSecond * 1.3)
  })

  it('waits while a sale is made, and a moment after', async () => {
    const { clock } = createClock()
    const pace = createPace(clock)
    const sale = Promise.withResolvers<null>()
    const selling = pace.whileSelling(() => sale.promise)
    let turned = false
    const turn = pace.turn(200).then(() => (turned = true))
    while (clock.now() < 60_000) await Promise.resolve()
    expect(turned).toBe(false)
    sale.resolve(null)
    await selling
    const soldAt = clock.now()
    await turn
    expect(clock.now() - soldAt).toBeGreaterThanOrEqual(1_500)
  })

  it('waits while the service wants to be let be, whatever was asked when it said so', async () => {
    const { clock } = createClock()
    const pace = createPace(clock)
    pace.heard('listProducts', answer(429, { 'retry-after': '120' }))
    await pace.turn(200)
    expect(clock.now()).toBeGreaterThanOrEqual(120_000)
  })

  it('ends when it is told to', async () => {
    const pace = createPace(createClock().clock)
    await pace.turn(200)
    const waiting = pace.turn(200, AbortSignal.abort())
    await expect(waiting).rejects.toMatchObject({ error: { code: 'CANCELLED' } })
  })
})

describe('a read', () => {
  const busy = async (wait: Promise<void>) =>
    wait.then(
      () => null,
      (caught: unknown) => (caught instanceof Failure ? caught.error : caught),
    )

  it.each<[string, WireAnswer, number | null]>([
    ['429 with seconds', answer(429, { 'retry-after': '7' }), 7],
    ['429 without any', answer(429), 1],
    ['429 with nonsense', answer(429, { 'retry-after': 'soon' }), 1],
    [
      "429 with a date, by the service's own clock",
      answer(429, {
        'retry-after': 'Sat, 21 Nov 2026 09:00:30 GMT',
        date: 'Sat, 21 Nov 2026 09:00:00 GMT',
      }),
      30,
    ],
    [
      '429 with a date that is past',
      answer(429, { 'retry-after': 'Sat, 21 Nov 2020 09:00:30 GMT' }),
      0,
    ],
    ['429 for ten years', answer(429, { 'retry-after': '315360000' }), 900],
    ['503 with seconds', answer(503, { 'retry-after': '3' }), 3],
    ['503 without', answer(503), null],
    ['200', answer(200, { 'retry-after': '9' }), null],
  ])('hears %s', (_name, wire, seconds) => {
    expect(createPace(createClock().clock).heard('query', wire)).toBe(seconds)
  })

  it('waits a short time, says so of a long one, and asks again after it', async () => {
    const { clock, pass } = createClock()
    const pace = createPace(clock)
    pace.heard('query', answer(429, { 'retry-after': '3' }))
    expect(await busy(pace.mayAsk('query'))).toBeNull()
    expect(clock.now()).toBe(3_000)
    pace.heard('query', answer(429, { 'retry-after': '60' }))
    const error = { code: 'SERVICE_BUSY', params: { seconds: 60 } }
    expect(await busy(pace.mayAsk('query'))).toEqual(error)
    // Another operation was not meant: a form behind must not keep a sale from its quote.
    expect(await busy(pace.mayAsk('find'))).toBeNull()
    pass(60_000)
    expect(await busy(pace.mayAsk('query'))).toBeNull()
  })
})
