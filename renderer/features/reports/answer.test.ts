import { expect, test } from 'vitest'
import { changeBetween, comparedOf, largest, partsOf } from './answer.ts'

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

test('what is handed out is never added to what came in, nor compared with it', () => {
  const cop = (minor: number) => [{ minor, currency: 'COP' }]
  const none = { rows: 0, amount: [] }
  const approved = { rows: 5, amount: cop(900), out: { rows: 2, amount: cop(250) } }
  const sum = { rows: 6, amount: cop(1000), approved }
  expect(comparedOf(sum, false)).toEqual({ rows: 5, amount: cop(650) })
  expect(comparedOf(sum, true)).toMatchObject({ rows: 6, amount: cop(1000) })
  const inOnly = { ...sum, approved: { ...approved, out: none } }
  expect(comparedOf(inOnly, false)).toEqual({ rows: 5, amount: cop(900) })
  // A bar of a day is either: under every status, too, what was handed out stands apart.
  expect(partsOf(sum, false)).toEqual({ in: cop(650), out: cop(250) })
  expect(partsOf(sum, true)).toEqual({ in: cop(750), out: cop(250) })
  expect(partsOf(inOnly, false)).toEqual({ in: cop(900), out: [] })
})
