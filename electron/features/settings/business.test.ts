import { expect, test } from 'vitest'
import type { SettingsStore } from '../../host/host.ts'
import { businessSchema } from '../../../shared/domain/receipt/business.ts'
import { createBusiness, readBusiness, writtenBusiness } from './business.ts'

function memory(): SettingsStore {
  const kept = new Map<string, unknown>()
  return { get: (key) => kept.get(key), set: (key, value) => void kept.set(key, value) }
}

test('what was written down is read by whoever prints it', async () => {
  const store = memory()
  const calls = createBusiness(store)
  const written = businessSchema.parse({
    name: 'Tienda La 14',
    taxId: '800.197.268-4',
    taxRates: [{ name: 'IVA', rate: '19 %' }],
  })
  expect(await calls['business.get']({})).toEqual(businessSchema.parse({}))
  await calls['business.set'](written)
  expect(await calls['business.get']({})).toEqual(written)
  expect(readBusiness(store)).toEqual(written)
})

test('what says nothing that registers share is none to them', () => {
  const store = memory()
  expect(writtenBusiness(store)).toBeNull()
  store.set('business', businessSchema.parse({ registerCode: '02', registerName: 'Caja 2' }))
  expect(writtenBusiness(store)).toBeNull()
  store.set('business', { phone: '300' })
  expect(writtenBusiness(store)).toMatchObject({ phone: '300' })
})

test('one value that cannot be read loses only itself', () => {
  const store = memory()
  store.set('business', { name: 'Tienda La 14', taxIdKind: 'CUIT', taxRates: 'none' })
  expect(readBusiness(store)).toEqual(businessSchema.parse({ name: 'Tienda La 14' }))
  store.set('business', 'damaged')
  expect(readBusiness(store)).toEqual(businessSchema.parse({}))
})
