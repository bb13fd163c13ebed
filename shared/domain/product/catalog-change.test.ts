import { expect, test } from 'vitest'
import { foldChanges, type CatalogChange } from './catalog-change.ts'

const price = (minor: number | null) => (minor === null ? null : { minor, currency: 'COP' })
const change = (
  kind: CatalogChange['kind'],
  before: number | null,
  after: number | null,
  productId = '1',
): CatalogChange => ({
  ...{ kind, productId, name: productId, categoryName: 'Pines', at: 0 },
  ...{ before: price(before), after: price(after) },
})

test('each product is told once, from how it was at first to how it is by now', () => {
  const other = change('new', null, 5, '2')
  expect(foldChanges([change('price', 1, 2), other, change('price', 2, null)])).toEqual([
    change('price', 1, null),
    other,
  ])
  expect(foldChanges([change('new', null, 1), change('price', 1, 2)])).toEqual([
    change('new', null, 2),
  ])
  expect(foldChanges([change('price', 1, 2), change('gone', 2, null)])).toEqual([
    change('gone', 1, null),
  ])
  expect(foldChanges([change('gone', 1, null), change('new', null, 2)])).toEqual([
    change('price', 1, 2),
  ])
})

test('what is as it was is no change', () => {
  expect(foldChanges([change('price', 1, 2), change('price', 2, 1)])).toEqual([])
  expect(foldChanges([change('new', null, 1), change('gone', 1, null)])).toEqual([])
  expect(foldChanges([change('gone', null, null), change('new', null, null)])).toEqual([])
})
