import { expect, test } from 'vitest'
import type { CatalogProduct } from '../../../shared/contract/catalog.ts'
import { createShelfLines, type Section } from './shelf-lines.ts'

const product = (id: string): CatalogProduct => ({
  ...{ id, name: id, description: '', categoryId: '', image: null, price: null, tip: null },
  ...{ direction: 'in', favourite: false, soldCount: 0, formStored: true },
})
const section = (key: string, count: number): Section => ({
  key,
  label: key,
  products: Array.from({ length: count }, (_, at) => product(`${key}${at}`)),
})
/** Three lines of a, none of b, one of c. */
const lines = createShelfLines([section('a', 7), section('b', 0), section('c', 2)], () => 3)
const drawn = (at: number) => lines.lineAt(at)?.products.map(({ id }) => id)

test('a category begins on a line of its own, and an empty one has none', () => {
  expect([lines.lines, lines.products]).toEqual([4, 9])
  expect([0, 1, 2, 3, 4].map(drawn)).toEqual([
    ['a0', 'a1', 'a2'],
    ['a3', 'a4', 'a5'],
    ['a6'],
    ['c0', 'c1'],
    undefined,
  ])
  expect([0, 1, 3].map((at) => lines.lineAt(at)?.isFirst)).toEqual([true, false, true])
  expect(lines.productAt(7)?.id).toBe('c0')
  expect(lines.productAt(9)).toBeNull()
  expect(lines.placeOf(8)).toEqual({ line: 3, column: 1 })
})

test('arrows go from line to line, to the last product where a line is shorter', () => {
  expect(lines.move('ArrowDown', 2)).toBe(5)
  expect(lines.move('ArrowDown', 5)).toBe(6)
  expect(lines.move('ArrowDown', 6)).toBe(7)
  expect(lines.move('ArrowDown', 8)).toBe(8)
  expect(lines.move('ArrowUp', 8)).toBe(6)
  expect(lines.move('ArrowUp', 1)).toBe(1)
  expect(lines.move('ArrowRight', 6)).toBe(7)
  expect(lines.move('ArrowLeft', 0)).toBe(0)
  expect(lines.move('PageDown', 1)).toBe(8)
  expect(lines.move('PageUp', 8)).toBe(1)
  expect([lines.move('Home', 5), lines.move('End', 5), lines.move('x', 5)]).toEqual([0, 8, null])
})

test('each section has as many in a line as fit there', () => {
  const wide = createShelfLines([section('a', 3), section('b', 3)], ({ key }) =>
    key === 'a' ? 2 : 3,
  )
  expect([0, 1, 2].map((at) => wide.lineAt(at)?.products.length)).toEqual([2, 1, 3])
  expect([1, 2].map((at) => wide.move('ArrowDown', at))).toEqual([2, 3])
  expect(wide.placeOf(5)).toEqual({ line: 2, column: 2 })
})
