import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cashEffect } from '../drawer/drawer.ts'
import { movementReasonSchema } from '../drawer/movement-reason.ts'
import { adjustmentsOf } from './adjustment.ts'
import type { CloseFact, MonthFacts, MovementFact, PayoutFact, SaleFact } from './facts.ts'
import { bookFaults, isBroken } from './faults.ts'
import type { FirstPaid, TenderKind } from '../drawer/tender.ts'
import { saleFact, emptyMonth } from './testing/fact-samples.ts'
import { loadPaid, profitsMoved, statementPostings, writtenOff } from './typed.ts'
import { signed, voucherKindSchema, type Voucher } from './voucher.ts'
import { vouchersOf } from './vouchers.ts'

const day = fc.integer({ min: 1, max: 31 }).map((n) => `2026-10-${String(n).padStart(2, '0')}`)
const currency = fc.constantFrom('COP', 'USD')
const shift = fc.constantFrom('s1', 's2', null)
const minor = fc.integer({ min: 1, max: 100_000_000_000 })

const own = fc.record({
  beside: fc.integer({ min: 0, max: 500_000 }),
  cost: fc.option(fc.integer({ min: 0, max: 500_000 })),
  incentive: fc.option(fc.integer({ min: 0, max: 300_000 })),
  /** How the service's figures come out; null: it told none. */
  told: fc.constantFrom(null, 'usual', 'with commission', 'without cost', 'nothing', 'else'),
  tender: fc.constantFrom('cash', 'transfer', 'credit'),
  via: fc.constantFrom('', 'Nequi'),
  /** How much of a total of 1,000 is paid first, where it can be: in another way than the rest. */
  first: fc.option(fc.record({ share: fc.integer({ min: 1, max: 999 }), isCredit: fc.boolean() })),
  shift,
  late: fc.boolean(),
  paid: fc.boolean(),
})

const sale = fc
  .record({
    day,
    product: fc.constantFrom('topup', 'bill', 'withdrawal', 'pin'),
    currency,
    outcome: fc.constantFrom('done', 'done', 'done', 'partial', 'open', 'undone'),
    direction: fc.constantFrom('in', 'in', 'out', null),
    nature: fc.constantFrom('collection', 'resale', 'cash-out', null),
    amount: minor,
    own: fc.option(own),
  })
  .map((drawn): SaleFact => {
    const { amount, own: made } = drawn
    const fact = { id: '', ...drawn }
    if (made === null) return { ...fact, own: null }
    const direction = drawn.direction ?? 'in'
    const { beside, told, first, ...rest } = made
    const total = direction === 'out' ? amount : amount + beside
    const cost = rest.cost ?? 0
    const value = direction === 'out' ? amount : -amount
    const change = {
      usual: value - cost,
      'with commission': value - cost + (rest.incentive ?? 0),
      'without cost': value,
      nothing: 0,
      else: direction === 'out' ? Math.ceil(amount / 3) : -Math.ceil(amount / 3),
    }
    return {
      ...fact,
      direction,
      own: {
        ...rest,
        total,
        first: direction === 'out' ? null : firstOf(rest.tender, total, first),
        // A customer is handed cash, whatever else they were asked.
        tender: direction === 'out' ? 'cash' : rest.tender,
        change: told === null ? null : change[told],
      },
    }
  })

/** A transfer beside cash or credit, or credit beside cash; some of the total and never all of it. */
function firstOf(
  tender: TenderKind,
  total: number,
  drawn: { share: number; isCredit: boolean } | null,
): FirstPaid | null {
  if (drawn === null || tender === 'transfer' || total < 2) return null
  const kind = drawn.isCredit && tender === 'cash' ? 'credit' : 'transfer'
  return { tender: kind, minor: Math.max(1, Math.floor((total / 1000) * drawn.share)) }
}

const cash = { day, shift, currency, minor }
const movement = fc.record({
  ...cash,
  direction: fc.constantFrom('in', 'out'),
  reason: fc.constantFrom(...movementReasonSchema.options),
})
const payout = fc.record({
  ...cash,
  direction: fc.constantFrom('in', 'out'),
  how: fc.constantFrom('cash', 'transfer'),
})
const typedPostings = fc.constantFrom(
  statementPostings({ commission: 10_000_000, vat: 1_900_000, withheld: 1_385_000 }),
  loadPaid('cash', 50_000_000, 500_000),
  writtenOff(1),
  profitsMoved(80_000),
)

