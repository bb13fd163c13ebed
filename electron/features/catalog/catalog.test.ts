import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { wholeCatalog, type CatalogPart } from '../../../shared/contract/catalog.ts'
import type { ConnectionState } from '../../../shared/contract/connection.ts'
import type { Direction } from '../../../shared/domain/money/money.ts'
import { Failure, type AppError, type ErrorCode } from '../../../shared/errors.ts'
import { openCatalogCache } from '../../store/cache/catalog-cache.ts'
import { openDatabase, type Database } from '../../store/sqlite/db.ts'
import { makeFolder } from '../../../tests/folders.ts'
import { createCatalog, type CatalogFeature } from './catalog.ts'
import { categoriesOf, fakeService, formOf, shopOf } from './testing/fake-service.ts'

let folder: string
let db: Database
let features: CatalogFeature[]
let settings: Map<string, unknown>
let profileId: string
let service: ReturnType<typeof fakeService>
let events: string[]
let problems: AppError[]
let directions: Map<string, Direction>
let clock: number

beforeEach(() => {
  folder = makeFolder('catalog')
  db = openDatabase(join(folder, 'cache.db'), { synchronous: 'NORMAL' })
  features = []
  settings = new Map()
  profileId = 'shop'
  directions = new Map()
  service = fakeService()
  events = []
  problems = []
  clock = 1_800_000_000_000
})

afterEach(async () => {
  for (const feature of features) feature.close()
  db.close()
})

function open(sold: Record<string, number> = {}): CatalogFeature {
  const feature = createCatalog({
    cache: openCatalogCache(db),
    profileId: () => profileId,
    service: () => service,
    emit: (name) => events.push(name),
    ...shopOf(sold),
    soldAmounts: () => [],
    directions: () => directions,
    settings: { get: (key) => settings.get(key), set: (key, value) => settings.set(key, value) },
    onProblem: (error) => problems.push(error),
    now: () => clock,
  })
  features.push(feature)
  return feature
}

/** All that it answers of the catalog. */
const whole = (feature: CatalogFeature) =>
  wholeCatalog((input) => feature.handlers['catalog.get'](input))

async function refreshed(feature: CatalogFeature) {
  await feature.handlers['catalog.refresh']({})
  return whole(feature)
}

async function failure(promise: Promise<unknown>): Promise<ErrorCode | null> {
  return promise.then(
    () => null,
    (caught: unknown) => (caught instanceof Failure ? caught.error.code : 'UNEXPECTED'),
  )
}

function connection(reach: ConnectionState['reach']): ConnectionState {
  return {
    profiles: [],
    activeId: profileId,
    token: 'memory',
    reach,
    error: null,
    lastAnswerAt: null,
    business: null,
    clockSkewMs: null,
  }
}

describe('from the cache at once', () => {
  test('a refresh fills it, and the next start shows it without asking', async () => {
    const first = open()
    expect(await whole(first)).toEqual({
      categories: [],
      products: [],
      fetchedAt: null,
    })
    await first.handlers['catalog.refresh']({})
    first.close()
    service.down = 'NAME_NOT_FOUND'
    const catalog = await whole(open())
    expect(catalog.categories.map(({ name }) => name)).toEqual(['Recargas', 'Retiros'])
    expect(catalog.fetchedAt).toBe(clock)
    expect(catalog.products.map(({ id, direction }) => [id, direction])).toEqual([
      ['1', 'in'],
      ['2', 'in'],
      ['3', 'out'],
    ])
    expect(catalog.products[0]?.image).toMatch(/^\/media\/products\/1\?v=[0-9a-f]{10}$/)
    expect(catalog.products[0]).toMatchObject({
      price: null,
      tip: '3',
      favourite: false,
      soldCount: 0,
    })
  })

  test('a failed refresh says why and leaves the cache as it is', async () => {
    const catalog = open()
    await catalog.handlers['catalog.refresh']({})
    service.down = 'CONNECTION_TIMEOUT'
    expect(await failure(catalog.handlers['catalog.refresh']({}))).toBe('CONNECTION_TIMEOUT')
    expect((await whole(catalog)).products).toHaveLength(3)
  })

  test('products that left disappear; forms of those that stayed are kept', async () => {
    const catalog = open()
    await catalog.handlers['catalog.refresh']({})
    await catalog.handlers['catalog.product']({ productId: '1' })
    await catalog.handlers['catalog.product']({ productId: '2' })
    await service.quiet()
    service.details = false
    service.categories = categoriesOf({ Recargas: ['1 Claro', '4 Nueva'] })
    const { products } = await refreshed(catalog)
    expect(products.map(({ id, formStored }) => [id, formStored])).toEqual([
      ['1', true],
      ['4', false],
    ])
  })

  test("another profile's catalog never shows", async () => {
    const catalog = open()
    await catalog.handlers['catalog.refresh']({})
    profileId = 'other'
    expect((await whole(catalog)).products).toEqual([])
    service.down = 'CONNECTION_LOST'
    expect(await failure(catalog.handlers['catalog.product']({ productId: '1' }))).toBe(
      'FORM_NOT_STORED',
    )
  })

  describe('of thousands', () => {
    const listOf = (count: number, word: string) =>
      categoriesOf({ [word]: Array.from({ length: count }, (_, at) => `${at} ${word} ${at}`) })
    const sizes = ({ place, products }: CatalogPart) => [place, products.length]

    test('no message holds more than a thousand, and the categories come with the first', async () => {
      service.categories = listOf(2_500, 'Recargas')
      const catalog = open({ '2400': 7 })
      await catalog.handlers['catalog.refresh']({})
      const parts: CatalogPart[] = []
      const all = await wholeCatalog(async (input) => {
        const part = await catalog.handlers['catalog.get'](input)
        parts.push(part)
        return part
      })
      expect(parts.flatMap(sizes)).toEqual([0, 1_000, 1_000, 1_000, 2_000, 500])
      expect(parts.map(({ categories }) => categories.length)).toEqual([1, 0, 0])
      expect(all.products.map(({ id }) => Number(id))).toEqual([...Array(2_500).keys()])
      expect(all.products[2_400]?.soldCount).toBe(7)
    })

    test('a list that comes between two messages is answered from its beginning', async () => {
      service.categories = listOf(2_500, 'Recargas')
      const catalog = open()
      await catalog.handlers['catalog.refresh']({})
      const { next } = await catalog.handlers['catalog.get']({ from: null })
      service.categories = listOf(1_200, 'Nuevas')
      await catalog.handlers['catalog.refresh']({})
      const part = await catalog.handlers['catalog.get']({ from: next })
      expect(sizes(part)).toEqual([0, 1_000])
      expect(part.products.every(({ name }) => name.startsWith('Nuevas'))).toBe(true)
    })

    test('some are answered by their ids, without the rest', async () => {
      const catalog = open({ '3': 2 })
      await catalog.handlers['catalog.refresh']({})
      const { products } = await catalog.handlers['catalog.listed']({ productIds: ['3', '99'] })
      expect(products).toMatchObject([{ id: '3', categoryName: 'Retiros', soldCount: 2 }])
    })
  })
})

