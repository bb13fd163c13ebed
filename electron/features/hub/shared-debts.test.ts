import { afterEach, expect, test } from 'vitest'
import { Failure } from '../../../shared/errors.ts'
import type { Erasure } from '../../store/erasure/erasure-log.ts'
import { createOutbox } from '../../store/hub/outbox.ts'
import { openMemoryJournal } from '../../store/testing/memory-journal.ts'
import { createSharedModel } from './testing/shared-model.ts'
import { bookOf, end, lend, playDebts, sampled, write } from './testing/debts-play.ts'
import { dropRegisters, joinedAt, syncAll } from './testing/shared-play.ts'

// The book of credit of several registers, over the model of the hub; tests/real/hub-shared.test.ts lets them lend and be paid
// at random many more times, and has it behind PostgreSQL.

afterEach(dropRegisters)

const cop = (minor: number) => ({ minor, currency: 'COP' })

test('every register comes to the balances of a model, whatever is lost, late, doubled, erased or of an older hub', async () => {
  for (let seed = 1; seed <= 1; seed += 1) await playDebts(seed)
})

test('who owes at one register is found, seen, limited and paid at another, and each line is in one journal', async () => {
  const model = createSharedModel()
  const [one, other] = [joinedAt(model, 'C1'), joinedAt(model, 'C2')]
  const rosa = one.journal.debts.addDebtor({ name: 'Rosa Pérez', phone: '300 123 4567' }, 1)
  one.journal.debts.changeDebtor({ ...rosa, limit: cop(900) })
  for (const id of ['done', 'open', 'refused']) lend(one, id, rosa.id)
  end(one, 'done', 'APPROVED')
  other.journal.debts.addDebtor({ name: 'Luis', phone: '' }, 1)
  await syncAll(one, other, one)
  const [found] = other.journal.debts.find('300 123', 5)
  expect(found?.debtor).toMatchObject({ name: 'Rosa Pérez', limit: cop(900), home: 'C1-1' })
  expect(found?.standings).toEqual([
    { owed: cop(sampled.total), open: cop(2 * sampled.total), since: 5 },
  ])
  // By the number on her papers: Luis has the same one here.
  expect(other.journal.debts.find('C1-1', 5).map(({ debtor }) => debtor.id)).toEqual([rosa.id])
  expect(other.journal.debts.find('1', 5)).toHaveLength(2)
  expect(other.journal.debts.owedThrough(rosa.id, 'COP')).toEqual([
    { profileId: other.profile, minor: sampled.total },
  ])
  write(other, { id: 'paid', debtorId: rosa.id, minor: -100, how: 'cash' })
  end(one, 'open', 'PARTIAL')
  end(one, 'refused', 'REJECTED')
  await syncAll(other, one, other)
  const lines = [
    ['done', 'sale', sampled.total],
    ['open', 'sale', sampled.part],
    ['paid', 'payment', -100],
  ]
  for (const { journal } of [one, other]) {
    expect(journal.debts.account(rosa.id)?.standings).toEqual([
      { owed: cop(sampled.total + sampled.part - 100), open: cop(0), since: 5 },
    ])
    const said = journal.debts.lines(rosa.id)
    expect(said.map(({ id, kind, amount }) => [id, kind, amount.minor])).toEqual(lines)
  }
  const where = (register: typeof one) =>
    register.journal.debts.lines(rosa.id).map((line) => line.register)
  expect([where(one), where(other)]).toEqual([
    [undefined, undefined, 'C2'],
    ['C1', 'C1', undefined],
  ])
  expect([one.journal.debts.written('paid'), other.journal.sale('done')]).toEqual([null, null])
  // A copy that goes on as another register counts nothing twice; who leaves has their own.
  lend(one, 'late', rosa.id, 25)
  await syncAll(one, other)
  one.journal.outbox.leave()
  expect(one.journal.debts.lines(rosa.id)).toHaveLength(2)
  expect(one.changes()).toEqual([])
  one.join('C3')
  await syncAll(one, other)
  expect(bookOf(one)).toEqual(bookOf(other))
  expect(other.journal.debts.lines(rosa.id)).toHaveLength(3)
  await syncAll(one, other, one)
  expect([one.changes(), other.changes()]).toEqual([[], []])
  // What is put right there is told of what the register before had told, also that nothing is owed.
  one.journal.shifts.tenders.add('open', { kind: 'cash', received: null }, 30, null)
  end(one, 'late', 'REJECTED')
  await syncAll(one, other, one)
  expect(other.journal.debts.account(rosa.id)?.standings).toMatchObject([
    { owed: cop(sampled.total - 100), open: cop(0) },
  ])
  expect(bookOf(one)).toEqual(bookOf(other))
  expect([one.changes(), other.changes()]).toEqual([[], []])
})

