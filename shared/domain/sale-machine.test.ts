import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { appError } from '../errors.ts'
import { serviceLocal } from './dates.ts'
import {
  isFinal,
  legalNext,
  lookupSpan,
  nextSale,
  saleAge,
  type SaleEvidence,
  type SaleFacts,
} from './sale-machine.ts'
import { saleStateSchema, type SaleState } from './sale.ts'
import { statusIds, statusSchema, type Transaction, type TransactionStatus } from './transaction.ts'

/** A Saturday, 9:00 at the counter: the end of the next day is 39 hours away. */
const at = Date.UTC(2026, 10, 21, 14)
const second = 1000
const minute = 60 * second
const hour = 60 * minute
const amount = { minor: 500_000, currency: 'COP' }
const refusal = appError('SERVICE_REFUSED', { message: 'no' })

const prepared: SaleFacts = {
  state: 'PREPARED',
  productId: '10000',
  amount,
  sentAt: null,
  settledAt: null,
  outcome: null,
  seen: false,
  error: null,
  attempts: 0,
  misses: 0,
  firstMissAt: null,
  lookFrom: null,
  nextLookAt: null,
  horizonAt: null,
  skewMs: null,
}

function record(status: TransactionStatus | null, changes: Partial<Transaction> = {}): Transaction {
  return {
    id: '1',
    amount,
    costs: null,
    prevBalance: null,
    newBalance: null,
    createdAt: null,
    product: { id: '10000', name: 'Recarga' },
    status,
    statusId: status === null ? '9' : String(statusIds[status]),
    statusName: status ?? 'NUEVO',
    person: null,
    paymentMethod: null,
    ...changes,
  }
}

const found = (status: TransactionStatus | null, changes?: Partial<Transaction>): SaleEvidence => ({
  kind: 'found',
  transaction: record(status, changes),
  skewMs: null,
})
const missing: SaleEvidence = { kind: 'not-found', skewMs: 0 }
const lost: SaleEvidence = { kind: 'unknown', error: appError('CONNECTION_LOST'), skewMs: null }
const refused: SaleEvidence = { kind: 'refused', error: refusal, skewMs: 0 }
const accepted: SaleEvidence = { kind: 'accepted', skewMs: 0 }

/** Follows evidence given as [milliseconds after the start, what]; each must apply. */
function follow(...steps: [number, SaleEvidence][]): SaleFacts {
  return steps.reduce((facts, [ms, evidence]) => {
    const next = nextSale(facts, evidence, at + ms)
    if (!next) throw new Error(`${evidence.kind} does not apply in ${facts.state}`)
    return next
  }, prepared)
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
    const skewed: SaleEvidence = { kind: 'not-found', skewMs: -121 * second }
    const facts = follow(sent, [1, refused], [2000, skewed], [20_000, skewed], [9e5, skewed])
    expect(facts).toMatchObject({ state: 'UNKNOWN', misses: 0, attempts: 3 })
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

describe('whatever happens in whatever order', () => {
  const skewMs = fc.option(fc.integer({ min: -hour, max: hour }))
  const status = fc.option(fc.constantFrom(...statusSchema.options))
  const oddities = fc.constantFrom<Partial<Transaction>>(
    {},
    {},
    { amount: { minor: 1, currency: 'COP' } },
    { createdAt: { local: '2026-11-21T09:00:00', raw: '' } },
    { createdAt: { local: 'nonsense', raw: '' } },
  )
  const evidence: fc.Arbitrary<SaleEvidence> = fc.oneof(
    fc.constant<SaleEvidence>({ kind: 'sending' }),
    fc.constant<SaleEvidence>({ kind: 'interrupted' }),
    fc.constant<SaleEvidence>({ kind: 'not-sent', error: refusal }),
    fc.constant<SaleEvidence>({ kind: 'look-failed' }),
    fc.record({ kind: fc.constant('accepted' as const), skewMs }),
    fc.record({
      kind: fc.constantFrom('refused' as const, 'unauthorized' as const, 'unknown' as const),
      error: fc.constant(refusal),
      skewMs,
    }),
    fc.record({ kind: fc.constant('not-found' as const), skewMs }),
    fc.record({
      kind: fc.constant('found' as const),
      transaction: fc.tuple(status, oddities).map(([name, odd]) => record(name, odd)),
      skewMs,
    }),
    fc.record({ kind: fc.constant('aged' as const), ageMs: fc.nat({ max: 60 * hour }) }),
  )
  const story = fc.array(fc.tuple(fc.nat({ max: 10 * minute }), evidence), { maxLength: 40 })

  /** Plays a story from a sent sale, showing each step that applied. */
  function play(
    steps: [number, SaleEvidence][],
    see: (before: SaleFacts, evidence: SaleEvidence, after: SaleFacts, now: number) => void,
  ): SaleFacts {
    let facts = prepared
    let now = at
    for (const [ms, given] of [[0, { kind: 'sending' }] as [number, SaleEvidence], ...steps]) {
      now += ms
      const next = nextSale(facts, given, now)
      if (!next) continue
      see(facts, given, next, now)
      facts = next
    }
    return facts
  }

  it('only takes legal ways', () => {
    fc.assert(
      fc.property(story, (steps) => {
        play(steps, (before, _given, after) => {
          if (before.state !== after.state) {
            expect(legalNext[before.state]).toContain(after.state)
          }
        })
      }),
      { numRuns: 2000 },
    )
  })

  it('never believes that a sale did not happen once a record of it was seen', () => {
    fc.assert(
      fc.property(story, (steps) => {
        play(steps, (_before, _given, after) => {
          if (after.seen) expect(['NOT_SENT', 'DECLINED', 'PREPARED']).not.toContain(after.state)
        })
      }),
      { numRuns: 2000 },
    )
  })

  it('never declines without a refusal and two misses ten seconds apart', () => {
    fc.assert(
      fc.property(story, (steps) => {
        play(steps, (before, given, after, now) => {
          if (after.state !== 'DECLINED' || before.state === 'DECLINED') return
          expect(before.outcome).toBe('refused')
          expect(given.kind).toBe('not-found')
          expect(after.misses).toBeGreaterThanOrEqual(2)
          expect(now - (after.firstMissAt ?? now)).toBeGreaterThanOrEqual(10 * second)
        })
      }),
      { numRuns: 2000 },
    )
  })

  it('approves and rejects by a record of this very sale alone', () => {
    fc.assert(
      fc.property(story, (steps) => {
        play(steps, (before, given, after) => {
          if (after.state === before.state) return
          if (after.state !== 'APPROVED' && after.state !== 'REJECTED') return
          expect(given).toMatchObject({
            kind: 'found',
            transaction: { amount, status: after.state },
          })
        })
      }),
      { numRuns: 2000 },
    )
  })

  it('always has a next look before the horizon for what is waiting, and none for what is final', () => {
    fc.assert(
      fc.property(story, (steps) => {
        play(steps, (_before, _given, after, now) => {
          if (isFinal(after.state)) expect(after.nextLookAt).toBeNull()
          if (['ACCEPTED', 'UNKNOWN', 'PENDING', 'PROCESSING'].includes(after.state)) {
            expect(after.nextLookAt).toBeGreaterThanOrEqual(now)
            expect(after.nextLookAt).toBeLessThanOrEqual(Math.max(now, after.horizonAt ?? 0))
          }
          expect(after.settledAt !== null).toBe(isFinal(after.state))
        })
      }),
      { numRuns: 2000 },
    )
  })

  it('names every state as a way on', () => {
    expect(Object.keys(legalNext).sort()).toEqual([...saleStateSchema.options].sort())
  })
})