/** How a shift began and was counted in one currency: its base, and what was missing or too much at its Z. */
const drawer = fc.record({ base: minor, difference: fc.integer({ min: -90_000, max: 90_000 }) })

/** Months of everything that happens at a counter: two currencies, none to two shifts, sales made elsewhere. */
const monthArbitrary: fc.Arbitrary<MonthFacts> = fc
  .record({
    sales: fc.array(sale, { maxLength: 25 }),
    movements: fc.array(movement, { maxLength: 6 }),
    payouts: fc.array(payout, { maxLength: 4 }),
    loads: fc.array(fc.record({ day, currency, minor }), { maxLength: 3 }),
    typed: fc.array(fc.record({ day, currency, postings: typedPostings }), { maxLength: 2 }),
    shifts: fc.array(fc.record({ COP: drawer, USD: drawer, follows: fc.boolean() }), {
      maxLength: 2,
    }),
  })
  .map(({ shifts, ...drawn }) => {
    const facts = { ...emptyMonth, ...named(drawn) }
    return shifts.reduce(withShift, facts)
  })

type Drawn = Pick<MonthFacts, 'sales'> & {
  movements: Omit<MovementFact, 'id'>[]
  payouts: Omit<PayoutFact, 'id'>[]
  loads: Omit<MonthFacts['loads'][number], 'id'>[]
  typed: Omit<MonthFacts['typed'][number], 'id'>[]
}

function named({ sales, movements, payouts, loads, typed }: Drawn) {
  const withId = <T>(of: string, all: readonly T[]) =>
    all.map((one, place) => ({ ...one, id: `${of}${place}` }))
  return {
    sales: withId('r', sales),
    movements: withId('m', movements),
    payouts: withId('p', payouts),
    loads: withId('b', loads),
    typed: withId('t', typed),
  }
}

type DrawnShift = Record<'COP' | 'USD', { base: number; difference: number }> & { follows: boolean }

/** One more shift, with what its drawers were counted to hold by the drawers' own rule; `follows`: the one before it. */
function withShift(facts: MonthFacts, drawn: DrawnShift, place: number): MonthFacts {
  return (['COP', 'USD'] as const).reduce((month, code) => {
    const { base, difference } = drawn[code]
    const of = { shift: `s${place + 1}`, currency: code }
    const before = facts.closes.findLast((close) => close.currency === code)
    const due = drawn.follows ? (before?.counted ?? null) : null
    const counted = cashMoved(facts, of) + base + difference
    const opening = { ...of, day: `2026-10-0${place * 3 + 1}`, base, due, isFirst: place === 0 }
    const close: CloseFact = { ...of, day: `2026-10-${29 + place}`, counted, difference }
    return {
      ...month,
      openings: [...month.openings, opening],
      closes: [...month.closes, close],
    }
  }, facts)
}

/** What moved the cash of a shift in one currency. */
function cashMoved(facts: MonthFacts, of: { shift: string; currency: string }): number {
  const mine = (one: { shift: string | null; currency: string }) =>
    one.shift === of.shift && one.currency === of.currency
  const amounts = [
    ...facts.sales.flatMap(({ own: made, outcome, direction, currency: its }) => {
      if (!made || !mine({ shift: made.shift, currency: its })) return []
      const effect = cashEffect({ ...made, outcome, direction: direction ?? 'in' })
      const inCash = made.total - (made.first?.minor ?? 0)
      return effect === 'none' ? [] : [effect === 'out' ? -inCash : inCash]
    }),
    ...facts.movements.filter(mine).map((one) => (one.direction === 'in' ? one.minor : -one.minor)),
    ...facts.payouts.filter((one) => mine(one) && one.how === 'cash').map((one) => -one.minor),
  ]
  return amounts.reduce((sum, one) => sum + one, 0)
}

const rate = 1900
const check = { numRuns: 40, seed: 20_261_031 }

test('a month of whatever happens keeps every rule', () => {
  fc.assert(
    fc.property(monthArbitrary, (facts) => {
      expect(bookFaults(facts, vouchersOf(facts, rate))).toEqual([])
    }),
    check,
  )
})