test('what was only tried, and what another branch lends, is told to nobody; nor is a note, nor in the trail a name', async () => {
  const model = createSharedModel()
  const [one, far] = [joinedAt(model, 'C1'), joinedAt(model, 'C2', 'Sur')]
  const tried = one.journal.debts.addDebtor({ name: 'Prueba', phone: '' }, 1)
  write({ ...one, profile: 'sandbox-CO' }, { id: 'tried', debtorId: tried.id, minor: 50 })
  const rosa = one.journal.debts.addDebtor({ name: 'Rosa', phone: '' }, 1)
  write(one, { id: 'e', debtorId: rosa.id, minor: 50, note: 'de la esquina', via: 'Nequi 300' })
  const said = JSON.stringify(one.changes())
  expect(said).toContain(rosa.id)
  for (const word of ['Prueba', tried.id, 'esquina', 'Nequi']) expect(said).not.toContain(word)
  await syncAll(one, far)
  expect([bookOf(far), far.journal.debts.owing()]).toEqual([[], []])
  expect(JSON.stringify(one.trail())).not.toContain('Rosa')
})

test('who is erased at one register is a number at all, with what they owe, and their sales there are erased', async () => {
  const model = createSharedModel()
  const [one, other] = [joinedAt(model, 'C1'), joinedAt(model, 'C2')]
  const rosa = one.journal.debts.addDebtor({ name: 'Rosa', phone: '' }, 1)
  await syncAll(one, other)
  lend(other, 's', rosa.id)
  end(other, 's', 'APPROVED')
  const notes = [{ kind: 'debtor' as const, id: rosa.id }]
  one.journal.personal.ask({ sales: [], notes }, { at: 7, why: 'request', by: null })
  // Who does not know of it yet says otherwise.
  other.journal.debts.changeDebtor({ ...rosa, name: 'Rosa Pérez' })
  await syncAll(other, one, other, one, other)
  for (const register of [one, other]) {
    expect(bookOf(register)).toMatchObject([
      { name: null, standings: [{ owed: cop(sampled.total) }] },
    ])
    expect(register.changes()).toEqual([])
  }
  expect(JSON.stringify([...model.held().docs.values()])).not.toContain('Rosa')
  const later = 3 * 86_400_000
  expect(other.journal.personal.eraseDue(later, 5)).toBe(1)
  expect(JSON.stringify(other.journal.sale('s'))).not.toContain('Rosa')
  expect(JSON.stringify(other.trail())).not.toContain('Rosa')
})

test('who was erased elsewhere stays so in a journal that is restored later', async () => {
  const model = createSharedModel()
  const [one, ear] = [joinedAt(model, 'C1'), joinedAt(model, 'C2')]
  const asked: Erasure[] = []
  const append = (erasure: Erasure) => ({ file: 'f', bytes: asked.push(erasure) })
  const { shared } = createOutbox(openMemoryJournal().db, { append, close: () => undefined })
  const hear = async () => {
    await syncAll(one, one)
    const answer = await ear.hear()
    if (!answer) throw new Error('it answers')
    shared.take(
      { ...answer, after: shared.position(), sent: [] },
      { accounts: {}, beside: [] },
      8,
      () => undefined,
    )
  }
  const rosa = one.journal.debts.addDebtor({ name: 'Rosa', phone: '' }, 1)
  await hear()
  const notes = [{ kind: 'debtor' as const, id: rosa.id }]
  one.journal.personal.ask({ sales: [], notes }, { at: 7, why: 'request', by: null })
  await hear()
  await hear()
  expect(asked).toEqual([{ at: 8, why: 'request', by: null, sales: [], notes }])
})

test('what a restored journal lost of the book is still counted there, and told to nobody as its own', async () => {
  const model = createSharedModel()
  const [one, other] = [joinedAt(model, 'C1'), joinedAt(model, 'C2')]
  const rosa = one.journal.debts.addDebtor({ name: 'Rosa', phone: '' }, 1)
  write(one, { id: 'lent', debtorId: rosa.id, minor: 90 })
  write(one, { id: 'paid', debtorId: rosa.id, minor: -40 })
  await syncAll(one, other)
  const restored = joinedAt(model, 'C1')
  await syncAll(restored, other, restored)
  expect(bookOf(restored)).toEqual(bookOf(other))
  expect(bookOf(restored)).toMatchObject([{ standings: [{ owed: cop(50) }] }])
  expect(restored.journal.debts.written('paid')).toBeNull()
  expect(restored.changes()).toEqual([])
})

