import { afterEach, expect, test } from 'vitest'
import { Failure } from '../../../shared/errors.ts'
import { share } from '../../hub/calls.ts'
import type { HubConnection } from '../../hub/connect.ts'
import { beginning } from '../../store/hub/outbox.ts'
import type { Places } from '../../store/hub/shared.ts'
import { openMemoryJournal } from '../../store/testing/memory-journal.ts'
import { createSharedModel } from './testing/shared-model.ts'
import {
  dropRegisters,
  joinedAt,
  payee,
  person,
  pinHash,
  registerAt,
  syncAll,
} from './testing/shared-play.ts'

// What the registers of a shop share, over the model of the hub; tests/real/hub-shared.test.ts holds it against PostgreSQL, and
// lets registers say things at random.

afterEach(dropRegisters)

test('what is said at one register is there at the others, and what is taken away is gone', async () => {
  const model = createSharedModel()
  const one = registerAt(model.registerOf('C1'))
  const other = registerAt(model.registerOf('C2'))
  one.direct('7', 'out')
  one.payees.learn(payee, '9')
  one.put(person('a', 'Ana', { role: 'administrator' }))
  await one.sync()
  expect((await other.sync()).kinds).toEqual(new Set(['direction', 'payee', 'person']))
  expect(other.directions()).toEqual({ 7: 'out' })
  expect(other.payees.all()).toEqual([`${payee} 9`])
  expect(other.journal.people.person('a')).toMatchObject({ name: 'Ana', pinHash })
  expect(other.trail()).toEqual([['people.shared', 'Ana', 'C1']])
  expect(other.journal.trail.peopleUnlike()).toEqual([])
  expect([one.changes(), other.changes()]).toEqual([[], []])
  other.direct('7', null)
  other.payees.forget(payee, '9')
  await other.sync()
  expect((await one.sync()).replaced).toBe(0)
  expect([one.directions(), one.payees.all()]).toEqual([{}, []])
})

test('where two say it otherwise what came first stands, and the other hears of it', async () => {
  const model = createSharedModel()
  const one = registerAt(model.registerOf('C1'))
  const other = registerAt(model.registerOf('C2'))
  for (const register of [one, other]) register.direct('7', 'out')
  one.direct('8', 'in')
  other.direct('8', 'out')
  await one.sync()
  expect((await other.sync()).replaced).toBe(1)
  expect(other.directions()).toEqual({ 7: 'out', 8: 'in' })
  expect(other.trail()).toEqual([['hub.replaced', '1', 'direction 8 C1']])
  // The same at once, of something that both have.
  one.direct('7', 'in')
  other.direct('7', null)
  await other.sync()
  expect((await one.sync()).replaced).toBe(1)
  expect(one.directions()).toEqual({ 8: 'in' })
  // What is said while an answer is on its way goes on from there.
  one.direct('9', 'out')
  const answer = await one.hear()
  one.direct('9', 'in')
  expect(one.take(answer).replaced).toBe(0)
  await one.sync()
  await other.sync()
  expect(other.directions()).toEqual({ 8: 'in', 9: 'in' })
})

test('another connection shares nothing; one that is made anew takes all of it, and takes nothing away', async () => {
  const model = createSharedModel()
  const one = registerAt(model.registerOf('C1'))
  const elsewhere = registerAt(model.registerOf('C2'), { account: 'account Otra https://service' })
  one.direct('7', 'out')
  await one.sync()
  await elsewhere.sync()
  expect(elsewhere.directions()).toEqual({})
  const { shared, stream } = one.journal.outbox
  expect(stream()).toBeNull()
  const renewed: Places = { accounts: { 'account Tienda https://service': 'new' }, beside: [] }
  expect(shared.changes(renewed)).toEqual([])
  const nothing = {
    ...shared.position(),
    after: shared.position(),
    anew: false,
    docs: [],
    sent: [],
  }
  shared.take(nothing, renewed, 1, () => undefined)
  expect(one.journal.productSettings.directions('new')).toEqual(new Map([['7', 'out']]))
})

