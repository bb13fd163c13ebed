import { describe, expect, it } from 'vitest'
import { appError } from '../../errors.ts'
import { serviceLocal } from '../time/dates.ts'
import { lookupSpan, nextSale, saleAge, type SaleEvidence, type SaleFacts } from './sale-machine.ts'
import { amount, at, prepared, record } from '../testing/sale-sample.ts'
import type { SaleState } from './sale.ts'
import type { Transaction, TransactionStatus } from './transaction.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const refusal = appError('SERVICE_REFUSED', { message: 'no' })

const found = (status: TransactionStatus | null, changes?: Partial<Transaction>): SaleEvidence => ({
  kind: 'found',
  transaction: record(status, changes),
  skewMs: null,
})
const missing: SaleEvidence = { kind: 'not-found', skewMs: 0, tookMs: 0, apartMs: null }
const lost: SaleEvidence = { kind: 'unknown', error: appError('CONNECTION_LOST'), skewMs: null }
const refused: SaleEvidence = { kind: 'refused', error: refusal, skewMs: 0 }
const accepted: SaleEvidence = { kind: 'accepted', skewMs: 0 }

/**
 * Follows evidence given as [milliseconds after the start, what]; each must apply. Answers "no record" are heard in
 * one run that knows how far apart they are.
 */
function follow(...steps: [number, SaleEvidence][]): SaleFacts {
  let firstMiss: number | null = null
  return steps.reduce((facts, [ms, given]) => {
    const apartMs = firstMiss === null ? null : ms - firstMiss
    const evidence = given.kind === 'not-found' ? { apartMs, ...known(given) } : given
    if (given.kind === 'not-found') firstMiss ??= ms
    const next = nextSale(facts, evidence, at + ms)
    if (!next) throw new Error(`${evidence.kind} does not apply in ${facts.state}`)
    return next
  }, prepared)
}

/** What a step says of itself, where it says it. */
function known({ apartMs, ...miss }: Extract<SaleEvidence, { kind: 'not-found' }>) {
  return apartMs === null ? miss : { ...miss, apartMs }
}

const sent: [number, SaleEvidence] = [0, { kind: 'sending' }]

