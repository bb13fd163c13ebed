import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeFolder } from '../../../tests/folders.ts'
import { openCatalogCache, type CatalogCache } from '../../store/cache/catalog-cache.ts'
import { openDatabase, type Database } from '../../store/sqlite/db.ts'
import { categoriesOf } from './testing/fake-service.ts'
import { createShelfKeeper, type ShelfKeeper } from './shelf-keeper.ts'

let folder: string
let db: Database
let cache: CatalogCache
let profileId: string
let keeper: ShelfKeeper
/** The most rows that one statement brought. */
let mostRows: number

beforeEach(() => {
  folder = makeFolder('shelf')
  db = openDatabase(join(folder, 'cache.db'), { synchronous: 'NORMAL' })
  mostRows = 0
  cache = openCatalogCache({
    ...db,
    all(row, sql, ...params) {
      const rows = db.all(row, sql, ...params)
      mostRows = Math.max(mostRows, rows.length)
      return rows
    },
  })
  profileId = 'shop'
  keeper = createShelfKeeper(cache, () => profileId)
})

afterEach(async () => {
  await keeper.close()
  db.close()
})

/** Two categories of products whose ids are not in the order of the list. */
function listOf(count: number, word = 'Recarga') {
  const names = Array.from({ length: count }, (_, index) => `${count - index} ${word} ${index}`)
  const half = Math.ceil(count / 2)
  return categoriesOf({ Recargas: names.slice(0, half), Retiros: names.slice(half) })
}

const idsOf = (count: number) => Array.from({ length: count }, (_, index) => String(count - index))

/** In which turn of the loop the shelf is there. */
async function turnOfShelf(): Promise<number> {
  let isThere = false
  let turn = 0
  void keeper.current().then(() => (isThere = true))
  while (!isThere) {
    await setImmediate()
    turn += 1
  }
  return turn
}

test('a stored catalog is read 1,000 products a turn, in the order of the list', async () => {
  cache.replace('shop', listOf(5_500), 1)
  mostRows = 0
  expect(await turnOfShelf()).toBe(6)
  expect(mostRows).toBe(1_000)
  const shelf = await keeper.current()
  expect([...(shelf?.products.keys() ?? [])]).toEqual(idsOf(5_500))
  expect(shelf?.products.get('1')).toMatchObject({ categoryName: 'Retiros', direction: 'in' })
})

test('one of fewer than 1,000 is there in the turn that asks', async () => {
  cache.replace('shop', listOf(999), 1)
  expect(await turnOfShelf()).toBe(1)
})

describe('while it is read', () => {
  beforeEach(() => cache.replace('shop', listOf(3_500), 1))

  test('whoever asks waits for all of it, and it is read once', async () => {
    const shelves = [keeper.current()]
    await setImmediate()
    expect(keeper.size()).toBe(0)
    shelves.push(keeper.current(), keeper.current())
    const [first, ...others] = await Promise.all(shelves)
    expect(first?.products.size).toBe(3_500)
    expect(others.every((shelf) => shelf === first)).toBe(true)
  })

  test.each(['1', '999', '3500'])(
    'a detail of product %s that comes is known',
    async (productId) => {
      const asked = keeper.current()
      await setImmediate()
      const said = { name: '', description: '', price: null, form: null }
      keeper.putDetail('shop', { productId, ...said, fetchedAt: 7 })
      expect((await asked)?.detailTimes).toEqual(new Map([[productId, 7]]))
    },
  )

  test('a fresh list waits for its end, and whoever asks then gets the fresh one', async () => {
    const before = keeper.current()
    const replaced = keeper.replace('shop', listOf(2_000, 'Nueva'), 2)
    const after = keeper.current()
    expect((await before)?.products.size).toBe(3_500)
    expect(await replaced).toBe(true)
    expect((await after)?.fetchedAt).toBe(2)
    expect((await after)?.products.size).toBe(2_000)
  })

  test("another profile that is taken into use meanwhile gets its own, never the first one's", async () => {
    cache.replace('other', listOf(1_500), 3)
    const asked = keeper.current()
    await setImmediate()
    profileId = 'other'
    const shelf = await asked
    expect([shelf?.profileId, shelf?.products.size]).toEqual(['other', 1_500])
  })

  test('a list that another process brings in between is read anew', async () => {
    const asked = keeper.current()
    await setImmediate()
    openCatalogCache(db).replace('shop', listOf(1_200, 'Nueva'), 4)
    const shelf = await asked
    expect([shelf?.fetchedAt, shelf?.products.size]).toEqual([4, 1_200])
  })

  test('closing waits for its end', async () => {
    let isRead = false
    void keeper.current().then(() => (isRead = true))
    await setImmediate()
    expect(isRead).toBe(false)
    await keeper.close()
    await setImmediate()
    expect(isRead).toBe(true)
  })
})
