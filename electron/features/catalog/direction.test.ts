import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Direction } from '../../../shared/domain/money/money.ts'
import { toAppError } from '../../../shared/errors.ts'
import { makeFolder } from '../../../tests/folders.ts'
import { openCatalogCache } from '../../store/cache/catalog-cache.ts'
import { openDatabase } from '../../store/sqlite/db.ts'
import { createCatalog } from './catalog.ts'
import { categoriesOf, fakeService, shopOf } from './testing/fake-service.ts'

test('what is a guess is not sold: the owner or a sale says which way its cash goes', async () => {
  const db = openDatabase(join(makeFolder('direction'), 'cache.db'), { synchronous: 'NORMAL' })
  const sold = new Map<string, Direction>()
  const directions = new Map<string, Direction>()
  const service = fakeService()
  const catalog = createCatalog({
    ...shopOf(),
    cache: openCatalogCache(db),
    profileId: () => 'shop',
    service: () => service,
    emit: () => undefined,
    soldDirection: (productId) => sold.get(productId) ?? null,
    soldAmounts: () => [],
    directions: () => directions,
    settings: { get: () => undefined, set: () => undefined },
    onProblem: () => undefined,
    now: () => 1,
  })
  onTestFinished(() => {
    catalog.close()
    db.close()
  })
  service.categories = categoriesOf({ Bancos: ['1 Nogal'], Recargas: ['2 Tigo'] })
  service.getProduct = async (id) => ({
    ...{ id, name: '', description: '', image: null, price: null },
    form: { title: 'Operación', button: 'Continuar', inputs: [] },
  })
  await catalog.handlers['catalog.refresh']({})
  const guessed = async (productId: string) =>
    (await catalog.handlers['catalog.product']({ productId })).directionGuessed
  const wayOf = (productId: string) =>
    catalog.productForSale(productId).then(
      ({ direction }) => direction,
      (caught: unknown) => toAppError(caught).code,
    )
  expect([await wayOf('1'), await guessed('1')]).toEqual(['DIRECTION_UNCONFIRMED', true])
  expect([await wayOf('2'), await guessed('2')]).toEqual(['in', false])
  directions.set('1', 'out')
  expect([await wayOf('1'), await guessed('1')]).toEqual(['out', false])
  directions.clear()
  sold.set('1', 'in')
  expect(await wayOf('1')).toBe('in')
  // Sold the other way before: the names are not what they were.
  sold.set('1', 'out')
  expect([await wayOf('1'), await guessed('1')]).toEqual(['DIRECTION_UNCONFIRMED', true])
  sold.set('2', 'out')
  expect(await wayOf('2')).toBe('DIRECTION_UNCONFIRMED')
})
