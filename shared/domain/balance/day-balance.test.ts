import { describe, expect, it } from 'vitest'
import { dayBalance } from './day-balance.ts'

const cop = (units: number) => ({ minor: units * 100, currency: 'COP' })
const sold = (at: number, before: number, after: number) => ({
  at,
  before: cop(before),
  after: cop(after),
})

describe('the change of a day’s balance', () => {
  it('is explained by own sales and loads, and the rest is said', () => {
    const own = [sold(2, 100_000, 94_800), sold(5, 139_800, 134_600)]
    const seen = [
      { at: 1, balance: cop(100_000) },
      { at: 9, balance: cop(134_600) },
    ]
    expect(dayBalance(own, seen, [{ at: 3, amount: cop(50_000) }])).toEqual({
      from: 1,
      to: 9,
      opening: cop(100_000),
      closing: cop(134_600),
      own: cop(-10_400),
      loads: cop(50_000),
      rest: cop(-5_000),
    })
  })

  it('counts loads only between the first and the last sight', () => {
    const balance = dayBalance([sold(5, 10, 8)], [], [{ at: 4, amount: cop(50) }])
    expect(balance).toMatchObject({ loads: cop(0), rest: cop(0) })
  })

  it('needs two sights, of one currency', () => {
    expect(dayBalance([], [{ at: 1, balance: cop(5) }], [])).toBeNull()
    expect(dayBalance([], [], [])).toBeNull()
    const dollars = { minor: 5, currency: 'USD' }
    expect(dayBalance([sold(1, 5, 4)], [{ at: 2, balance: dollars }], [])).toBeNull()
  })
})