test("the shop's own data are those of a branch, and an empty register takes none of them away", async () => {
  const model = createSharedModel()
  const one = registerAt(model.registerOf('C1', 'Norte'))
  const other = registerAt(model.registerOf('C2', 'Norte'))
  const south = registerAt(model.registerOf('C3', 'Sur'))
  one.say({ name: 'Tienda', registerCode: '01' })
  await one.sync()
  for (const register of [other, south]) await register.sync()
  expect(other.business()).toMatchObject({ name: 'Tienda', taxRates: [] })
  expect(other.business()).not.toHaveProperty('registerCode')
  expect(south.business()).toBeNull()
  other.say(null as never)
  expect(other.changes()).toEqual([])
})

test('each register tells its own closes, and none of them keeps another from closing', async () => {
  const model = createSharedModel()
  const [one, other, third] = [joinedAt(model, 'C1'), joinedAt(model, 'C2'), joinedAt(model, 'C3')]
  const all = [one, other, third, one, other, third]
  const told = (register: typeof one) => register.closedElsewhere('2026-10')
  one.close('2026-10', 11)
  await syncAll(...all)
  other.close('2026-10', 12)
  const before = model.held()
  one.reopen('2026-10', 13)
  await syncAll(...all)
  expect([told(one), told(other)]).toEqual([[['C2', 1, 12, null, null]], [['C1', 1, 11, null, 13]]])
  one.close('2026-10', 14)
  one.exported(2, 15)
  await syncAll(...all)
  const both = [['C1', 2, 14, 15, null], ...told(one)]
  expect([told(third), third.closedElsewhere('2026-09')]).toEqual([both, []])
  // Whoever leaves hears of none; a journal that lost its closes, as a restored one, still knows of them.
  third.journal.outbox.leave()
  expect([told(third), third.changes()]).toEqual([[], []])
  third.join('C1')
  await syncAll(third)
  expect(told(third)).toEqual(both)
  // A hub that went back hears it again, also of a register that is offline now.
  model.goBackTo(before)
  await syncAll(third, other, third)
  expect(told(third)).toEqual(both)
  expect(all.flatMap(({ trail }) => trail())).toEqual([])
})

test('what is not understood is kept, shown nowhere, and said by nobody here', async () => {
  const model = createSharedModel()
  const newer = model.registerOf('C9')
  const doc = (kind: string, key: string, body: unknown, scope = 'shop') => ({
    ...{ kind, scope, key, body, version: 0 },
  })
  const account = 'account Tienda https://service'
  const deep: unknown = JSON.parse('['.repeat(25) + ']'.repeat(25))
  const hostile = [
    doc('future', 'x', { a: 1 }),
    doc('direction', '7', 'sideways', account),
    doc('payee', 'no number 9', true, account),
    doc('person', 'p', { ...person('p', 'Eva'), pinHash: `scrypt$1073741824$${'a'.repeat(32)}$x` }),
    doc('person', 'q', { name: '', role: 'god' }),
    doc('person', 'r', { ...person('r', 'Iris'), pinHash: pinHash.replace('16', '17') }),
    doc('deep', 'x', deep),
    doc('chart', 'chart', { lines: 'none' }, account),
    doc('close', '2026-10 C9', { number: 1, closedAt: 9e15 }, account),
    doc('business', 'business', { name: 7 }, 'branch'),
  ]
  await share(newer, { stream: 's', at: beginning, heard: beginning, changes: hostile })
  const one = registerAt(model.registerOf('C1'))
  expect((await one.hear())?.docs.map(({ kind }) => kind)).not.toContain('deep')
  const written = await one.sync()
  expect([written.kinds.size, one.people(), one.business()]).toEqual([0, [], null])
  one.direct('7', 'in')
  one.put(person('q', 'Eva'))
  expect(one.changes()).toEqual([])
  expect((await one.sync()).replaced).toBe(0)
  expect(one.directions()).toEqual({ 7: 'in' })
})

