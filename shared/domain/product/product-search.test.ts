import { describe, expect, test } from 'vitest'
import { distanceToBeginning } from './search-vocabulary.ts'
import { createProductSearch } from './product-search.ts'

const names = [
  'Recarga Claro',
  'Claro TV',
  'Depósito Bancolombia',
  'Energía Enel',
  'Paquete Tigo 7 días',
]
const search = createProductSearch(names, (name) => ({ name }))

describe('finding', () => {
  test('an empty query is the whole list in its order', () => {
    expect(search.find('  ')).toEqual(names)
  })
  test('every word must be there, accents or not, in any order', () => {
    expect(search.find('bancol DEPOSITO')).toEqual(['Depósito Bancolombia'])
    expect(search.find('tigo enel')).toEqual([])
  })
  test('texts that begin with the word come first', () => {
    expect(search.find('claro')).toEqual(['Claro TV', 'Recarga Claro'])
  })
  test('a typo still finds, also half typed', () => {
    expect(search.find('bancolonbia')).toEqual(['Depósito Bancolombia'])
    expect(search.find('enregia')).toEqual(['Energía Enel'])
    expect(search.find('bancolnm')).toEqual(['Depósito Bancolombia'])
    expect(search.find('recarga clraro')).toEqual(['Recarga Claro'])
  })
  test('short nonsense finds nothing', () => {
    expect(search.find('xq')).toEqual([])
    expect(search.find('zzzzzzzzz')).toEqual([])
  })
})

describe('the order of hits', () => {
  interface Product {
    id: string
    name: string
    category: string
    favourite: boolean
    soldCount: number
  }
  const product = (id: string, name: string, over: Partial<Product> = {}): Product => ({
    ...{ id, name, category: '', favourite: false, soldCount: 0 },
    ...over,
  })
  const found = (products: Product[], query: string) =>
    createProductSearch(
      products,
      (one) => one,
      (one) => one,
    )
      .find(query)
      .map(({ name }) => name)

  test('the exact name comes before whatever only holds the number in its id', () => {
    const others = Array.from({ length: 8 }, (_, index) =>
      product(`100016${index}`, `Recarga móvil ${index}`, { favourite: true, soldCount: 9 }),
    )
    const list = [...others, product('7', 'Recarga móvil 160'), product('8', 'Recarga móvil 16')]
    expect(found(list, 'recarga movil 16').slice(0, 2)).toEqual([
      'Recarga móvil 16',
      'Recarga móvil 160',
    ])
  })

  test('whole words, beginnings, the inside of words, the category, the number', () => {
    const list = [
      product('7', 'Cine'),
      product('1', 'Otro', { category: 'TV 7' }),
      product('2', 'TV digital 47'),
      product('3', 'TV digital 70'),
      product('4', 'TV digital plan 7'),
      product('5', 'TV digital 7'),
    ]
    expect(found(list, 'tv digital 7')).toEqual([
      'TV digital 7',
      'TV digital plan 7',
      'TV digital 70',
      'TV digital 47',
    ])
    expect(found(list, '7')).toEqual([
      'TV digital 7',
      'TV digital plan 7',
      'TV digital 70',
      'TV digital 47',
      'Otro',
      'Cine',
    ])
  })

  test('of what nobody uses yet the plain one comes before its packages', () => {
    const list = [product('1', 'Colibrí 6 GB por 10 días'), product('2', 'Recarga Colibrí')]
    expect(found(list, 'colibri')).toEqual(['Recarga Colibrí', 'Colibrí 6 GB por 10 días'])
    expect(found(list, 'colibri 6')[0]).toBe('Colibrí 6 GB por 10 días')
  })

  test('of equally good hits first what is marked, then what is sold, then what begins so', () => {
    const list = [
      product('1', 'Paquete Tigo'),
      product('2', 'Tigo TV'),
      product('3', 'Pin Tigo', { soldCount: 2 }),
      product('4', 'Recarga Tigo', { soldCount: 40 }),
      product('5', 'Bolsa Tigo', { favourite: true }),
    ]
    expect(found(list, 'tigo')).toEqual([
      'Bolsa Tigo',
      'Recarga Tigo',
      'Pin Tigo',
      'Tigo TV',
      'Paquete Tigo',
    ])
  })
})

test('distance counts swaps as one, takes a beginning for the whole, and stops at the limit', () => {
  expect(distanceToBeginning('claro', 'clraro', 2)).toBe(1)
  expect(distanceToBeginning('calro', 'claro', 2)).toBe(1)
  expect(distanceToBeginning('claro', 'movistar', 2)).toBe(3)
  expect(distanceToBeginning('bancolnm', 'bancolombia', 2)).toBe(1)
  expect(distanceToBeginning('bancolombi', 'bancolombia', 2)).toBe(0)
  expect(distanceToBeginning('recargas', 'recarga', 2)).toBe(1)
  expect(distanceToBeginning('x'.repeat(300), 'y'.repeat(300), 2)).toBe(3)
})

test('a number is never taken for another one', () => {
  const numbered = createProductSearch(['Pin 1004501', 'Pin 1004502'], (name) => ({ name }))
  expect(numbered.find('1004503')).toEqual([])
  expect(numbered.find('pni 1004502')).toEqual([])
  expect(numbered.find('100450')).toHaveLength(2)
})

test('10,000 products are searched', () => {
  const many = Array.from(
    { length: 10_000 },
    (_, index) => `Producto ${index} Recarga móvil ${index % 80}`,
  )
  const big = createProductSearch(many, (name) => ({ name }))
  expect(big.find('recarga 9999')).toEqual(['Producto 9999 Recarga móvil 79'])
  expect(big.find('recagra 9999')).toEqual(['Producto 9999 Recarga móvil 79'])
})
