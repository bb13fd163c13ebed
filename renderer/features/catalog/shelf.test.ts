import { expect, test } from 'vitest'
import type { Catalog, CatalogProduct } from '../../../shared/contract/catalog.ts'
import { firstTab, monogram, productsOf, tabKey, tabsOf } from './shelf.ts'

function product(id: string, over: Partial<CatalogProduct> = {}): CatalogProduct {
  return {
    id,
    name: id,
    description: '',
    categoryId: 'a',
    image: null,
    price: null,
    tip: null,
    direction: 'in',
    favourite: false,
    soldCount: 0,
    formStored: false,
    ...over,
  }
}

const catalog: Catalog = {
  categories: [
    { id: 'b', name: 'Bolsillos' },
    { id: 'a', name: 'Recargas' },
    { id: 'empty', name: 'Vacía' },
  ],
  products: [
    product('1', { soldCount: 2 }),
    product('2', { categoryId: 'b', soldCount: 7, favourite: true }),
    product('3'),
  ],
  fetchedAt: 1,
}
const ids = (list: readonly CatalogProduct[]) => list.map(({ id }) => id)

test("tabs keep the service's order and leave out empty categories", () => {
  expect(tabsOf(catalog).map(tabKey)).toEqual([
    'favourites',
    'top',
    'all',
    'category:b',
    'category:a',
  ])
})

test('each tab shows its products', () => {
  expect(ids(productsOf(catalog, { kind: 'favourites' }))).toEqual(['2'])
  expect(ids(productsOf(catalog, { kind: 'top' }))).toEqual(['2', '1'])
  expect(ids(productsOf(catalog, { kind: 'all' }))).toEqual(['1', '2', '3'])
  expect(ids(productsOf(catalog, { kind: 'category', id: 'a', name: '' }))).toEqual(['1', '3'])
})

test('begins with the list that holds something', () => {
  expect(firstTab(catalog)).toEqual({ kind: 'favourites' })
  const sold = ['1', '2', '3', '4', '5'].map((id) => product(id, { soldCount: 1 }))
  expect(firstTab({ ...catalog, products: sold })).toEqual({ kind: 'top' })
  expect(firstTab({ ...catalog, products: sold.slice(1) })).toEqual({ kind: 'all' })
  expect(firstTab({ ...catalog, products: [product('1')] })).toEqual({ kind: 'all' })
})

test('a monogram is one or two letters', () => {
  expect(monogram('Recarga Claro')).toBe('RC')
  expect(monogram('Nequi')).toBe('NE')
  expect(monogram('  ')).toBe('')
})