describe('forms', () => {
  test('stored forms are there offline; others say they are not stored', async () => {
    const catalog = open()
    await catalog.handlers['catalog.refresh']({})
    await catalog.handlers['catalog.product']({ productId: '1' })
    await service.quiet()
    service.down = 'NAME_NOT_FOUND'
    db.run("delete from catalog_details where product_id = '2'")
    const detail = await catalog.handlers['catalog.product']({ productId: '1' })
    expect(detail.form).toEqual(formOf('1'))
    expect(await failure(catalog.handlers['catalog.product']({ productId: '2' }))).toBe(
      'FORM_NOT_STORED',
    )
  })

  test('an expired token is told as such, not as being offline', async () => {
    const catalog = open()
    service.down = 'UNAUTHORIZED'
    expect(await failure(catalog.handlers['catalog.product']({ productId: '1' }))).toBe(
      'UNAUTHORIZED',
    )
  })

  test('come behind: favourites first, then the most sold, two at a time', async () => {
    const first = open()
    service.down = 'CONNECTION_LOST'
    await first.handlers['catalog.setFavourite']({ productId: '3', favourite: true })
    service.down = null
    const catalog = open({ '2': 9 })
    catalog.start()
    await service.quiet()
    expect(service.asked).toEqual(['3', '2', '1'])
    expect(service.mostAtOnce).toBe(2)
    const { products } = await whole(catalog)
    expect(products.every(({ formStored }) => formStored)).toBe(true)
  })

  test('take their turn: five a second of what is used here, the rest one every five seconds', async () => {
    const catalog = open({ '2': 9 })
    catalog.start()
    await service.quiet()
    expect(service.asked).toEqual(['2', '1', '3'])
    expect(service.turns).toEqual([200, 5_000, 5_000])
  })

  test('come again only when the list says something else of their product, or they grew old', async () => {
    const catalog = open({ '1': 1 })
    const askedAtNextRefresh = async () => {
      service.asked = []
      await catalog.handlers['catalog.refresh']({})
      await service.quiet()
      return service.asked
    }
    expect(await askedAtNextRefresh()).toEqual(['1', '2', '3'])
    clock += 3_600_000
    expect(await askedAtNextRefresh()).toEqual([])
    clock += 1
    service.categories = categoriesOf({
      Recargas: ['2 Tigo', '1 Claro nuevo'],
      Retiros: ['3 Nequi'],
    })
    expect(await askedAtNextRefresh()).toEqual(['1'])
    clock += 25 * 3_600_000
    expect(await askedAtNextRefresh()).toEqual(['1'])
    clock += 28 * 24 * 3_600_000
    expect(await askedAtNextRefresh()).toEqual(['1', '2', '3'])
  })

  test('come again, once, when a clock that was a year ahead wrote down when they came', async () => {
    const catalog = open()
    clock += 365 * 86_400_000
    await catalog.handlers['catalog.refresh']({})
    await service.quiet()
    clock -= 365 * 86_400_000
    for (const asked of [['1', '2', '3'], []]) {
      service.asked = []
      await catalog.handlers['catalog.refresh']({})
      await service.quiet()
      expect(service.asked).toEqual(asked)
      clock += 1
    }
  })

  test('wait for their turn, and one that was asked for does not', async () => {
    const sale = Promise.withResolvers<null>()
    service.untilTurn = async () => {
      await sale.promise
    }
    const catalog = open()
    await catalog.handlers['catalog.refresh']({})
    expect(service.asked).toEqual([])
    await catalog.handlers['catalog.product']({ productId: '3' })
    expect(service.asked).toEqual(['3'])
    sale.resolve(null)
    await service.quiet()
    expect(service.asked).toEqual(['3', '1', '2'])
  })

  test('are not lost when the service asks to wait', async () => {
    const catalog = open()
    service.down = 'SERVICE_BUSY'
    let turns = 0
    service.untilTurn = async () => {
      turns += 1
      if (turns === 10) service.down = null
    }
    service.listProducts = async () => service.categories
    await catalog.handlers['catalog.refresh']({})
    await service.quiet()
    const { products } = await whole(catalog)
    expect(products.every(({ formStored }) => formStored)).toBe(true)
  })

  test('stop while the service cannot be reached, and go on when it answers', async () => {
    const catalog = open()
    await catalog.handlers['catalog.refresh']({})
    await service.quiet()
    db.exec('delete from catalog_details')
    const again = open()
    service.asked = []
    service.down = 'CONNECTION_REFUSED'
    again.start()
    await service.quiet()
    expect(service.asked.length).toBeLessThanOrEqual(2)
    expect(problems).toEqual([])
    service.down = null
    again.onConnection(connection('offline'))
    again.onConnection(connection('online'))
    await service.quiet()
    const { products } = await whole(again)
    expect(products.every(({ formStored }) => formStored)).toBe(true)
    expect(events).toContain('catalog.changed')
  })
})

