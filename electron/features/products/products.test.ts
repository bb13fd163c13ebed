import { expect, test } from 'vitest'
import { Failure } from '../../../shared/errors.ts'
import { openMemoryJournal } from '../../store/open-journal.ts'
import { createProducts } from './products.ts'

function open(profileId: string | null = 'shop') {
  const { journal } = openMemoryJournal()
  const events: string[] = []
  const handlers = createProducts({
    journal: () => journal,
    reader: () => journal,
    profileId: () => profileId,
    emit: (name) => events.push(name),
    now: () => 1000,
  })
  return { handlers, events }
}

test('keeps what is said and tells the windows, the catalog among them', async () => {
  const { handlers, events } = open()
  const settings = await handlers['products.set']({ productIds: ['1'], direction: 'out' })
  expect(settings).toEqual([{ productId: '1', direction: 'out', nature: null }])
  expect(await handlers['products.settings']({})).toEqual(settings)
  expect(events).toEqual(['products.changed', 'catalog.changed'])
})

test('without a connection nothing can be said, and nothing is known', async () => {
  const { handlers } = open(null)
  expect(await handlers['products.settings']({})).toEqual([])
  const caught: unknown = await handlers['products.set']({
    productIds: ['1'],
    nature: 'resale',
  }).catch((error: unknown) => error)
  expect(caught instanceof Failure && caught.error.code).toBe('NO_PROFILE')
})