test('in any month one cent, a missing line, a shifted day and a doubled voucher are each caught', () => {
  fc.assert(
    fc.property(monthArbitrary, fc.nat(), fc.nat(), (facts, voucherAt, lineAt) => {
      const vouchers = vouchersOf(facts, rate)
      const filled = vouchers.filter(({ lines }) => lines.length > 0)
      const chosen = filled[voucherAt % Math.max(1, filled.length)]
      fc.pre(chosen !== undefined)
      const at = lineAt % chosen.lines.length
      const by = (change: (voucher: Voucher) => Voucher[]) =>
        vouchers.flatMap((one) => (one === chosen ? change(one) : [one]))
      const lines = chosen.lines.map((line, place) =>
        place === at ? { ...line, minor: line.minor + 1 } : line,
      )
      const day = chosen.day === '2026-10-31' ? '2026-10-30' : '2026-10-31'
      const wrong = {
        cent: by((one) => [{ ...one, lines }]),
        line: by((one) => [{ ...one, lines: one.lines.toSpliced(at, 1) }]),
        day: by((one) => [{ ...one, day }]),
        doubled: by((one) => [one, one]),
      }
      for (const changed of Object.values(wrong)) {
        expect(bookFaults(facts, changed).some(isBroken)).toBe(true)
      }
    }),
    check,
  )
})

test('what random months are made of is all that happens at a counter', () => {
  const months = fc.sample(monthArbitrary, check)
  const kinds = new Set(months.flatMap((facts) => vouchersOf(facts, rate).map(({ kind }) => kind)))
  expect([...kinds].toSorted()).toEqual(
    voucherKindSchema.options.filter((kind) => kind !== 'adjustment').toSorted(),
  )
  const sales = months.flatMap((facts) => facts.sales)
  const some = (is: (sale: SaleFact) => boolean) => sales.some(is)
  const told = {
    late: some(({ own, outcome }) => own?.late === true && outcome === 'done'),
    refusedAfterPayment: some(({ own, outcome }) => own?.late === true && outcome === 'undone'),
    partial: some(({ own, outcome }) => own !== null && outcome === 'partial'),
    fiado: some(({ own }) => own?.tender === 'credit'),
    transfer: some(({ own }) => own?.tender === 'transfer'),
    twoTenders: ['cash transfer', 'cash credit', 'credit transfer'].every((both) =>
      ['done', 'partial', 'open', 'undone'].every((end) =>
        some(
          ({ own, outcome }) => outcome === end && `${own?.tender} ${own?.first?.tender}` === both,
        ),
      ),
    ),
    elsewhere: some(({ own }) => own === null),
    currencies: some(({ currency }) => currency === 'USD'),
    noShift: months.some(({ closes }) => closes.length === 0),
    shifts: months.some(({ closes }) => closes.length === 4),
    follows: months.some(({ openings }) => openings.some(({ due }) => due !== null)),
  }
  expect(Object.values(told).every(Boolean), JSON.stringify(told)).toBe(true)
})

/** What each account came to, nought left out. */
function balances(vouchers: readonly Voucher[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { currency, lines } of vouchers) {
    for (const line of lines) {
      const key = `${currency} ${line.role} ${line.part}`
      sums.set(key, (sums.get(key) ?? 0) + signed(line))
    }
  }
  return new Map([...sums].filter(([, minor]) => minor !== 0))
}

test('a closed month and its adjustment come to what the month would be now', () => {
  fc.assert(
    fc.property(monthArbitrary, monthArbitrary, (before, after) => {
      const [closed, now] = [vouchersOf(before, rate), vouchersOf(after, rate)]
      const of = { month: '2026-10', day: '2026-11-01', number: 1 }
      const adjusted = adjustmentsOf(of, closed, now)
      expect(balances([...closed, ...adjusted])).toEqual(balances(now))
      for (const { lines } of adjusted) {
        expect(lines.reduce((sum, line) => sum + signed(line), 0)).toBe(0)
      }
      expect(adjustmentsOf(of, now, now)).toEqual([])
      // What was adjusted once is not adjusted again, and is taken back where it was learnt anew.
      const next = { ...of, day: '2026-12-01', number: 2 }
      expect(adjustmentsOf(next, closed, now, adjusted)).toEqual([])
      const back = adjustmentsOf(next, closed, closed, adjusted)
      expect(balances([...closed, ...adjusted, ...back])).toEqual(balances(closed))
    }),
    { ...check, numRuns: 12 },
  )
})