describe('what each evidence makes of a sale', () => {
  it.each<[string, SaleState, [number, SaleEvidence][]]>([
    ['sent', 'SENDING', [sent]],
    ['a crash before sending', 'NOT_SENT', [[0, { kind: 'interrupted' }]]],
    ['a crash while sending', 'UNKNOWN', [sent, [1, { kind: 'interrupted' }]]],
    ['no connection', 'NOT_SENT', [sent, [1, { kind: 'not-sent', error: refusal }]]],
    ['an acknowledgement', 'ACCEPTED', [sent, [1, accepted]]],
    ['a refusal', 'UNKNOWN', [sent, [1, refused]]],
    ['a 401', 'UNKNOWN', [sent, [1, { kind: 'unauthorized', error: refusal, skewMs: 0 }]]],
    ['a lost answer', 'UNKNOWN', [sent, [1, lost]]],
    ['lost, then approved', 'APPROVED', [sent, [1, lost], [2000, found('APPROVED')]]],
    ['refused, yet there is a record', 'APPROVED', [sent, [1, refused], [2000, found('APPROVED')]]],
    [
      'refused, one miss, then a record',
      'REJECTED',
      [sent, [1, refused], [2000, missing], [13_000, found('REJECTED')]],
    ],
    ['refused and missing once', 'UNKNOWN', [sent, [1, refused], [2000, missing]]],
    [
      'refused and missing twice within 10 s',
      'UNKNOWN',
      [sent, [1, refused], [2000, missing], [11_999, missing]],
    ],
    [
      'refused and missing twice, 10 s apart',
      'DECLINED',
      [sent, [1, refused], [2000, missing], [12_000, missing]],
    ],
    [
      'declined, and then there is a record after all',
      'APPROVED',
      [sent, [1, refused], [2000, missing], [12_000, missing], [20_000, found('APPROVED')]],
    ],
    [
      'lost and missing three times within 5 minutes',
      'UNKNOWN',
      [sent, [1, lost], [2000, missing], [60_000, missing], [301_999, missing]],
    ],
    [
      'lost and missing twice over 5 minutes',
      'UNKNOWN',
      [sent, [1, lost], [2000, missing], [302_000, missing]],
    ],
    [
      'lost and missing three times over 5 minutes',
      'REVIEW',
      [sent, [1, lost], [2000, missing], [60_000, missing], [302_000, missing]],
    ],
    [
      'accepted and missing three times: reviewed, never declined',
      'REVIEW',
      [sent, [1, accepted], [2000, missing], [60_000, missing], [302_000, missing]],
    ],
    [
      'reviewed, then found',
      'PROCESSING',
      [
        sent,
        [1, lost],
        [2000, missing],
        [60_000, missing],
        [302_000, missing],
        [602_000, found('PROCESSING')],
      ],
    ],
    ['seen, then missing', 'PENDING', [sent, [1, lost], [2000, found('PENDING')], [9e5, missing]]],
    ['partial', 'PARTIAL', [sent, [1, accepted], [2000, found('PARTIAL')]]],
    ['a status nobody knows', 'REVIEW', [sent, [1, accepted], [2000, found(null)]]],
    [
      'another amount',
      'REVIEW',
      [sent, [1, accepted], [2000, found('APPROVED', { amount: { ...amount, minor: 500_100 } })]],
    ],
    [
      'another currency',
      'REVIEW',
      [sent, [1, accepted], [2000, found('APPROVED', { amount: { ...amount, currency: 'USD' } })]],
    ],
    [
      'another product',
      'REVIEW',
      [sent, [1, accepted], [2000, found('APPROVED', { product: { id: '2', name: '' } })]],
    ],
    [
      'a product that is not said',
      'APPROVED',
      [sent, [1, accepted], [2000, found('APPROVED', { product: null })]],
    ],
    [
      'approved, then rejected',
      'REVIEW',
      [sent, [1, accepted], [2000, found('APPROVED')], [5000, found('REJECTED')]],
    ],
    [
      'past the horizon',
      'REVIEW',
      [sent, [1, lost], [39 * hour, { kind: 'aged', ageMs: 39 * hour }]],
    ],
    [
      'partial past the horizon',
      'PARTIAL',
      [sent, [1, lost], [2, found('PARTIAL')], [39 * hour, { kind: 'aged', ageMs: 39 * hour }]],
    ],
  ])('%s: %s', (_what, state, steps) => {
    expect(follow(...steps).state).toBe(state)
  })

  it('keeps the reason of what is declined, and drops it from what is approved', () => {
    const declined = follow(sent, [1, refused], [2000, missing], [12_000, missing])
    expect(declined).toMatchObject({ error: refusal, settledAt: at + 12_000, nextLookAt: null })
    expect(follow(sent, [1, refused], [2000, found('APPROVED')])).toMatchObject({ error: null })
  })

  it('takes no miss for proof when the clocks disagree', () => {
    const skewed: SaleEvidence = { ...missing, skewMs: -121 * second }
    const facts = follow(sent, [1, refused], [2000, skewed], [20_000, skewed], [9e5, skewed])
    expect(facts).toMatchObject({ state: 'UNKNOWN', misses: 0, attempts: 3 })
  })

  it('measures what lies between two misses by no clock that somebody sets', () => {
    const once = follow(sent, [1, refused], [2000, missing])
    const look = (ms: number, miss: Partial<SaleEvidence>) =>
      nextSale(once, { ...missing, ...miss } as SaleEvidence, at + ms)?.state
    // This computer's clock was set forward by 90 s, so the service's is as far behind it.
    expect(look(95_000, { skewMs: -90_000, apartMs: 3000 })).toBe('UNKNOWN')
    expect(look(95_000, { skewMs: -90_000 })).toBe('UNKNOWN')
    // An answer that was long on its way tells of when it was asked.
    expect(look(22_000, { tookMs: 20_000, apartMs: 0 })).toBe('UNKNOWN')
    // The computer slept while it was on its way.
    expect(look(9e6, { tookMs: Infinity, apartMs: 0 })).toBe('UNKNOWN')
    // Another run heard the first one: by the service's clock, whose seconds are whole.
    expect(look(12_999, {})).toBe('UNKNOWN')
    expect(look(13_000, {})).toBe('DECLINED')
    expect(look(1e6, { skewMs: null })).toBe('UNKNOWN')
  })

  it('counts misses in a row: failures to ask are no answers', () => {
    const failed: SaleEvidence = { kind: 'look-failed' }
    const facts = follow(sent, [1, lost], [2000, missing], [5000, failed], [10_000, missing])
    expect(facts).toMatchObject({ misses: 2, attempts: 3, firstMissAt: at + 2000 })
  })

  it('does not apply evidence out of its turn', () => {
    const out = (facts: SaleFacts, evidence: SaleEvidence) => nextSale(facts, evidence, at)
    for (const evidence of [accepted, refused, lost, missing, found('APPROVED')]) {
      expect(out(prepared, evidence)).toBeNull()
    }
    const approved = follow(sent, [1, accepted], [2, found('APPROVED')])
    const turns: SaleEvidence[] = [{ kind: 'sending' }, { kind: 'interrupted' }, accepted, refused]
    for (const evidence of turns) expect(out(approved, evidence)).toBeNull()
    expect(out(approved, { kind: 'aged', ageMs: 90 * hour })).toBeNull()
  })
})

