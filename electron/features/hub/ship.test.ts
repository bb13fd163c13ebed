import { expect, test } from 'vitest'
import { Failure } from '../../../shared/errors.ts'
import { openMemoryJournal } from '../../store/testing/memory-journal.ts'
import { sellSample } from '../../store/testing/sell-sample.ts'
import { ship, type ReadOutbox } from './ship.ts'
import { createHubModel } from './testing/hub-model.ts'
import { playShipping } from './testing/shipping-seed.ts'

// What is sent against a model of the hub. Many more seeds of it, and what must be found in them, are in tests/real/shipping.test.ts.

const { journal } = openMemoryJournal()
const read: ReadOutbox = (work) => work(journal.outbox)

test('whatever is cut, late, sent twice, refused or taken back, in the end the hub holds what the journal does', async () => {
  for (let seed = 1; seed <= 12; seed += 1) await playShipping(seed)
})

test('a journal that never stood where the hub stands sends nothing', async () => {
  const model = createHubModel(() => 1)
  model.join('x')
  model.goBackTo({ position: { seq: 1, tip: 'ffffffffffffffff' }, rows: new Map() })
  const sending = ship({ hub: model.hub, read, stream: 'x', version: '1', now: () => 1 })
  await expect(sending).rejects.toMatchObject({ error: { code: 'HUB_FORKED' } })
  expect(model.held().rows.size).toBe(0)
})

test('a sale that cannot be read is named, and stops none that follows it', async () => {
  const { journal: own, db } = openMemoryJournal()
  const readOwn: ReadOutbox = (work) => work(own.outbox)
  const stream = { id: 's', code: 'C1', name: 'Caja 1', login: 'l', url: 'u', ca: null }
  own.outbox.begin({ ...stream, begunAt: 1 })
  for (const id of ['one', 'two', 'three']) sellSample(own, id)
  expect(own.slimming.pack(Number.MAX_SAFE_INTEGER, 10)).toBe(2)
  db.exec("drop trigger sale_packed; update sale set packed = x'010203' where id = 'two'")
  const model = createHubModel(() => 1)
  model.join('s')
  const send = () =>
    ship({ hub: model.hub, read: readOwn, stream: 's', version: '1', now: () => 1, atOnce: 2 })
  const missing = [{ thing: 'sale two', refused: null }]
  expect(await send()).toEqual({ sent: 12, missing })
  expect([...model.held().rows.keys()].toSorted()).toEqual([
    ...['sale one', 'sale three', 'unreadable sale two'],
  ])
  expect(await send()).toEqual({ sent: 0, missing })
})

test('a sale that the hub cannot store is set aside under its name, and all behind it goes on', async () => {
  const { journal: own } = openMemoryJournal()
  const stream = { id: 's', code: 'C1', name: 'Caja 1', login: 'l', url: 'u', ca: null }
  own.outbox.begin({ ...stream, begunAt: 1 })
  for (let made = 0; made < 30; made += 1) sellSample(own, `sale-${made}`)
  const model = createHubModel(() => 1)
  model.join('s')
  model.refuse((ref) => ref === 'sale-3' || ref === 'sale-4' || ref === 'sale-29')
  let asked = 0
  const send = (deps: object = {}) =>
    ship({
      ...{ hub: model.hub, stream: 's', version: '1', now: () => 1 },
      read: (work) => ((asked += 1), work(own.outbox)),
      ...deps,
    })
  const refused = ['sale-29', 'sale-3', 'sale-4']
  const { sent, missing } = await send()
  expect(sent).toBe(120)
  expect(missing.toSorted((one, other) => (one.thing < other.thing ? -1 : 1))).toEqual(
    refused.map((ref) => ({ thing: `sale ${ref}`, refused: '22003' })),
  )
  expect(model.held().rows.size).toBe(30)
  expect(model.held().rows.has('sale sale-28')).toBe(true)
  // Found by halves: not one change at a time.
  expect(asked).toBeLessThan(60)
  model.refuse(() => false)
  expect(await send()).toEqual({ sent: 0, missing: [] })
  expect(model.held().rows.get('sale sale-3')).toEqual(own.outbox.image('sale', 'sale-3'))
})

test('a hub that refuses everything is told as what is wrong, and nothing is passed over', async () => {
  const { journal: own } = openMemoryJournal()
  const stream = { id: 's', code: 'C1', name: 'Caja 1', login: 'l', url: 'u', ca: null }
  own.outbox.begin({ ...stream, begunAt: 1 })
  const amount = { minor: 1, currency: 'COP' }
  const seen = { at: 5, reason: 'opening', balance: amount, profits: amount } as const
  for (let made = 0; made < 130; made += 1) own.recordBalance('p1', seen)
  const model = createHubModel(() => 1)
  model.join('s')
  model.refuse(() => true)
  const deps = { hub: model.hub, stream: 's', version: '1', now: () => 1 }
  const send = () => ship({ ...deps, read: (work) => work(own.outbox) })
  const refusal = { error: { code: 'HUB_REFUSED', params: { reason: '22003' } } }
  await expect(send()).rejects.toMatchObject(refusal)
  expect(model.held().rows.size).toBe(100)
  model.refuse(() => false)
  expect(await send()).toEqual({ sent: 30, missing: [] })
  expect(model.held().rows.size).toBe(130)
  // Not even its name.
  const whole: typeof model.hub = { ...model.hub, run: () => Promise.reject(named) }
  const named = new Failure('HUB_REFUSED', { reason: '22023' })
  own.recordBalance('p1', seen)
  await expect(ship({ ...deps, hub: whole, read: (work) => work(own.outbox) })).rejects.toBe(named)
})
