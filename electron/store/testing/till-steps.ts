import fc from 'fast-check'
import { atCounterMs } from '../../../shared/domain/testing/is-late.ts'
import { exactCash, tenderSchema, type Tender } from '../../../shared/domain/drawer/tender.ts'
import { money } from '../../../shared/domain/money/money.ts'

const amount = fc.integer({ min: 1, max: 90_000_000 })
const tenders: readonly Tender[] = [
  { kind: 'cash', received: money(100_000_000, 'COP') },
  { kind: 'transfer', via: '', note: '', seen: null },
  { kind: 'transfer', via: 'Nequi', note: '551', seen: false },
  { kind: 'transfer', via: 'Banco', note: '', seen: true },
  { kind: 'credit', name: 'Ana' },
]
/** A way of paying that names what it pays first: of what a sale comes to some, and never all of it. */
const drawnFirst = fc.option(
  fc.record({
    share: fc.integer({ min: 1, max: 999 }),
    first: fc.constantFrom(
      { kind: 'transfer' as const, via: 'Nequi', note: '77', seen: false },
      { kind: 'transfer' as const, via: '', note: '', seen: true },
      { kind: 'credit' as const, name: 'Luis' },
    ),
  }),
)
/** A tender, or one of two ways of which that names the first. */
const drawnTender = (drawn: readonly (Tender | undefined)[]) =>
  fc.record({ tender: fc.constantFrom(...drawn), first: drawnFirst })
export type DrawnTender = ReturnType<typeof drawnTender> extends fc.Arbitrary<infer T> ? T : never

/** What such a draw is for a total; no transfer or credit beside its like. */
export function tenderFor(
  { tender, first: drawn }: DrawnTender,
  total: number,
): Tender | undefined {
  const rest = tender ?? exactCash
  if (!drawn || total < 2 || rest.kind === 'transfer' || rest.kind === drawn.first.kind) {
    return tender
  }
  const amount = money(Math.max(1, Math.floor((total / 1000) * drawn.share)), 'COP')
  return tenderSchema.parse({ ...rest, first: { ...drawn.first, amount } })
}

/** What happens at a till, one thing after the other. */
export const tillStep = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('sale' as const),
      direction: fc.constantFrom('in' as const, 'out' as const),
      total: amount,
      paid: drawnTender([undefined, ...tenders]),
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
      paid: drawnTender([exactCash, ...tenders]),
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
