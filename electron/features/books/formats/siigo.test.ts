import { expect, test } from 'vitest'
import { balancedParts } from './siigo.ts'

test('a voucher that no file holds is cut into parts that each balance', () => {
  const line = (side: 'debit' | 'credit', minor: number, at: number) => ({ side, minor, at })
  const debits = Array.from({ length: 700 }, (_, at) => line('debit', 100 + at, at))
  const sum = debits.reduce((all, { minor }) => all + minor, 0)
  const lines = [...debits, line('credit', sum - 5, 700), line('credit', 5, 701)]
  const parts = balancedParts(lines, 498)
  for (const part of parts) {
    expect(part.length).toBeLessThanOrEqual(498)
    expect(
      part.reduce((all, one) => all + (one.side === 'debit' ? one.minor : -one.minor), 0),
    ).toBe(0)
  }
  expect(parts.flat().reduce((all, one) => all + one.minor, 0)).toBe(2 * sum)
})
