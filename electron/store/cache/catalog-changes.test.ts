import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeFolder } from '../../../tests/folders.ts'
import { openDatabase, type Database } from '../sqlite/db.ts'
import { stepSize, type ListedCategory } from './catalog-arrival.ts'
import { openCatalogCache, type CatalogCache } from './catalog-cache.ts'

const day = 86_400_000
let db: Database
let cache: CatalogCache
/** The most rows that one step read. */
let most = 0
let step = 0

beforeEach(() => {
  db = openDatabase(join(makeFolder('changes'), 'cache.db'), { synchronous: 'NORMAL' })
  most = 0
  cache = openCatalogCache({
    ...db,
    all(row, sql, ...params) {
      const rows = db.all(row, sql, ...params)
      step += rows.length
      most = Math.max(most, step)
      return rows
    },
  })
})
afterEach(() => db.close())

/** A list of pins by their prices in minor units; null: a free value. */
const listOf = (prices: Record<string, number | null>): ListedCategory[] => [
  {
    id: 'a',
    name: 'Pines',
    products: Object.entries(prices).map(([id, minor]) => ({
      ...{ id, name: `Pin ${id}`, description: '', image: null, tip: null },
      price: minor === null ? null : { minor, currency: 'COP' },
    })),
  },
]

function store(prices: Record<string, number | null>, at: number): void {
  const steps = cache.arriving('shop', listOf(prices), at)
  do step = 0
  while (!steps.next().done)
}

/** What changed, in a word each: `1 100>200`, `+2 300`, `-3 400`. */
function told(since: number, profileId = 'shop'): string[] {
  const { changes, more } = cache.changes(profileId, since)
  const words = changes.map(({ kind, productId, before, after }) => {
    const [was, is] = [before?.minor ?? 'libre', after?.minor ?? 'libre']
    if (kind === 'price') return `${productId} ${was}>${is}`
    return kind === 'new' ? `+${productId} ${is}` : `-${productId} ${was}`
  })
  return more > 0 ? [...words, `and ${more}`] : words
}

test('the first list changes nothing; a later one other prices, what is new and what is gone', () => {
  store({ 1: 100, 2: 200, 3: null, 4: 400 }, 1)
  expect(told(0)).toEqual([])
  store({ 5: null, 1: 100, 2: 250, 3: 300 }, 2)
  expect(told(0)).toEqual(['2 200>250', '3 libre>300', '+5 libre', '-4 400'])
  expect(cache.changes('shop', 0).changes[0]).toMatchObject({
    ...{ name: 'Pin 2', categoryName: 'Pines', at: 2 },
  })
  expect(told(3)).toEqual([])
  expect(told(0, 'other')).toEqual([])
})

test('several lists come to what changed in all, and what nobody is told of any more is forgotten', () => {
  store({ 1: 100, 2: 200 }, 1)
  store({ 1: 150, 2: 250 }, day)
  store({ 1: 150, 2: 200, 3: 1 }, 2 * day)
  expect(told(0)).toEqual(['1 100>150', '+3 1'])
  expect(told(2 * day)).toEqual(['2 250>200', '+3 1'])
  store({ 1: 150, 2: 200 }, 6 * day)
  expect(told(0)).toEqual(['-3 1'])
})

test('a list that says the same, or only in another order, changes nothing', () => {
  store({ a: 100, b: 200 }, 1)
  store({ a: 100, b: 200 }, 2)
  store({ b: 200, a: 100 }, 3)
  expect(told(0)).toEqual([])
})

test('a whole catalog of other prices is gone through in short steps, and kept as far as anybody reads', () => {
  const prices = (add: number) =>
    Object.fromEntries(Array.from({ length: 2_500 }, (_, index) => [`p${index}`, index + add]))
  store(prices(1), 1)
  store(prices(2), 2)
  expect(most).toBeLessThanOrEqual(stepSize)
  expect(cache.changes('shop', 0).changes).toHaveLength(250)
  expect(told(0).at(-1)).toBe('and 2250')
})

test('a list that gives way while it is held against the shown one leaves that as it was', () => {
  store({ 1: 100 }, 1)
  const late = cache.arriving('shop', listOf({ 1: 200 }), 2)
  // Written whole by then, and not yet shown.
  for (let taken = 0; taken < 4; taken += 1) late.next()
  store({ 1: 300 }, 3)
  Array.from(late)
  const list = cache.list('shop')
  expect(list && cache.products(list.id, 0).map(({ price }) => price?.minor)).toEqual([300])
  expect(told(0)).toEqual(['1 100>300'])
})
