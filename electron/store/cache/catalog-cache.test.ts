import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { makeFolder } from '../../../tests/folders.ts'
import { openDatabase, type Database } from '../sqlite/db.ts'
import { stepSize, type ListedCategory } from './catalog-arrival.ts'
import { openCatalogCache, type CatalogCache } from './catalog-cache.ts'

let db: Database
let cache: CatalogCache
/** The most rows that one step brought, and wrote. */
let most: Rows
/** Of this step. */
let step: Rows
interface Rows {
  read: number
  written: number
}

beforeEach(() => {
  db = openDatabase(join(makeFolder('shelf'), 'cache.db'), { synchronous: 'NORMAL' })
  most = { read: 0, written: 0 }
  step = { read: 0, written: 0 }
  const count = (read: number, written: number) => {
    step = { read: step.read + read, written: step.written + written }
    most = { read: Math.max(most.read, step.read), written: Math.max(most.written, step.written) }
  }
  cache = openCatalogCache({
    ...db,
    all(row, sql, ...params) {
      const rows = db.all(row, sql, ...params)
      count(rows.length, 0)
      return rows
    },
    arrays(sql, ...params) {
      const rows = db.arrays(sql, ...params)
      count(rows.length, 0)
      return rows
    },
    run(sql, ...params) {
      const changes = db.run(sql, ...params)
      count(0, changes)
      return changes
    },
  })
})

afterEach(() => db.close())

/** Two categories of products whose ids are not in the order of the list. */
function listOf(count: number, word = 'Recarga'): ListedCategory[] {
  const products = Array.from({ length: count }, (_, index) => ({
    id: String(count - index),
    name: `${word} ${index}`,
    description: '',
    image: `/images/${count - index}.png`,
    price: index % 2 === 0 ? { minor: index * 100, currency: 'COP' } : null,
    tip: null,
  }))
  const half = Math.ceil(count / 2)
  return [
    { id: 'a', name: 'Recargas', products: products.slice(0, half) },
    { id: 'b', name: 'Retiros', products: products.slice(half) },
  ]
}

function store(list: readonly ListedCategory[], at: number, profileId = 'shop'): number {
  let steps = 0
  for (const arriving = cache.arriving(profileId, list, at); !arriving.next().done; steps += 1) {
    step = { read: 0, written: 0 }
  }
  return steps
}

/** What is shown of a profile, part by part. */
function shown(profileId = 'shop') {
  const list = cache.list(profileId)
  const names: string[] = []
  for (let from = 0; list !== null; from += stepSize) {
    step = { read: 0, written: 0 }
    const part = cache.products(list.id, from)
    names.push(...part.map(({ id, name }) => `${id} ${name}`))
    if (part.length < stepSize) break
  }
  return { names, fetchedAt: list?.fetchedAt ?? null }
}

const namesOf = (list: readonly ListedCategory[]) =>
  list.flatMap(({ products }) => products.map(({ id, name }) => `${id} ${name}`))

const counts = z.object({ lists: z.int(), products: z.int(), categories: z.int() })
const rowsStored = () =>
  db.get(
    counts,
    `select (select count(*) from catalog_lists) as lists, (select count(*) from catalog_products) as products,
      (select count(*) from catalog_categories) as categories`,
  )

test('a list is written and read 1,000 products at a time, in its order', () => {
  const list = listOf(3_500)
  store(list, 1)
  most = { read: 0, written: 0 }
  expect(store(listOf(3_500, 'Nueva'), 2)).toBeGreaterThan(10)
  expect(shown()).toEqual({ names: namesOf(listOf(3_500, 'Nueva')), fetchedAt: 2 })
  // Beside the rows of a part, those few that a step looks up.
  expect(most.read).toBeLessThan(stepSize + 5)
  expect(most.written).toBeLessThan(stepSize + 5)
  expect(cache.count('shop')).toBe(3_500)
})

