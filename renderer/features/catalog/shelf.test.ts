import { expect, test } from 'vitest'
import type { Catalog, CatalogProduct } from '../../../shared/contract/catalog.ts'
import { besideHits, byCategory, productsOf, quickOf, tabKey, tabsOf } from './shelf.ts'

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
    'all',
    'favourites',
    'top',
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

test('every product stands under its category, in the order of the service', () => {
  const shelf = byCategory({
    ...catalog,
    products: [...catalog.products, product('9', { categoryId: 'x' })],
  })
  expect(shelf.map(({ label, products }) => [label, ids(products)])).toEqual([
    ['Bolsillos', ['2']],
    ['Recargas', ['1', '3']],
    ['', ['9']],
  ])
})

test('beside a few hits stands the rest of their categories, then of the shelf, and nothing beside many', () => {
  const [hit] = catalog.products
  const beside = besideHits(hit ? [hit] : [], byCategory(catalog))
  expect(beside.map(({ label, products }) => [label, ids(products)])).toEqual([
    ['Recargas', ['3']],
    ['Bolsillos', ['2']],
  ])
  expect(besideHits([], byCategory(catalog))).toEqual([])
  const many = Array.from({ length: 24 }, (_, at) => product(String(at)))
  expect(besideHits(many, byCategory(catalog))).toEqual([])
})

test('keys are the favourites; until there are any what is sold most, where it stood before', () => {
  expect(ids(quickOf(catalog, []))).toEqual(['2'])
  const plain = {
    ...catalog,
    products: catalog.products.map((one) => ({ ...one, favourite: false })),
  }
  expect(ids(quickOf(plain, []))).toEqual(['2', '1'])
  expect(ids(quickOf(plain, ['1']))).toEqual(['1', '2'])
  expect(ids(quickOf(plain, ['gone', '3', '1']))).toEqual(['1', '2'])
})
