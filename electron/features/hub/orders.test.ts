import { afterEach, expect, test } from 'vitest'
import { erasedMark } from '../../../shared/domain/privacy/personal.ts'
import { keysOfCustomer } from '../../store/sales/sale-customer.ts'
import { sellSample } from '../../store/testing/sell-sample.ts'
import { carryOut } from './carry-out.ts'
import { createSharedModel } from './testing/shared-model.ts'
import { dropRegisters, registerAt } from './testing/shared-play.ts'

// Whom one register orders to be erased, the others erase: over the model of the hub. tests/real/hub-erasure.test.ts does it with
// PostgreSQL.

afterEach(dropRegisters)

const day = 86_400_000
const now = 1_000 * day
const phone = '3009876501'
type Register = ReturnType<typeof registerAt>

/** Somebody's sale of so many days ago. */
const sell = ({ journal }: Register, id: string, of: object = {}, ago = 10) =>
  sellSample(journal, id, {
    ...{ reference: phone, phone, values: { customerCellphone: phone } },
    ...{ createdAt: now - ago * day, ...of },
  })

const order = ({ journal }: Register, text: string) =>
  journal.personal.ask({ sales: [], notes: [] }, { at: now, why: 'request', by: null }, undefined, {
    keys: keysOfCustomer(text),
    at: now,
  })

/** Hears, and does what is ordered as the window does. */
async function hear(register: Register): Promise<void> {
  const { journal } = register
  await register.sync()
  const orders = journal.outbox.orders.toDo()
  await carryOut({ inJournal: (work) => work(journal), now: () => now }, orders)
}

const isErased = ({ journal }: Register, id: string) => journal.personal.isErased(id)
/** What the hub holds of it, and may be read there. */
const held = (model: ReturnType<typeof createSharedModel>) =>
  JSON.stringify([...model.held().docs.values()])

test('a number is erased at the others however it was written there, once, and nobody else is', async () => {
  const model = createSharedModel()
  const [one, other] = [registerAt(model.registerOf('C1')), registerAt(model.registerOf('C2'))]
  sell(other, 'plain')
  sell(other, 'abroad', { reference: `+57 ${phone}`, phone: null, values: {} })
  sell(other, 'typed', { reference: '1', phone: null, values: { account: phone } })
  sell(other, 'else', { reference: '3001112222', phone: null, values: {} })
  sell(other, 'later', {}, -1)
  sell(other, 'fresh', {}, 1)
  order(one, `+57 300 987-6501`)
  await hear(one)
  await hear(other)
  const erased = ['plain', 'abroad', 'typed'].map((id) => isErased(other, id))
  expect(erased).toEqual([true, true, true])
  expect(['else', 'later', 'fresh'].map((id) => isErased(other, id))).toEqual([false, false, false])
  // What is younger than two days waits, as where it is ordered; what came after the order is not meant.
  expect(other.journal.personal.countOf(phone, now)).toMatchObject({ sales: 2, due: 1 })
  expect(other.trail()).toEqual([['privacy.ordered', 'C1', '4']])
  const before = other.journal.outbox.newest()
  await hear(other)
  await hear(one)
  expect([other.trail().length, one.trail(), before]).toEqual([
    1,
    [],
    other.journal.outbox.newest(),
  ])
  expect(held(model)).not.toContain(phone)
})

test('a journal that went back to before an order hears it again, and takes it away from nobody', async () => {
  const model = createSharedModel()
  const [one, other] = [registerAt(model.registerOf('C1')), registerAt(model.registerOf('C2'))]
  order(one, phone)
  await hear(one)
  // As the register that gave it hears it, in a journal of before.
  sell(other, 'mine')
  const answer = await other.hear()
  if (answer === null) throw new Error('the hub knows no sharing')
  other.take({ ...answer, docs: answer.docs.map((doc) => ({ ...doc, own: true })) })
  expect(other.changes()).toEqual([])
  await hear(other)
  expect(isErased(other, 'mine')).toBe(true)
  expect([...model.held().docs.values()].map(({ body }) => body)).not.toContain(null)
})

test('who owes is erased by name, with the notes that say it, and stays a number', async () => {
  const model = createSharedModel()
  const [one, other] = [registerAt(model.registerOf('C1')), registerAt(model.registerOf('C2'))]
  const { journal } = other
  const draft = { profileId: 'p1', cashierId: null, cashier: null, openedAt: 1, base: [] }
  journal.shifts.begin({ id: 's1', ...draft, follows: null })
  const amount = { minor: 1, currency: 'COP' }
  const moving = { direction: 'in', reason: 'credit', amount, cashier: null } as const
  const move = (id: string, note: string) =>
    journal.shifts.movements.add({ id, shiftId: 's1', at: 5, note, ...moving })
  move('m1', 'Abono de Rosa Núñez, 2 de 3')
  move('m2', 'Rosa, bolsas')
  sell(other, 'owed', { shift: 's1', tender: { kind: 'credit', name: 'Rosa Núñez' } })
  order(one, 'rosa nuñez')
  await hear(one)
  await hear(other)
  expect(isErased(other, 'owed')).toBe(true)
  const notes = journal.shifts.movements.ofShift('s1').map(({ note }) => note)
  expect(notes).toEqual([erasedMark, 'Rosa, bolsas'])
  expect(held(model)).not.toMatch(/rosa|n[uú][nñ]ez/i)
})

test('a hub of before is told again, and a copy that knew nothing of it hears it', async () => {
  const model = createSharedModel()
  const [one, other] = [registerAt(model.registerOf('C1')), registerAt(model.registerOf('C2'))]
  one.direct('7', 'out')
  await hear(one)
  const old = model.held()
  sell(other, 'plain')
  order(one, phone)
  await hear(one)
  await hear(other)
  model.goBackTo(old)
  for (const register of [one, other, one, other]) await hear(register)
  expect(held(model)).toContain('"erasure"')
  const copy = registerAt(model.registerOf('C3'))
  sell(copy, 'plain')
  await hear(copy)
  expect(isErased(copy, 'plain')).toBe(true)
})

test('what is no order of ours is kept from nobody’s sending', () => {
  const { orders } = registerAt(createSharedModel().registerOf('C1')).journal.outbox
  const salt = 'a'.repeat(64)
  const body = { at: 1, salt, prints: [salt] }
  const key = '00000000-0000-4000-8000-000000000000'
  const doc = { kind: 'erasure', scope: 'shop', key, body }
  const others = [
    { ...doc, kind: 'person' },
    { ...doc, scope: 'account x y' },
    { ...doc, key: 'x' },
    { ...doc, body: null },
    { ...doc, body: { ...body, prints: [] } },
  ]
  expect([doc, ...others].map(orders.isNew)).toEqual([true, ...others.map(() => false)])
})

test('whoever is looked for in a journal of years is said to be looked for still', async () => {
  const model = createSharedModel()
  const [one, other] = [registerAt(model.registerOf('C1')), registerAt(model.registerOf('C2'))]
  for (let at = 0; at < 1_100; at += 1)
    sell(other, `plain-${at}`, { reference: `a${at}`, phone: `b${at}`, values: {} })
  order(one, phone)
  await hear(one)
  await other.sync()
  let beats = 0
  expect(other.journal.outbox.orders.toDo(() => (beats += 1))).toHaveLength(1)
  expect(beats).toBe(1)
})
