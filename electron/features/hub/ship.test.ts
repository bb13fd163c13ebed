import { expect, test } from 'vitest'
import { Failure } from '../../../shared/errors.ts'
import type { HubConnection } from '../../hub/connect.ts'
import { openMemoryJournal } from '../../store/testing/memory-journal.ts'
import { sellSample } from '../../store/testing/sell-sample.ts'
import { pushNow } from './push-now.ts'
import { ship, type ReadOutbox } from './ship.ts'
import { makeFolder } from '../../../tests/folders.ts'
import { createHubModel } from './testing/hub-model.ts'
import { createSharedModel } from './testing/shared-model.ts'

// What is sent against a model of the hub. Many seeds of several registers are in tests/simulation/registers.

const named = { code: 'C1', name: 'Caja 1', login: 'l', url: 'u', ca: null, begunAt: 1 }
const elsewhere = { position: { seq: 1, tip: 'ffffffffffffffff' }, rows: new Map() }

/** A register with some sales in stream `s`, and its hub. */
function joined(sales = 0) {
  const { journal } = openMemoryJournal()
  const { outbox } = journal
  outbox.begin({ id: 's', ...named })
  for (let made = 0; made < sales; made += 1) sellSample(journal, `sale-${made}`)
  const model = createHubModel()
  model.join('s')
  const read: ReadOutbox = (work) => work(outbox)
  const deps = { read, stream: 's', version: '1', now: () => 1 }
  const send = (of: object = {}) => ship({ hub: model.hub, ...deps, ...of })
  /** The model with another answer to what is not read. */
  const hubThat = (run: HubConnection['run']): HubConnection => ({ ...model.hub, run })
  return { journal, outbox, model, deps, send, hubThat }
}

test.each([
  ['leaves', false],
  ['joins anew', true],
])('who %s while it is sent is never called complete', async (_, again) => {
  const { outbox, model, send, hubThat } = joined(6)
  const pushes: unknown[] = []
  const hub = hubThat(async (sql, values = []) => {
    await model.hub.run(sql, values)
    pushes.push(values[5])
    if (pushes.length > 1) return
    if (again) outbox.begin({ id: 'other', ...named })
    else outbox.leave()
  })
  await expect(send({ hub, atOnce: 4 })).rejects.toMatchObject({
    error: { code: 'HUB_NOT_JOINED' },
  })
  expect(pushes).toEqual([null])
})

test('two programs that send the same overtake each other and both come to the end', async () => {
  const { model, send, hubThat } = joined(6)
  let asked = 0
  const overtaken = hubThat(async (sql, values) => {
    if ((asked += 1) % 2 === 1) throw new Failure('HUB_FORKED')
    await model.hub.run(sql, values)
  })
  expect(await send({ hub: overtaken, atOnce: 2 })).toEqual({ sent: 24, missing: [] })
  const always = hubThat(() => Promise.reject(new Failure('HUB_FORKED')))
  await expect(send({ hub: always })).rejects.toMatchObject({
    error: { code: 'HUB_UNREACHABLE', params: { reason: 'overtaken' } },
  })
})

test('of what is missing some is tried at each push, and each thing is heard of', async () => {
  const { journal, model, send, hubThat } = joined()
  const amount = { minor: 1, currency: 'COP' }
  const seen = { at: 5, reason: 'opening', balance: amount, profits: amount } as const
  for (let made = 0; made < 250; made += 1) journal.recordBalance('p1', seen)
  model.refuse(() => true)
  for (let push = 0; push < 2; push += 1) await send().catch(() => undefined)
  expect((await send()).missing).toHaveLength(250)
  let asked = 0
  let heard = 0
  const hub = hubThat((...of) => ((asked += 1), model.hub.run(...of)))
  const { missing } = await send({ hub, onSent: () => void (heard += 1) })
  expect([missing.length, asked, heard]).toEqual([250, 201, 201])
})

