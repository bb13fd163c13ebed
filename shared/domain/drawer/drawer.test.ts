import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cashEffect,
  differenceOf,
  drawersOf,
  owedOf,
  toCount,
  type CashBook,
  type CashFacts,
  type DrawerSales,
} from './drawer.ts'
import { money } from '../money/money.ts'

const sale = (changes: Partial<CashFacts> = {}): CashFacts => ({
  direction: 'in',
  outcome: 'done',
  tender: 'cash',
  late: false,
  paid: false,
  ...changes,
})
const cop = (units: number) => money(units * 100, 'COP')

describe('where the cash of a sale is', () => {
  it('follows its direction, and only cash counts', () => {
    expect(cashEffect(sale())).toBe('in')
    expect(cashEffect(sale({ tender: 'transfer' }))).toBe('none')
    expect(cashEffect(sale({ tender: 'credit' }))).toBe('none')
    expect(cashEffect(sale({ direction: 'out' }))).toBe('out')
    expect(cashEffect(sale({ outcome: 'partial' }))).toBe('in')
  })

  it('is held while nobody knows its end, and never handed out', () => {
    expect(cashEffect(sale({ outcome: 'open' }))).toBe('held')
    expect(cashEffect(sale({ outcome: 'open', tender: 'transfer' }))).toBe('none')
    expect(cashEffect(sale({ outcome: 'open', direction: 'out' }))).toBe('none')
  })

  it('was given back at once when refused before the customer’s eyes, else is there and owed', () => {
    expect(cashEffect(sale({ outcome: 'undone' }))).toBe('none')
    expect(owedOf(sale({ outcome: 'undone' }))).toBeNull()
    const late = sale({ outcome: 'undone', late: true })
    expect([cashEffect(late), owedOf(late)]).toEqual(['in', 'give-back'])
    expect([cashEffect({ ...late, paid: true }), owedOf({ ...late, paid: true })]).toEqual([
      'in',
      null,
    ])
  })

  it('owes back what was transferred, and nothing of what was never paid', () => {
    expect(owedOf(sale({ outcome: 'undone', late: true, tender: 'transfer' }))).toBe('give-back')
    expect(owedOf(sale({ outcome: 'undone', late: true, tender: 'credit' }))).toBeNull()
  })

  it('owes a withdrawal that was approved late, or in part', () => {
    const late = sale({ direction: 'out', late: true })
    expect([cashEffect(late), owedOf(late)]).toEqual(['none', 'hand-out'])
    expect(owedOf(sale({ direction: 'out', outcome: 'partial' }))).toBe('hand-out')
    expect(owedOf(sale({ direction: 'out', outcome: 'undone', late: true }))).toBeNull()
  })
})

describe('a drawer', () => {
  it('holds base and what came in less what went out, in each currency by itself', () => {
    const drawers = drawersOf({
      base: [cop(200_000), money(5000, 'USD')],
      sales: [
        { ...sale(), count: 2, total: cop(15_000) },
        { ...sale({ direction: 'out' }), count: 1, total: cop(50_000) },
        { ...sale({ outcome: 'open' }), count: 1, total: cop(7_000) },
        { ...sale({ tender: 'transfer' }), count: 1, total: cop(90_000) },
      ],
      movements: [
        { direction: 'in', reason: 'change', amount: cop(30_000) },
        { direction: 'out', reason: 'expense', amount: cop(12_000) },
        { direction: 'in', reason: 'shop-sales', amount: cop(8_000) },
        { direction: 'out', reason: 'shop-sales', amount: cop(500) },
      ],
      payouts: [
        { how: 'cash', amount: cop(4_000) },
        { how: 'transfer', amount: cop(1_000) },
      ],
    })
    expect(drawers).toEqual([
      {
        currency: 'COP',
        base: 20_000_000,
        salesIn: 1_500_000,
        salesOut: 5_000_000,
        shopSales: 750_000,
        movedIn: 3_000_000,
        movedOut: 1_200_000,
        paidOut: 400_000,
        expected: 18_650_000,
        held: 700_000,
        heldCount: 1,
      },
      expect.objectContaining({ currency: 'USD', base: 5000, expected: 5000, held: 0 }),
    ])
  })

  it('keeps what is held out of the difference', () => {
    const [drawer] = drawersOf({
      base: [cop(100)],
      sales: [{ ...sale({ outcome: 'open' }), count: 1, total: cop(40) }],
      movements: [],
      payouts: [],
    })
    if (!drawer) throw new Error('no drawer')
    expect(toCount(drawer)).toBe(14_000)
    expect(differenceOf(drawer, cop(140))).toEqual(cop(0))
    expect(differenceOf(drawer, cop(139))).toEqual(cop(-1))
    expect(() => differenceOf(drawer, money(1, 'USD'))).toThrow(RangeError)
  })

  it('satisfies base + in - out = expected whatever happened, and the order does not matter', () => {
    const minor = fc.integer({ min: 1, max: 1e11 })
    const amount = fc.record({ minor, currency: fc.constantFrom('COP', 'USD') })
    const group: fc.Arbitrary<DrawerSales> = fc.record({
      direction: fc.constantFrom('in', 'out'),
      outcome: fc.constantFrom('done', 'partial', 'open', 'undone'),
      tender: fc.constantFrom('cash', 'transfer', 'credit'),
      late: fc.boolean(),
      paid: fc.boolean(),
      count: fc.integer({ min: 1, max: 50 }),
      total: amount,
    })
    const book: fc.Arbitrary<CashBook> = fc.record({
      base: fc.array(amount, { maxLength: 3 }),
      sales: fc.array(group, { maxLength: 20 }),
      movements: fc.array(
        fc.record({
          direction: fc.constantFrom('in', 'out'),
          reason: fc.constantFrom('expense', 'shop-sales'),
          amount,
        }),
      ),
      payouts: fc.array(fc.record({ how: fc.constantFrom('cash', 'transfer'), amount })),
    })
    fc.assert(
      fc.property(book, (day) => {
        for (const drawer of drawersOf(day)) {
          const mine = <T extends { total: { currency: string } }>(one: T) =>
            one.total.currency === drawer.currency
          let cash = 0
          for (const base of day.base) if (base.currency === drawer.currency) cash += base.minor
          for (const one of day.sales.filter(mine)) {
            const effect = cashEffect(one)
            if (effect === 'in') cash += one.total.minor
            if (effect === 'out') cash -= one.total.minor
          }
          for (const { direction, amount } of day.movements) {
            if (amount.currency === drawer.currency) {
              cash += direction === 'in' ? amount.minor : -amount.minor
            }
          }
          for (const { how, amount } of day.payouts) {
            if (how === 'cash' && amount.currency === drawer.currency) cash -= amount.minor
          }
          expect(drawer.expected).toBe(cash)
        }
        const turned = {
          base: day.base.toReversed(),
          sales: day.sales.toReversed(),
          movements: day.movements.toReversed(),
          payouts: day.payouts.toReversed(),
        }
        expect(drawersOf(turned)).toEqual(drawersOf(day))
      }),
    )
  })
})
