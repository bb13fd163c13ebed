import { describe, expect, it } from 'vitest'
import { dayBalance } from '../balance/day-balance.ts'
import { money } from '../money/money.ts'
import { prepaidOf, profitsOf, type PrepaidSale } from './shift-prepaid.ts'
import { runwayOf } from './shift-runway.ts'

const cop = (units: number) => money(units * 100, 'COP')
const made = (changes: Partial<PrepaidSale> = {}): PrepaidSale => ({
  direction: 'in',
  amount: cop(5_000),
  cost: cop(200),
  incentive: cop(150),
  paidIn: cop(0),
  ...changes,
})

describe('the prepaid account of a shift', () => {
  const balance = dayBalance(
    [
      // A commission of 150 is paid into the balance with the sale.
      { at: 2, before: cop(100_000), after: cop(94_950) },
      { at: 5, before: cop(144_950), after: cop(164_950) },
    ],
    [
      { at: 1, balance: cop(100_000) },
      { at: 9, balance: cop(160_000) },
    ],
    [{ at: 3, amount: cop(50_000) }],
  )
  if (!balance) throw new Error('no balance')

  it('adds up what it knows, and shows the rest as a difference', () => {
    const sales = [
      made({ paidIn: cop(150) }),
      made({ direction: 'out', amount: cop(20_000), cost: null }),
    ]
    expect(prepaidOf(balance, sales)).toMatchObject({
      opening: cop(100_000),
      loads: cop(50_000),
      sales: cop(5_200),
      withdrawals: cop(20_000),
      commissions: cop(150),
      computed: cop(164_950),
      closing: cop(160_000),
      difference: cop(-4_950),
    })
  })

  it('counts a sale whose balances were not told at its value and cost', () => {
    const sales = [
      made({ paidIn: cop(150) }),
      made({ direction: 'out', amount: cop(20_000), cost: cop(300) }),
      made({ amount: cop(4_600), cost: cop(50) }),
    ]
    expect(prepaidOf(balance, sales)).toMatchObject({
      sales: cop(10_150),
      commissions: cop(150),
      difference: cop(0),
    })
  })

  it('shows what the service took beyond the quote as a difference', () => {
    const points = [{ at: 2, before: cop(100_000), after: cop(94_000) }]
    const overcharged = dayBalance(points, [], [])
    if (!overcharged) throw new Error('no balance')
    expect(prepaidOf(overcharged, [made({ cost: null })])).toMatchObject({
      sales: cop(5_000),
      commissions: cop(0),
      computed: cop(95_000),
      difference: cop(-1_000),
    })
  })

  it('never adds another currency', () => {
    expect(prepaidOf(balance, [made({ amount: money(5, 'USD') })])).toBeNull()
    expect(profitsOf(cop(1), money(1, 'USD'), [])).toBeNull()
  })

  it('holds the profits against the commissions quoted', () => {
    expect(profitsOf(cop(1_000), cop(1_400), [made(), made({ incentive: null })])).toEqual({
      opening: cop(1_000),
      closing: cop(1_400),
      quoted: cop(150),
      difference: cop(250),
    })
  })
})

describe('how long the balance lasts', () => {
  const hour = 3_600_000
  const facts = { balance: cop(120_000), at: 0, spent: cop(60_000), since: 0, now: 3 * hour }

  it('goes by the pace since the first sale', () => {
    expect(runwayOf(facts)).toMatchObject({ lastsMs: 6 * hour })
    expect(runwayOf({ ...facts, balance: cop(-5) })).toMatchObject({ lastsMs: 0 })
  })

  it('says nothing after minutes, without sales, or of another currency', () => {
    expect(runwayOf({ ...facts, now: 60_000 })).toMatchObject({ lastsMs: null })
    expect(runwayOf({ ...facts, spent: cop(0) })).toMatchObject({ lastsMs: null })
    expect(runwayOf({ ...facts, spent: money(1, 'USD') })).toBeNull()
  })
})
