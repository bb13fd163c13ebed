import { expect, it } from 'vitest'
import { earnedBy, earnedOf, firstOf, type EarnedGroup } from './earned.ts'

const group = (productId: string, minor: number, more: Partial<EarnedGroup> = {}): EarnedGroup => ({
  productId,
  productName: `Product ${productId}`,
  cashier: null,
  sales: 2,
  known: 1,
  earned: { minor, currency: 'COP' },
  onCredit: { minor: 0, currency: 'COP' },
  ...more,
})

it('adds up each currency by itself, and says of how many something is known', () => {
  const dollars = { earned: { minor: 25, currency: 'USD' }, known: 0 }
  const all = earnedOf([group('1', 500), group('2', 300), group('2', 0, dollars)])
  expect(all).toEqual({
    sales: 6,
    known: 2,
    amounts: [
      { minor: 800, currency: 'COP' },
      { minor: 25, currency: 'USD' },
    ],
    onCredit: [],
  })
})

it('names what earned most first, and puts those beyond a few into one line that loses nothing', () => {
  const groups = [
    group('1', 100),
    group('2', 900),
    group('1', 200, { cashier: 'Ana' }),
    group('3', 50),
  ]
  const products = earnedBy(groups, ({ productId: id, productName: name }) => ({ id, name }), 'COP')
  expect(products.map(({ id, amounts }) => [id, amounts[0]?.minor])).toEqual([
    ['2', 900],
    ['1', 300],
    ['3', 50],
  ])
  const shown = firstOf(products, 1, (count) => `${count} more`)
  expect(shown.map(({ name }) => name)).toEqual(['Product 2', '2 more'])
  expect(shown.reduce((sum, { amounts }) => sum + (amounts[0]?.minor ?? 0), 0)).toBe(1_250)
  expect(shown.reduce((sum, { sales }) => sum + sales, 0)).toBe(8)
})