describe('when it is looked up', () => {
  it('at 2, 5, 10, 20, 30, 60, 120, 180 s and then every five minutes', () => {
    let facts = follow(sent, [0, accepted])
    const due: number[] = []
    for (let look = 0; look < 10; look += 1) {
      const next = facts.nextLookAt ?? 0
      due.push((next - at) / second)
      facts = nextSale(facts, found('PENDING'), next) ?? facts
    }
    expect(due).toEqual([2, 5, 10, 20, 30, 60, 120, 180, 480, 780])
  })

  it('more and more seldom, never an hour apart, often again before the horizon, and some hundred times in all', () => {
    const due: number[] = []
    let facts = follow(sent, [0, accepted])
    for (let now = facts.nextLookAt; now !== null && now < at + 39 * hour; now = facts.nextLookAt) {
      due.push(now)
      facts = nextSale(facts, found('PENDING'), now) ?? facts
    }
    expect(due.length).toBeGreaterThan(60)
    expect(due.length).toBeLessThan(100)
    const gaps = due.slice(1).map((one, index) => one - (due[index] ?? 0))
    expect(Math.max(...gaps)).toBe(hour)
    expect(due.filter((one) => one - at < hour)).toHaveLength(19)
    expect(due.filter((one) => at + 39 * hour - one < hour).length).toBeGreaterThan(2)
    // Past it the day's list is asked, and no oftener than it is worth to the service.
    const listed = nextSale(facts, found('PENDING'), at + 39 * hour)
    expect(listed?.nextLookAt).toBe(at + 43 * hour)
  })

  it('goes on with the gaps of the schedule after a pause, without a burst', () => {
    const facts = follow(sent, [0, lost], [2 * hour, { kind: 'look-failed' }])
    expect(facts.nextLookAt).toBe(at + 2 * hour + 3 * second)
  })

  it('ten seconds after the first miss of a refusal', () => {
    expect(follow(sent, [0, refused], [2000, missing]).nextLookAt).toBe(at + 12_000)
  })

  it('never after the horizon, and never again once it has passed', () => {
    const late = 39 * hour - minute
    const near = follow(sent, [0, lost], ...looks(8), [late, { kind: 'look-failed' }])
    expect(near.nextLookAt).toBe(at + 39 * hour)
    const over = nextSale(near, { kind: 'aged', ageMs: 39 * hour }, at + 39 * hour)
    expect(over).toMatchObject({ state: 'REVIEW', nextLookAt: null })
    expect(over && nextSale(over, missing, at + 40 * hour)?.nextLookAt).toBeNull()
  })

  it('in the list no longer than a week', () => {
    const pending = follow(sent, [0, lost], [2000, found('PENDING')], [40 * hour, found('PENDING')])
    const early: SaleEvidence = { kind: 'aged', ageMs: 7 * 24 * hour - 1 }
    expect(nextSale(pending, early, at + 7 * 24 * hour)).toBeNull()
    const over = nextSale(pending, { kind: 'aged', ageMs: 7 * 24 * hour }, at + 7 * 24 * hour)
    expect(over).toMatchObject({ state: 'REVIEW', nextLookAt: null })
  })
})

function looks(count: number): [number, SaleEvidence][] {
  return Array.from({ length: count }, (_, index) => [index, { kind: 'look-failed' }])
}

describe('the horizon', () => {
  it('is the earlier of 47 hours and the end of the next day of the shop', () => {
    expect(lookupSpan(at)).toBe(39 * hour)
    expect(lookupSpan(Date.UTC(2026, 10, 21, 5))).toBe(47 * hour)
    expect(lookupSpan(Date.UTC(2026, 10, 22, 4, 59))).toBe(24 * hour + minute)
  })

  it('comes nearer when the service reads the time of the sale as nearer to midnight', () => {
    const skewed = follow(sent, [0, { kind: 'accepted', skewMs: 5 * hour }])
    expect(skewed.horizonAt).toBe(at + 34 * hour)
    const createdAt = { local: serviceLocal(at + 9 * hour), raw: '' }
    const seen = follow(sent, [0, accepted], [2000, found('PENDING', { createdAt })])
    expect(seen.horizonAt).toBe(at + 30 * hour)
  })

  it('ages by the clock that says most', () => {
    const then = { wall: 100, monotonic: 10, server: 1000 }
    expect(saleAge(then, { wall: 150, monotonic: 20, server: 1020 })).toBe(50)
    expect(saleAge(then, { wall: 50, monotonic: 90, server: 1020 })).toBe(80)
    expect(saleAge(then, { wall: 50, monotonic: null, server: 1300 })).toBe(300)
    expect(saleAge({ ...then, server: null }, { wall: 150, monotonic: 20, server: 9e9 })).toBe(50)
  })
})
