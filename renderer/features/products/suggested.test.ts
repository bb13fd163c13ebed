import { expect, it } from 'vitest'
import type { CatalogProduct } from '../../../shared/contract/catalog.ts'
import { suggestedProducts } from './suggested.ts'

it('counts of each product the sales that are known of it, also of what is offered no more', () => {
  const offered = (id: string, soldCount: number): CatalogProduct => ({
    ...{
      id,
      name: `P${id}`,
      description: '',
      categoryId: 'c',
      image: null,
      price: null,
      tip: null,
    },
    ...{ direction: 'in', favourite: false, formStored: false, soldCount },
  })
  const listed = (id: string, rows: number) => {
    const none = { rows: 0, amount: [] }
    const approved = { rows, amount: [], out: none }
    return { id, name: `P${id}`, rows: rows + 1, amount: [], approved }
  }
  const catalog = {
    categories: [{ id: 'c', name: 'Recargas' }],
    products: [offered('1', 4), offered('2', 0)],
  }
  const sums = [listed('1', 3), listed('9', 7), listed('8', 0), listed('', 5)]
  const found = suggestedProducts(catalog, sums, new Map([['1', 'in']]))
  expect(
    found.map(({ id, categoryName, soldDirection, sales }) => [
      id,
      categoryName,
      soldDirection,
      sales,
    ]),
  ).toEqual([
    ['1', 'Recargas', 'in', 4],
    ['2', 'Recargas', null, 0],
    ['9', null, null, 7],
  ])
})
