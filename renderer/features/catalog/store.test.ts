import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { CatalogPart, CatalogProduct } from '../../../shared/contract/catalog.ts'
import { saleSample } from '../../../shared/domain/receipt/receipt-samples.ts'
import { createFakeBridge } from '../../bridge/testing/fake-bridge.ts'
import { useCatalog } from './store.ts'

beforeEach(() => {
  setActivePinia(createPinia())
  vi.stubGlobal('requestIdleCallback', () => 0)
})
afterEach(() => vi.unstubAllGlobals())

const product = (id: string, soldCount: number): CatalogProduct => ({
  id,
  name: `Recarga ${id}`,
  description: '',
  categoryId: '1',
  image: null,
  price: null,
  tip: null,
  direction: 'in',
  favourite: false,
  soldCount,
  formStored: true,
})

it('asks after a sale how often its product was sold, and not for the whole list again', async () => {
  const sold = new Map([
    ['7', 4],
    ['8', 5],
  ])
  const catalog: CatalogPart = {
    categories: [{ id: '1', name: 'Recargas' }],
    products: [...sold].map(([id, count]) => product(id, count)),
    fetchedAt: 1,
    place: 0,
    next: null,
  }
  const asked: string[] = []
  const fake = createFakeBridge((name, input) => {
    asked.push(name)
    if (name === 'catalog.get') return { ok: true, value: catalog }
    expect(input).toEqual({ productId: '7' })
    return { ok: true, value: { soldCount: 6 } }
  })
  vi.stubGlobal('window', { bridge: fake.bridge })
  const store = useCatalog()
  await store.follow()
  store.choose({ kind: 'top' })
  const shown = () => store.visible.map(({ id, soldCount }) => [id, soldCount])
  expect(shown()).toEqual([
    ['8', 5],
    ['7', 4],
  ])
  const sale = saleSample({ productId: '7' })
  fake.tell('selling.changed', { ...sale, state: 'UNKNOWN' })
  fake.tell('selling.changed', { ...sale, state: 'APPROVED' })
  await expect
    .poll(() => shown())
    .toEqual([
      ['7', 6],
      ['8', 5],
    ])
  expect(asked).toEqual(['catalog.get', 'catalog.soldCount'])
})

it('reads a catalog part by part, and begins anew where a newer list came in between', async () => {
  const parts = (word: string, list: number): CatalogPart[] =>
    [0, 1].map((place) => ({
      categories: place === 0 ? [{ id: '1', name: word }] : [],
      products: [product(`${word} ${place}`, 0)],
      fetchedAt: list,
      place,
      next: place === 0 ? { list, place: 1 } : null,
    }))
  const answers = [parts('old', 1)[0], ...parts('new', 2)]
  const asked: unknown[] = []
  const fake = createFakeBridge((_, input) => {
    asked.push(input)
    return { ok: true, value: answers.shift() }
  })
  vi.stubGlobal('window', { bridge: fake.bridge })
  const store = useCatalog()
  await store.follow()
  expect(asked).toEqual([
    { from: null },
    { from: { list: 1, place: 1 } },
    { from: { list: 2, place: 1 } },
  ])
  expect(store.catalog).toEqual({
    categories: [{ id: '1', name: 'new' }],
    products: [product('new 0', 0), product('new 1', 0)],
    fetchedAt: 2,
  })
})

it('reads once more, and not as often as it is told, while it is reading', async () => {
  const release: (() => void)[] = []
  const part: CatalogPart = { categories: [], products: [], fetchedAt: 1, place: 0, next: null }
  const fake = createFakeBridge(async () => {
    await new Promise<void>((resolve) => release.push(resolve))
    return { ok: true, value: part }
  })
  vi.stubGlobal('window', { bridge: fake.bridge })
  const followed = useCatalog().follow()
  for (let told = 0; told < 5; told += 1) fake.tell('catalog.changed', {})
  release[0]?.()
  await followed
  await expect.poll(() => release).toHaveLength(2)
})
