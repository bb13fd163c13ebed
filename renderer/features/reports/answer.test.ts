import { expect, test } from 'vitest'
import { changeBetween, largest } from './answer.ts'

test.each([
  [112_400, 100_000, 'up', 124],
  [50_000, 100_000, 'down', 500],
  [100_010, 100_000, 'same', 0],
  [0, 100_000, 'down', 1000],
  [5_000, 52_349_300, 'down', 999],
  [5, 0, 'new', 0],
  [0, 0, 'same', 0],
] as const)('%d after %d is %s by %d thousandths', (now, before, kind, thousandths) => {
  expect(changeBetween(now, before)).toEqual({ kind, thousandths })
})

test('the largest stand alone, the rest together, and nothing is lost', () => {
  const entry = (id: string, minor: number) => {
    const sum = { rows: 1, amount: [{ minor, currency: 'COP' }] }
    return { id, name: id, ...sum, approved: { ...sum, out: sum } }
  }
  const entries = [entry('a', 1), entry('b', 9), entry('c', 5), entry('d', 7)]
  const minorOf = (one: (typeof entries)[number]) => one.amount[0]?.minor ?? 0
  expect(largest(entries, 4, minorOf).rest).toEqual([])
  const { shown, rest } = largest(entries, 2, minorOf)
  expect(shown.map(({ id }) => id)).toEqual(['b', 'd'])
  expect(rest.map(({ id }) => id)).toEqual(['c', 'a'])
})
