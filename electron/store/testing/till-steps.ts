import fc from 'fast-check'
import { atCounterMs } from '../../../shared/domain/testing/is-late.ts'
import { exactCash, type Tender } from '../../../shared/domain/drawer/tender.ts'
import { money } from '../../../shared/domain/money/money.ts'

const amount = fc.integer({ min: 1, max: 90_000_000 })
const tenders: readonly Tender[] = [
  { kind: 'cash', received: money(100_000_000, 'COP') },
  { kind: 'transfer', via: '', note: '', seen: null },
  { kind: 'transfer', via: 'Nequi', note: '551', seen: false },
  { kind: 'transfer', via: 'Banco', note: '', seen: true },
  { kind: 'credit', name: 'Ana' },
]
/** What happens at a till, one thing after the other. */
export const tillStep = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('sale' as const),
      direction: fc.constantFrom('in' as const, 'out' as const),
      total: amount,
      tender: fc.constantFrom(undefined, ...tenders),
      end: fc.constantFrom(
        'approved',
        'rejected',
        'not-sent',
        'open',
        'crash-sending',
        'crash-prepared',
      ),
      after: fc.constantFrom(500, atCounterMs - 1, atCounterMs, 90_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('settle' as const),
      which: fc.nat(20),
      end: fc.constantFrom('APPROVED' as const, 'REJECTED' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('look' as const),
      which: fc.nat(20),
      seen: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('left' as const), which: fc.nat(20) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('payout' as const),
      which: fc.nat(9),
      how: fc.constantFrom('cash' as const, 'transfer' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('correct' as const),
      which: fc.nat(20),
      tender: fc.constantFrom(exactCash, ...tenders),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      direction: fc.constantFrom('in' as const, 'out' as const),
      amount,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('kill' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('shift' as const),
      taken: fc.array(amount, { maxLength: 2 }),
    }),
  },
)
export type TillStep = typeof tillStep extends fc.Arbitrary<infer T> ? T : never
