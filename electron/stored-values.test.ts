import { expect, test } from 'vitest'
import { z } from 'zod'
import { createFavourites } from './features/catalog/favourites.ts'
import { readableList, readEntries } from './stored-values.ts'

const lists = readableList(z.string())

test('of what stands by names, what cannot be read loses only itself', () => {
  expect(readEntries(lists, { p1: ['a', 7, null, 'b'], p2: 'a', p3: [] })).toEqual({
    p1: ['a', 'b'],
    p3: [],
  })
  for (const stored of [undefined, null, 'text', 7, ['a']]) {
    expect(readEntries(lists, stored)).toEqual({})
  }
})

test('a change leaves what cannot be read as it was written', () => {
  const kept = new Map<string, unknown>([['favourites', { p1: ['a', 7], p2: 'another version’s' }]])
  const favourites = createFavourites({
    get: (key) => kept.get(key),
    set: (key, value) => void kept.set(key, value),
  })
  favourites.set('p1', 'b', true)
  expect(kept.get('favourites')).toEqual({ p1: ['a', 'b'], p2: 'another version’s' })
  expect([...favourites.of('p1')]).toEqual(['a', 'b'])
  expect([...favourites.of('p2')]).toEqual([])
})