test('a hub that went back to an older copy is told again what it lost', async () => {
  const model = createSharedModel()
  const one = registerAt(model.registerOf('C1'))
  const other = registerAt(model.registerOf('C2'))
  one.put(person('a', 'Ana', { role: 'administrator' }))
  one.put(person('b', 'Beto'))
  for (const register of [one, other]) await register.sync()
  const late = registerAt(model.registerOf('C3'))
  await late.sync()
  const before = model.held()
  one.put(person('b', 'Beto', { active: false }))
  one.direct('7', 'out')
  for (const register of [one, other]) await register.sync()
  model.goBackTo(before)
  // It counts on from there, so that its numbers alone would tell nothing; who was offline says otherwise what it lost.
  late.put(person('b', 'Beto', { pinHash: pinHash.replaceAll('b', 'c') }))
  await late.sync()
  other.direct('8', 'in')
  other.direct('9', 'in')
  await syncAll(other, one, late, other, one, late, other, one, late)
  for (const register of [one, other, late]) {
    expect(register.people()).toEqual(['a Ana administrator', 'b Beto cashier gone'])
    expect(register.directions()).toEqual({ 7: 'out', 8: 'in', 9: 'in' })
  }
})

test('where a hub went back who never heard of it lets nobody in, and do no more', async () => {
  const model = createSharedModel()
  const one = registerAt(model.registerOf('C1'))
  const late = registerAt(model.registerOf('C2'))
  const chief = { role: 'administrator' } as const
  const cop = (minor: number) => ({ cashOut: { minor, currency: 'COP' }, deposit: null })
  for (const id of ['a', 'b', 'c']) one.put(person(id, `Ana ${id}`, chief))
  one.put(person('d', 'Dora', { limits: cop(900) }))
  for (const register of [one, late]) await register.sync()
  const before = model.held()
  one.put(person('b', 'Beto', chief))
  one.put(person('c', 'Caro', chief))
  one.put(person('d', 'Dora', { rights: ['sell', 'shift'], limits: cop(700) }))
  await one.sync()
  model.goBackTo(before)
  late.put(person('b', 'Ana b', { ...chief, active: false }))
  late.put(person('c', 'Ana c'))
  late.put(person('d', 'Dora', { rights: ['sell', 'credit'], limits: cop(800) }))
  await late.sync()
  expect((await one.sync()).replaced).toBe(3)
  for (const register of [one, late]) await register.sync()
  for (const { people, journal } of [one, late]) {
    const [b, c] = ['b Beto administrator gone', 'c Caro cashier']
    expect(people()).toEqual(['a Ana a administrator', b, c, 'd Dora cashier'])
    expect(journal.people.person('d')).toMatchObject({ rights: ['sell'], limits: cop(700) })
  }
})

test('a hub that went back takes no word for versions that it lost', async () => {
  const model = createSharedModel()
  const one = registerAt(model.registerOf('C1'))
  const other = registerAt(model.registerOf('C2'))
  one.direct('7', 'out')
  for (const register of [one, other]) await register.sync()
  const before = model.held()
  one.direct('7', null)
  await one.sync()
  model.goBackTo(before)
  other.direct('7', 'in')
  await other.sync()
  const held = model.held()
  one.direct('7', 'out')
  await one.hear()
  expect(model.held()).toEqual(held)
})

