import { expect, test } from 'vitest'
import { createWantedDetails } from './shelf.ts'

const day = 24 * 3_600_000
const now = 100 * day

/** Of products by when their forms came. */
function wanted(
  stored: Record<string, number | null>,
  favourites: string[] = [],
  sold: Record<string, number> = {},
) {
  const beside = { favourites: new Set(favourites), soldCounts: new Map(Object.entries(sold)) }
  const details = createWantedDetails(beside, now)
  for (const [productId, detailAt] of Object.entries(stored)) {
    details.look({ productId, detailAt, changedAt: 0 })
  }
  return details.found()
}

test('missing forms come first: favourites, then the most sold, then the rest in order', () => {
  const stored = { a: null, b: null, c: null, d: null, old: now - 30 * day }
  expect(wanted(stored, ['d'], { c: 2 })).toEqual({ used: ['d', 'c'], rest: ['a', 'b', 'old'] })
})

test('what the shop uses is brought again daily, the rest every four weeks', () => {
  const stored = { used: now - 2 * day, rest: now - 2 * day, fresh: now - day / 2 }
  expect(wanted(stored, ['fresh'], { used: 1 })).toEqual({ used: ['used'], rest: [] })
})

test('what a clock a year ahead wrote down is brought again', () => {
  const stored = { future: now + 365 * day, fresh: now - day / 2 }
  expect(wanted(stored)).toEqual({ used: [], rest: ['future'] })
})