const facts: MonthFacts = {
  ...emptyMonth,
  sales: [saleFact({ id: 'a' }), saleFact({ id: 'b', outcome: 'open' }, { change: -2_000_000 })],
  openings: [
    { shift: 's1', day: '2026-10-05', currency: 'COP', base: 500, due: null, isFirst: true },
  ],
  closes: [
    { shift: 's1', day: '2026-10-05', currency: 'COP', counted: 4_000_400, difference: -100 },
  ],
}
const made = vouchersOf(facts, rate)
const rulesOf = (vouchers: readonly Voucher[]) => [
  ...new Set(bookFaults(facts, vouchers).map(({ rule }) => rule)),
]
const place = (kind: Voucher['kind']) => made.findIndex((voucher) => voucher.kind === kind)
/** The vouchers with one of them changed. */
function changed(kind: Voucher['kind'], change: (voucher: Voucher) => Voucher): Voucher[] {
  return made.map((voucher, at) => (at === place(kind) ? change(voucher) : voucher))
}
const inLines = (by: (minor: number, at: number) => number) => (voucher: Voucher) => ({
  ...voucher,
  lines: voucher.lines.map((line, at) => ({ ...line, minor: by(line.minor, at) })),
})

test.each<[string, Voucher[], string[]]>([
  [
    'one cent in one line',
    changed(
      'agent-collected',
      inLines((m, at) => (at ? m : m + 1)),
    ),
    ['cash', 'unbalanced', 'z'],
  ],
  [
    'one cent on both sides of a collection',
    changed(
      'agent-collected',
      inLines((m) => m + 1),
    ),
    ['cash', 'third', 'z'],
  ],
  [
    'one cent on both sides of a settlement',
    changed(
      'agent-settled',
      inLines((m) => m + 1),
    ),
    ['prepaid', 'third'],
  ],
  [
    'half a cent',
    changed(
      'agent-settled',
      inLines((m) => m + 0.5),
    ),
    ['not-whole', 'prepaid', 'third'],
  ],
  [
    'a missing line',
    changed('agent-settled', (v) => ({ ...v, lines: v.lines.slice(1) })),
    ['third', 'unbalanced'],
  ],
  [
    'a missing voucher',
    made.filter(({ kind }) => kind !== 'agent-settled'),
    ['prepaid', 'sale-twice-or-never', 'third'],
  ],
  [
    'a shifted day',
    changed('agent-collected', (v) => ({ ...v, day: '2026-10-06' })),
    ['cash', 'misnamed', 'sale-of-another-day', 'third'],
  ],
  [
    'a doubled voucher',
    [...made, ...made.slice(0, 1)],
    ['cash', 'doubled-voucher', 'sale-twice-or-never', 'third', 'z'],
  ],
  [
    'a doubled voucher of another name',
    [...made, ...made.slice(0, 1).map((v) => ({ ...v, id: 'x' }))],
    ['cash', 'misnamed', 'sale-twice-or-never', 'third', 'z'],
  ],
  [
    'a sale left out',
    changed('agent-settled', (v) => ({ ...v, sales: [] })),
    ['sale-twice-or-never'],
  ],
  [
    'another currency',
    changed('agent-collected', (v) => ({ ...v, currency: 'USD' })),
    ['cash', 'misnamed', 'sale-of-another-day', 'third', 'z'],
  ],
  [
    'an open sale counted as done',
    changed('open-collected', (v) => ({
      ...v,
      lines: v.lines.map((line) =>
        line.side === 'credit' ? { ...line, role: 'third', part: 'topup' } : line,
      ),
    })),
    ['open-as-done', 'third'],
  ],
  [
    'a count without its difference',
    made.filter(({ kind }) => kind !== 'shift-closed'),
    ['cash', 'z'],
  ],
])('%s is caught', (_, vouchers, rules) => {
  expect(bookFaults(facts, made)).toEqual([])
  expect(rulesOf(vouchers)).toEqual(rules)
})
