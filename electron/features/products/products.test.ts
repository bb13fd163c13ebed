import { expect, test } from 'vitest'
import { Failure } from '../../../shared/errors.ts'
import { writtenJournal } from '../../store/journal/journal-access.ts'
import { intentSample } from '../../store/testing/journal-samples.ts'
import { openMemoryJournal } from '../../store/testing/memory-journal.ts'
import { createProducts } from './products.ts'

function open(profileId: string | null = 'shop') {
  const { journal, db } = openMemoryJournal()
  const events: string[] = []
  let offered = false
  const handlers = createProducts({
    journal: writtenJournal(journal),
    profileId: () => profileId,
    offersRecent: () => offered,
    emit: (name) => events.push(name),
    now: () => 1000,
  })
  return { handlers, events, offer: () => (offered = true), journal, db }
}

test('keeps what is said and tells the windows, the catalog among them', async () => {
  const { handlers, events } = open()
  const settings = await handlers['products.set']({ productIds: ['1'], direction: 'out' })
  expect(settings).toEqual([{ productId: '1', direction: 'out', nature: null }])
  expect(await handlers['products.settings']({})).toEqual(settings)
  expect(events).toEqual(['products.changed', 'catalog.changed'])
})

test('says what several are to the books at once, and leaves their direction', async () => {
  const { handlers } = open()
  await handlers['products.set']({ productIds: ['1'], direction: 'in' })
  const settings = await handlers['products.classify']({
    decisions: [
      { nature: 'collection', productIds: ['1', '2'] },
      { nature: 'cash-out', productIds: ['3'] },
    ],
  })
  expect(settings).toEqual([
    { productId: '1', direction: 'in', nature: 'collection' },
    { productId: '2', direction: null, nature: 'collection' },
    { productId: '3', direction: null, nature: 'cash-out' },
  ])
  const back = [{ nature: null, productIds: ['1', '3'] }]
  expect(await handlers['products.classify']({ decisions: back })).toEqual([
    { productId: '1', direction: 'in', nature: null },
    { productId: '2', direction: null, nature: 'collection' },
  ])
})

test('without a connection nothing can be said, and nothing is known', async () => {
  const { handlers } = open(null)
  expect(await handlers['products.settings']({})).toEqual([])
  const caught: unknown = await handlers['products.set']({
    productIds: ['1'],
    direction: 'in',
  }).catch((error: unknown) => error)
  expect(caught instanceof Failure && caught.error.code).toBe('NO_PROFILE')
})

test('what customers bought is offered once the owner turned it on', async () => {
  const { handlers, offer, journal, db } = open()
  const { id } = journal.prepare(intentSample({ profileId: 'shop', productId: '5' }))
  db.run("update sale set state = 'APPROVED' where id = ?", id)
  expect(await handlers['products.recent']({ productId: '5' })).toEqual([])
  offer()
  expect(await handlers['products.recent']({ productId: '5' })).toMatchObject([
    { reference: intentSample().reference, values: intentSample().values },
  ])
})
