import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { InputDescriptor } from '../../../shared/domain/form/form.ts'
import { inputSample } from '../../../shared/domain/testing/input-sample.ts'
import { makeFolder } from '../../../tests/folders.ts'
import { openCatalogCache, type CatalogCache } from '../../store/cache/catalog-cache.ts'
import { openDatabase, type Database } from '../../store/sqlite/db.ts'
import { createCatalog, type CatalogFeature } from './catalog.ts'
import { categoriesOf, fakeService, shopOf } from './testing/fake-service.ts'

const phone = inputSample('customerCellphone', { type: 'cellphone' })
const amount = inputSample('amount', { type: 'amount' })

let db: Database
let cache: CatalogCache
let catalog: CatalogFeature
let sold: Record<string, number>
let amounts: Record<string, number[]>
let kept: Map<string, unknown>

beforeEach(() => {
  db = openDatabase(join(makeFolder('recharges'), 'cache.db'), { synchronous: 'NORMAL' })
  cache = openCatalogCache(db)
  sold = {}
  amounts = {}
  kept = new Map()
  catalog = createCatalog({
    ...shopOf(),
    cache,
    profileId: () => 'shop',
    service: () => fakeService(),
    emit: () => undefined,
    soldCounts: () => new Map(Object.entries(sold)),
    soldCount: (productId) => sold[productId] ?? 0,
    soldAmounts: (productId) => amounts[productId] ?? [],
    directions: () => new Map([['6', 'out']]),
    settings: { get: (key) => kept.get(key), set: (key, value) => void kept.set(key, value) },
    onProblem: () => undefined,
    now: () => 1,
  })
  const list = categoriesOf({
    Recargas: ['1 Uno', '2 Dos', '3 Tres', '4 Cuatro'],
    Otros: ['5 Cinco', '6 Seis'],
  })
  Array.from(cache.arriving('shop', list, 1))
})
afterEach(() => {
  catalog.close()
  db.close()
})

function formOf(productId: string, inputs: InputDescriptor[]): void {
  const form = { title: '', button: '', inputs }
  const detail = { productId, name: '', description: '', price: null, form, fetchedAt: 1 }
  cache.putDetail('shop', detail)
}
const offered = async () => catalog.handlers['catalog.recharges']({})

test('what asks a phone and a value takes a number first, what the shop uses before the rest', async () => {
  for (const id of ['1', '2', '3', '6']) formOf(id, [phone, amount])
  // No top-up, whatever it is called; one whose form nobody knows; one that hands cash out.
  formOf('5', [phone])
  sold = { '3': 4 }
  await catalog.handlers['catalog.setFavourite']({ productId: '2', favourite: true })
  const { products } = await offered()
  expect(products.map(({ id, categoryName }) => [id, categoryName])).toEqual([
    ['2', 'Recargas'],
    ['3', 'Recargas'],
    ['1', 'Recargas'],
  ])
})

test('usual values are learnt once there are sales enough, and never move after that', async () => {
  formOf('1', [phone, amount])
  amounts = { '1': [...Array.from({ length: 30 }, () => 500_000), 100_000, 200_000, 300_000] }
  expect((await offered()).amounts).toBeNull()
  const more = { '1': [5, 5, 5, 5, 5, 9, 9, 9, 7, 7, 8, 8, 6].map((units) => units * 100_000) }
  amounts = { '1': [...(amounts['1'] ?? []), ...(more['1'] ?? [])] }
  const learnt = [500_000, 700_000, 800_000, 900_000]
  expect((await offered()).amounts).toEqual(learnt)
  amounts = { '1': Array.from({ length: 90 }, (_, index) => (1 + (index % 4)) * 100_000) }
  expect((await offered()).amounts).toEqual(learnt)
})

test('who asked while the program closes is told of none, and nothing reads what is closed', async () => {
  formOf('1', [phone, amount])
  const asked = offered()
  catalog.close()
  db.close()
  expect(await asked).toEqual({ products: [], amounts: null })
})