test('favourites belong to the person: they outlive the cache and stay with their profile', async () => {
  const catalog = open()
  await catalog.handlers['catalog.refresh']({})
  await catalog.handlers['catalog.setFavourite']({ productId: '2', favourite: true })
  db.exec('drop table catalog_products; update catalog_shape set shape = 0')
  const rebuilt = open()
  const { products } = await refreshed(rebuilt)
  expect(products.filter(({ favourite }) => favourite).map(({ id }) => id)).toEqual(['2'])
  profileId = 'other'
  const other = await refreshed(rebuilt)
  expect(other.products.some(({ favourite }) => favourite)).toBe(false)
})

test('a new profile is read and refreshed by itself', async () => {
  const catalog = open()
  catalog.start()
  await service.quiet()
  profileId = 'second'
  catalog.onConnection(connection('unknown'))
  await service.quiet()
  expect((await whole(catalog)).products).toHaveLength(3)
})

describe('pictures', () => {
  test('come once from the service, then from the cache, also offline', async () => {
    const catalog = open()
    await catalog.handlers['catalog.refresh']({})
    const [first, same] = await Promise.all([
      catalog.image('/media/products/1?v=x'),
      catalog.image('/media/products/1'),
    ])
    expect(first).toMatchObject({ status: 200, contentType: 'image/png' })
    expect(same.status).toBe(200)
    expect(service.images).toBe(1)
    service.down = 'CONNECTION_LOST'
    expect((await catalog.image('/media/products/1')).status).toBe(200)
    expect((await catalog.image('/media/products/2')).status).toBe(404)
  })

  test('what is no picture, or no product, is not found', async () => {
    const catalog = open()
    await catalog.handlers['catalog.refresh']({})
    service.imageType = 'text/html'
    expect((await catalog.image('/media/products/1')).status).toBe(404)
    expect((await catalog.image('/media/products/none')).status).toBe(404)
    expect((await catalog.image('/media/products/%zz')).status).toBe(404)
    expect((await catalog.image('/other')).status).toBe(404)
  })
})

test('a sale takes name, category, tip, direction, price and form from here', async () => {
  const catalog = open()
  await catalog.handlers['catalog.refresh']({})
  expect(await catalog.productForSale('3')).toEqual({
    name: 'Nequi',
    categoryName: 'Retiros',
    tip: '3',
    direction: 'out',
    price: null,
    form: formOf('3'),
  })
  expect(await failure(catalog.productForSale('99'))).toBe('PRODUCT_NOT_FOUND')
})

test('what the owner said of a direction outranks the guess, in the list and in a sale', async () => {
  const catalog = open()
  directions = new Map([['3', 'in']])
  const { products } = await refreshed(catalog)
  expect(products.find(({ id }) => id === '3')?.direction).toBe('in')
  expect((await catalog.productForSale('3')).direction).toBe('in')
  directions = new Map()
  expect((await catalog.productForSale('3')).direction).toBe('out')
})