describe('a fresh list', () => {
  const old = listOf(2_500)
  const fresh = listOf(2_200, 'Nueva')
  const other = listOf(3, 'Otra')
  beforeEach(() => {
    store(old, 1)
    store(other, 1, 'other')
  })

  test('is not shown before it is whole, and then all of it is', () => {
    const seen = new Set<number | null>()
    for (const steps = cache.arriving('shop', fresh, 2); ;) {
      const { names, fetchedAt } = shown()
      seen.add(fetchedAt)
      expect(names).toEqual(namesOf(fetchedAt === 1 ? old : fresh))
      if (steps.next().done) break
    }
    expect([...seen]).toEqual([1, 2])
    expect(shown('other').names).toEqual(namesOf(other))
  })

  test('that does not come to its end leaves nothing behind once another does', () => {
    const steps = cache.arriving('shop', fresh, 2)
    for (let step = 0; step < 6; step += 1) steps.next()
    expect(rowsStored()?.products).toBeGreaterThan(2_503)
    expect(shown()).toEqual({ names: namesOf(old), fetchedAt: 1 })
    store(listOf(10, 'Última'), 3)
    expect(rowsStored()).toEqual({ lists: 2, products: 13, categories: 4 })
  })

  test('gives way to a newer one that another process begins with', () => {
    const steps = cache.arriving('shop', fresh, 2)
    for (let step = 0; step < 6; step += 1) steps.next()
    const newer = listOf(1_500, 'Más nueva')
    Array.from(openCatalogCache(db).arriving('shop', newer, 3))
    while (!steps.next().done) continue
    expect(shown()).toEqual({ names: namesOf(newer), fetchedAt: 3 })
    expect(rowsStored()?.products).toBe(1_503)
  })

  test('that says nothing new is not written again', () => {
    const before = rowsStored()
    store(listOf(2_500), 9)
    expect(rowsStored()).toEqual(before)
    expect(shown().fetchedAt).toBe(9)
  })

  test.each([
    ['a name', listOf(2_500).with(1, { id: 'b', name: 'Otros', products: [] })],
    ['one product more', listOf(2_501)],
    ['none at all', []],
  ])('that says another thing (%s) is', (_, list) => {
    store(list, 9)
    expect(shown()).toEqual({ names: namesOf(list), fetchedAt: 9 })
  })

  test('says since when a product is as it is, and which forms are stored', () => {
    const detail = { name: '', description: '', price: null, form: null }
    for (const productId of ['2500', '2499', '2498']) {
      cache.putDetail('shop', { productId, ...detail, fetchedAt: 7 })
      cache.putImage('shop', `/images/${productId}.png`, {
        contentType: 'image/png',
        body: new Uint8Array([1]),
      })
    }
    const [first, ...rest] = old[0]?.products ?? []
    if (!first) throw new Error('a product')
    store([{ id: 'a', name: 'A', products: [{ ...first, name: 'X' }, ...rest.slice(1)] }], 9)
    const list = cache.list('shop')?.id ?? 0
    expect(cache.forms(list, 0).slice(0, 2)).toEqual([
      { productId: '2500', changedAt: 9, detailAt: 7 },
      { productId: '2498', changedAt: 1, detailAt: 7 },
    ])
    expect(cache.product('shop', '2498')).toMatchObject({ categoryName: 'A', detailAt: 7 })
    expect([cache.product('shop', '2499'), cache.detailAt('shop', '2499')]).toEqual([null, null])
    const pictures = ['2500', '2499'].map((id) => cache.image('shop', `/images/${id}.png`))
    expect(pictures).toEqual([expect.anything(), null])
  })
})

test('a product that stands in two categories is shown in the first', () => {
  const [product] = listOf(1)[0]?.products ?? []
  if (!product) throw new Error('a product')
  store(
    [
      { id: 'a', name: 'A', products: [product] },
      { id: 'b', name: 'B', products: [product] },
    ],
    1,
  )
  expect(cache.product('shop', '1')?.categoryName).toBe('A')
  expect(shown().names).toEqual(['1 Recarga 0'])
})

describe('after an update', () => {
  /** The tables as the first two versions had them. */
  const early = (version: 1 | 2) => `
    drop view catalog_shelves;
    ${['lists', 'categories', 'products', 'details', 'images'].map((name) => `drop table catalog_${name};`).join('')}
    update catalog_shape set shape = ${version};
    create table catalog_state (profile_id text primary key, fetched_at integer not null) strict;
    create table catalog_categories (
      profile_id text not null, category_id text not null, name text not null, place integer not null,
      primary key (profile_id, category_id)
    ) strict, without rowid;
    create table catalog_products (
      profile_id text not null, product_id text not null, category_id text not null, name text not null,
      description text not null, image text, price_minor integer, price_currency text, tip text,
      place integer not null, ${version === 2 ? 'changed_at integer not null,' : ''}
      primary key (profile_id, product_id)
    ) strict, without rowid;
    create table catalog_details (
      profile_id text not null, product_id text not null, name text not null, description text not null,
      price_minor integer, price_currency text, form text, fetched_at integer not null,
      primary key (profile_id, product_id)
    ) strict;
    create table catalog_images (
      profile_id text not null, path text not null, content_type text not null, body blob not null,
      primary key (profile_id, path)
    ) strict;
    insert into catalog_state values ('p', 700), ('q', 800);
    insert into catalog_categories values ('p', '1', 'Recargas', 0), ('q', '1', 'Pines', 0);
    insert into catalog_products
      select profile_id, product_id, '1', product_id || ' of ' || profile_id, '', null, 500, 'COP', null,
        place${version === 2 ? ', 600' : ''}
      from (select 'p' as profile_id, 'a' as product_id, 5 as place
        union all select 'p', 'b', 2 union all select 'q', 'a', 0);
    insert into catalog_details values ('p', 'b', 'b of p', '', null, null, null, 650);
    insert into catalog_images values ('p', '/b', 'image/png', x'01');`

  test.each([1, 2] as const)(
    'the catalog of shape %i is there, in its order, without the service',
    (version) => {
      db.exec(early(version))
      const opened = openCatalogCache(db)
      const list = opened.list('p')
      expect(list?.fetchedAt).toBe(700)
      const products = opened.products(list?.id ?? 0, 0)
      expect(
        products.map(({ id, name, categoryName, detailAt }) => [id, name, categoryName, detailAt]),
      ).toEqual([
        ['b', 'b of p', 'Recargas', 650],
        ['a', 'a of p', 'Recargas', null],
      ])
      expect(opened.product('q', 'a')?.name).toBe('a of q')
      expect(opened.detail('p', 'b')?.fetchedAt).toBe(650)
      expect(opened.image('p', '/b')?.body).toEqual(Uint8Array.of(1))
      expect(opened.list('p')).toEqual(openCatalogCache(db).list('p'))
    },
  )

  test('one of no shape that is known is begun anew', () => {
    for (const shape of [0, 2, 99]) {
      db.run('update catalog_shape set shape = ?', shape)
      const opened = openCatalogCache(db)
      expect(opened.list('p')).toBeNull()
      for (const _step of opened.arriving('p', listOf(3), 900));
      expect(opened.count('p')).toBe(3)
    }
  })
})
