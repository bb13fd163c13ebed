import { expect, test } from 'vitest'
import { wantedDetails, type Shelf, type ShelfProduct } from './shelf.ts'

const day = 24 * 3_600_000
const now = 100 * day

function shelfOf(stored: Record<string, number | null>): Shelf {
  const products = Object.keys(stored).map((id): [string, ShelfProduct] => [
    id,
    {
      stored: {
        ...{ id, name: id, description: '', image: null, price: null, tip: null, changedAt: 0 },
        ...{ categoryId: 'c', place: 0, detailAt: null },
      },
      categoryName: 'c',
      direction: 'in',
      image: null,
    },
  ])
  const times = Object.entries(stored).flatMap(([id, at]): [string, number][] =>
    at === null ? [] : [[id, at]],
  )
  const detailTimes = new Map(times)
  return {
    profileId: 'p',
    categories: [],
    products: new Map(products),
    detailTimes,
    fetchedAt: now,
  }
}

test('missing forms come first: favourites, then the most sold, then the rest in order', () => {
  const shelf = shelfOf({ a: null, b: null, c: null, d: null, old: now - 30 * day })
  const wanted = wantedDetails(shelf, new Set(['d']), new Map([['c', 2]]), now)
  expect(wanted).toEqual({ used: ['d', 'c'], rest: ['a', 'b', 'old'] })
})

test('what the shop uses is brought again daily, the rest every four weeks', () => {
  const shelf = shelfOf({ used: now - 2 * day, rest: now - 2 * day, fresh: now - day / 2 })
  const wanted = wantedDetails(shelf, new Set(['fresh']), new Map([['used', 1]]), now)
  expect(wanted).toEqual({ used: ['used'], rest: [] })
})

test('what a clock a year ahead wrote down is brought again', () => {
  const shelf = shelfOf({ future: now + 365 * day, fresh: now - day / 2 })
  const wanted = wantedDetails(shelf, new Set(), new Map(), now)
  expect(wanted).toEqual({ used: [], rest: ['future'] })
})
