import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { appError } from '../../errors.ts'
import { isFinal, nextSale, type SaleEvidence, type SaleFacts } from './sale-machine.ts'
import { legalNext } from '../testing/legal-next.ts'
import { amount, at, prepared, record } from '../testing/sale-sample.ts'
import { saleStateSchema } from './sale.ts'
import { statusSchema, type Transaction } from './transaction.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const refusal = appError('SERVICE_REFUSED', { message: 'no' })

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
    fc.record({
      kind: fc.constant('not-found' as const),
      skewMs,
      tookMs: fc.nat({ max: 90 * second }),
      apartMs: fc.option(fc.nat({ max: 10 * minute })),
    }),
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
          if (given.kind !== 'not-found') return
          const byService = now + (given.skewMs ?? 0) - given.tookMs - (after.firstMissAt ?? now)
          expect(Math.max(given.apartMs ?? 0, byService)).toBeGreaterThanOrEqual(10 * second)
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