test('of a sale in two journals the one in which more happened is read at all, whichever that is', async () => {
  const model = createSharedModel()
  const [one, other, restored] = ['C1', 'C2', 'C3'].map((code) => joinedAt(model, code))
  if (!one || !other || !restored) throw new Error('three of them')
  const rosa = one.journal.debts.addDebtor({ name: 'Rosa', phone: '' }, 1)
  await syncAll(one, restored)
  for (const id of ['paid', 'ended']) {
    for (const register of [one, restored]) lend(register, id, rosa.id)
    end(one, id, 'APPROVED')
  }
  one.journal.shifts.tenders.add('paid', { kind: 'cash', received: null }, 30, null)
  await syncAll(one, other, restored, one, other, restored)
  const owed = [{ standings: [{ owed: cop(sampled.total), open: cop(0) }] }]
  for (const register of [one, other, restored]) {
    expect(bookOf(register)).toMatchObject(owed)
    expect(register.journal.debts.lines(rosa.id)).toHaveLength(3)
    expect(register.journal.debts.owedThrough(rosa.id, 'COP')).toMatchObject([
      { minor: sampled.total },
    ])
    expect(register.changes()).toEqual([])
  }
  // Where it goes on there, that stands.
  end(restored, 'ended', 'APPROVED')
  for (const at of [31, 32, 33])
    restored.journal.shifts.tenders.add(
      'ended',
      { kind: 'cash', received: cop(at * 1e5) },
      at,
      null,
    )
  await syncAll(restored, one, other, restored)
  for (const register of [one, other, restored])
    expect(bookOf(register)).toMatchObject([{ standings: [] }])
})

test('what is not understood of a line counts for nothing, is kept, and keeps nobody from the others', async () => {
  const model = createSharedModel()
  const [one, newer] = [joinedAt(model, 'C1'), joinedAt(model, 'C9')]
  const rosa = newer.journal.debts.addDebtor({ name: 'Rosa', phone: '' }, 1)
  write(newer, { id: 'good', debtorId: rosa.id, minor: 50 })
  const answer = await newer.hear()
  if (!answer) throw new Error('it answers')
  const [good] = answer.docs.filter(({ kind }) => kind === 'debt')
  if (!good) throw new Error('one line')
  const bad = [
    { key: 'debt x', body: { by: 'C9' } },
    { key: 'debt y', body: null },
    { key: 'other z', body: good.body },
    { key: `debt ${'z'.repeat(400)}`, body: good.body },
  ].map((doc, at) => ({ ...good, ...doc, version: at + 1 }))
  const docs = [...bad, ...answer.docs.map((doc) => ({ ...doc, own: false }))]
  one.take({ ...answer, after: { seq: 0, tip: '' }, docs, sent: [] })
  expect(bookOf(one)).toMatchObject([{ id: rosa.id, standings: [{ owed: cop(50) }] }])
  expect(one.changes()).toEqual([])
  expect(() => one.take({ ...answer, docs, sent: [] })).not.toThrow(Failure)
})

test('of more than goes at once what was lent is told before what was paid of it, and the rest is asked for at once', async () => {
  const model = createSharedModel()
  const [one, other] = [joinedAt(model, 'C1'), joinedAt(model, 'C2')]
  const rosa = one.journal.debts.addDebtor({ name: 'Rosa', phone: '' }, 1)
  lend(one, 'lent', rosa.id, 1)
  end(one, 'lent', 'APPROVED')
  for (let at = 2; at < 203; at += 1) write(one, { id: `e${at}`, debtorId: rosa.id, minor: -1, at })
  const said = one.changes().flatMap(({ kind, key }) => (kind === 'debt' ? [key] : []))
  expect([said.length, said[0], said.includes('debt e202')]).toEqual([200, 'sale lent', false])
  expect([(await one.sync()).isMore, (await one.sync()).isMore]).toEqual([true, false])
  await other.sync()
  expect([one.changes(), bookOf(other)]).toEqual([[], bookOf(one)])
})

test('of a hub that went back its own lines are told before those of others, which it may wait for them to tell', async () => {
  const model = createSharedModel()
  const [one, other] = [joinedAt(model, 'C1'), joinedAt(model, 'C2')]
  const rosa = other.journal.debts.addDebtor({ name: 'Rosa', phone: '' }, 1)
  await syncAll(other, one)
  const before = model.held()
  for (let at = 2; at < 203; at += 1)
    write(other, { id: `e${at}`, debtorId: rosa.id, minor: 1, at })
  await syncAll(other, other, one)
  model.goBackTo(before)
  write(one, { id: 'mine', debtorId: rosa.id, minor: 1, at: 900 })
  await one.sync()
  const said = one.changes().filter(({ kind }) => kind === 'debt')
  expect([said.length, said[0]?.key]).toEqual([200, 'debt mine'])
})

test('a sign that no hub keeps is told as the hub gives it back, and no longer due', async () => {
  const model = createSharedModel()
  const one = joinedAt(model, 'C1')
  const rosa = one.journal.debts.addDebtor({ name: 'Rosa', phone: '' }, 1)
  write(one, { id: 'e', debtorId: rosa.id, minor: 50, cashier: 'A\0na' })
  await one.sync()
  expect(one.changes()).toEqual([])
})