/** What the hub is told of why it could not be sent; the telling itself fails where `deaf`. */
async function pushed(register: ReturnType<typeof joined>, { deaf = false } = {}) {
  const { model, deps, hubThat } = register
  const told: unknown[] = []
  const hub = hubThat(async (sql, values = []) => {
    if (!sql.includes('told_v1')) return model.hub.run(sql, values)
    if (deaf) throw new Failure('HUB_FAILED', { reason: 'x' })
    told.push(values[3])
  })
  const places = { accounts: {}, beside: [] }
  const of = { ...deps, hub, places, dataDir: '/none', onSent: () => undefined }
  const [came] = await Promise.allSettled([pushNow(of)])
  const answer: unknown = came?.status === 'fulfilled' ? came.value : came?.reason
  return { answer, told }
}

test('what was said, not answered and put back since is put back at the hub, too', async () => {
  const { journal, outbox, deps, model } = joined()
  const shared = createSharedModel()
  const { rows } = shared.registerOf('C1')
  let isCut = false
  const hub: HubConnection = {
    ...model.hub,
    async rows(row, sql, values) {
      if (!sql.includes('share_v1')) return model.hub.rows(row, sql, values)
      const answer = await rows(row, sql, values)
      if (isCut) throw new Failure('HUB_UNREACHABLE', { reason: 'cut' })
      return answer
    },
  }
  const places = { accounts: { 'account Tienda https://service': 'p1' }, beside: [] }
  const unanswered = new Map()
  const push = async () => {
    const of = { ...deps, hub, places, dataDir: makeFolder('ship'), unanswered }
    const { shared: heard } = await pushNow({ ...of, onSent: () => undefined })
    if (heard) outbox.shared.take(heard, places, 5, () => undefined)
  }
  const direct = (direction: 'in' | 'out') =>
    journal.productSettings.set('p1', ['7'], { direction }, 1)
  direct('in')
  await push()
  direct('out')
  isCut = true
  await push()
  direct('in')
  isCut = false
  for (let round = 0; round < 2; round += 1) await push()
  expect(journal.productSettings.directions('p1')).toEqual(new Map([['7', 'in']]))
  expect([...shared.held().docs.values()].map(({ body }) => body)).toEqual(['in'])
  expect(unanswered.size).toBe(0)
})

test('a copy is told of; whoever left, or whose stream another one ended, is none', async () => {
  const copy = joined()
  copy.model.goBackTo(elsewhere)
  expect(await pushed(copy)).toMatchObject({
    ...{ answer: { error: { code: 'HUB_FORKED' } }, told: ['HUB_FORKED'] },
  })
  const ended = joined()
  ended.model.join('other')
  expect(await pushed(ended)).toMatchObject({
    ...{ answer: { error: { code: 'HUB_FORKED' } }, told: [] },
  })
  const left = joined()
  left.model.goBackTo(elsewhere)
  left.outbox.leave()
  expect(await pushed(left)).toMatchObject({
    ...{ answer: { error: { code: 'HUB_NOT_JOINED' } }, told: [] },
  })
})

test('what fails once all was sent undoes no sending', async () => {
  const { answer } = await pushed(joined(2), { deaf: true })
  expect(answer).toMatchObject({ sent: 8, left: 0, missing: [], beside: { code: 'HUB_FAILED' } })
})

test.each([
  ['ahead', 9_000, 5_000],
  ['behind', 3_000, 3_000],
])(
  'a register whose clock is %s is complete until no later than when it asked',
  async (_, clock, until) => {
    const { deps, outbox } = joined(1)
    const model = createHubModel(5_000)
    model.join('s')
    const untils: unknown[] = []
    const run: HubConnection['run'] = (sql, values = []) => {
      untils.push(values[5])
      return model.hub.run(sql, values)
    }
    await ship({ ...deps, hub: { ...model.hub, run }, now: () => clock })
    expect([untils, model.held().position.seq]).toEqual([[until], outbox.newest()])
  },
)

test('a journal that never stood where the hub stands sends nothing', async () => {
  const { model, send } = joined()
  model.goBackTo(elsewhere)
  await expect(send()).rejects.toMatchObject({ error: { code: 'HUB_FORKED' } })
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
  const model = createHubModel()
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
  const model = createHubModel()
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
  const model = createHubModel()
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
  const whole: typeof model.hub = { ...model.hub, run: () => Promise.reject(refused) }
  const refused = new Failure('HUB_REFUSED', { reason: '22023' })
  own.recordBalance('p1', seen)
  await expect(ship({ ...deps, hub: whole, read: (work) => work(own.outbox) })).rejects.toBe(
    refused,
  )
})
