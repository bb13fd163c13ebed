import { expect, it } from 'vitest'
import { axisMark, isInMillions } from './axis-mark.ts'

const colombia = { country: 'CO', decimalSign: 'comma', currency: 'COP' } as const
const ecuador = { country: 'EC', decimalSign: 'point', currency: 'USD' } as const

it('tells sums whole, all marks of an axis alike', () => {
  const marks = [0, 4_000_000, -12_000_000].map((mark) => axisMark(mark, 11_500_000, colombia))
  expect(marks).toEqual(['$ 0', '$ 4.000.000', '−$ 12.000.000'])
  expect([500, 1_000].map((mark) => axisMark(mark, 1_200, ecuador))).toEqual(['$500', '$1,000'])
  expect([2.5, 5].map((mark) => axisMark(mark, 6, ecuador))).toEqual(['$2.50', '$5.00'])
})

it('tells millions where all digits have no room, and small marks beside them in the same way', () => {
  expect([isInMillions(999_999_999), isInMillions(1_000_000_000)]).toEqual([false, true])
  const marks = [500_000_000, 1_500_000_000, 2_500_000].map((mark) =>
    axisMark(mark, 1_600_000_000, colombia),
  )
  expect(marks).toEqual(['$ 500', '$ 1.500', '$ 2,5'])
})