test('whoever joins again as the same register still says what was not sent', async () => {
  const model = createSharedModel()
  const one = registerAt(model.registerOf('C1'))
  const other = registerAt(model.registerOf('C2'))
  const joined = (login: string) =>
    one.journal.outbox.begin({
      ...{ id: login, code: 'C1', name: 'Caja 1', login, url: 'postgres://hub', ca: null },
      begunAt: 1,
    })
  joined('same')
  one.put(person('a', 'Ana', { role: 'administrator' }))
  one.put(person('b', 'Beto'))
  one.direct('7', 'out')
  for (const register of [one, other]) await register.sync()
  other.direct('7', 'in')
  await other.sync()
  one.put(person('b', 'Beto', { active: false }))
  joined('same')
  for (const register of [one, other]) await register.sync()
  for (const { people, directions } of [one, other]) {
    expect([people(), directions()]).toEqual([
      ['a Ana administrator', 'b Beto cashier gone'],
      { 7: 'in' },
    ])
  }
  // What it said is no news to it, though the answer was lost and it says otherwise since.
  one.direct('7', 'out')
  await one.hear()
  one.direct('7', null)
  expect((await one.sync()).replaced).toBe(0)
  for (const register of [one, other]) await register.sync()
  expect([one.directions(), other.directions()]).toEqual([{}, {}])
  // Of another hub nothing is known: what it has stands.
  joined('other')
  expect(one.journal.outbox.shared.position()).toEqual(beginning)
  expect(one.changes().map(({ version }) => version)).toEqual([0, 0])
})

test('a copied folder in the same stream takes over what the other says', async () => {
  const model = createSharedModel()
  const one = registerAt(model.registerOf('C1'))
  const copy = registerAt(model.registerOf('C1'), { copyOf: one.stream })
  one.direct('7', 'in')
  for (let round = 0; round < 3; round += 1) await syncAll(one, copy)
  expect([one.changes(), copy.changes(), copy.directions()]).toEqual([[], [], { 7: 'in' }])
  copy.direct('7', null)
  await copy.sync()
  expect((await one.sync()).replaced).toBe(0)
  expect([one.changes(), one.directions()]).toEqual([[], {}])
})

test('whose very first answer was lost still says what changed since', async () => {
  const one = registerAt(createSharedModel().registerOf('C1'))
  one.put(person('a', 'Ana', { role: 'administrator' }))
  one.put(person('b', 'Beto'))
  await one.hear()
  one.put(person('b', 'Beto', { active: false }))
  for (let round = 0; round < 2; round += 1) expect((await one.sync()).replaced).toBe(0)
  expect(one.people()).toEqual(['a Ana administrator', 'b Beto cashier gone'])
})

test("what beside the journal cannot be kept is not taken for this register's own word", () => {
  const { shared } = openMemoryJournal().journal.outbox
  const business = { kind: 'business', key: 'business' }
  const places = { accounts: {}, beside: [{ ...business, body: { name: 'Tienda' } }] }
  const doc = { ...business, scope: 'branch', version: 4, body: { name: 'La Esquina' } }
  const answer = {
    seq: 4,
    tip: 't',
    after: beginning,
    anew: false,
    docs: [{ ...doc, by: 'C2', own: false }],
    sent: [],
  }
  const full = () => {
    throw new Failure('DISK_FULL')
  }
  expect(() => shared.take(answer, places, 1, full)).toThrow(Failure)
  expect(shared.position()).toEqual(beginning)
  expect(shared.changes(places)).toMatchObject([{ version: 0 }])
})

test('a hub that answers without end, or that was not upgraded, is no loss', async () => {
  const { hear } = registerAt(createSharedModel().registerOf('C1'))
  const rows: HubConnection['rows'] = async (row) => [
    row.parse({ anew: false, seq: 1, tip: 't', docs: [], more: true }),
  ]
  const hub: HubConnection = {
    ...createSharedModel().registerOf('C1'),
    rows,
  }
  await expect(hear(hub)).rejects.toMatchObject({ error: { code: 'HUB_FAILED' } })
  const old = { ...hub, rows: () => Promise.reject(new Failure('HUB_NOT_PREPARED')) }
  expect(await hear(old)).toBeNull()
})
