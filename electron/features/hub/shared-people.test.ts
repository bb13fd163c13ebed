import { afterEach, expect, test } from 'vitest'
import { createSharedModel } from './testing/shared-model.ts'
import { dropRegisters, person, pinHash, registerAt, syncAll } from './testing/shared-play.ts'

// Who may sign in at the registers of a shop, as they tell one another, over the model of the hub.

afterEach(dropRegisters)

test('two of one name are told apart, and two last administrators never close each other', async () => {
  const model = createSharedModel()
  const one = registerAt(model.registerOf('C1'))
  const other = registerAt(model.registerOf('C2'))
  const boss = { role: 'administrator' } as const
  one.put(person('a', 'Ana', boss))
  other.put(person('b', 'Ana', { ...boss, createdAt: 2 }))
  await syncAll(one, other, one, other, one, other)
  const both = ['a Ana administrator', 'b Ana (2) administrator']
  expect([one.people(), other.people()]).toEqual([both, both])
  one.put(person('b', 'Ana (2)', { ...boss, createdAt: 2, active: false }))
  other.put(person('a', 'Ana', { ...boss, active: false }))
  await syncAll(one, other, one, other, one, other)
  expect(one.people()).toEqual(other.people())
  expect(one.people().some((who) => who.endsWith('administrator'))).toBe(true)
  expect(one.journal.trail.peopleUnlike()).toEqual([])
})

test('a new PIN brings nobody back who is put out elsewhere, nor a right that was taken', async () => {
  const model = createSharedModel()
  const one = registerAt(model.registerOf('C1'))
  const other = registerAt(model.registerOf('C2'))
  const chief = { role: 'administrator' } as const
  one.put(person('a', 'Ana', chief))
  one.put(person('b', 'Beto', chief))
  one.put(person('c', 'Caro', chief))
  for (const register of [one, other]) await register.sync()
  one.put(person('b', 'Beto', { ...chief, active: false }))
  one.put(person('c', 'Caro'))
  const renewed = { ...chief, pinHash: pinHash.replaceAll('b', 'c') }
  other.put(person('b', 'Beto', renewed))
  other.put(person('c', 'Caro', renewed))
  await other.sync()
  expect((await one.sync()).replaced).toBe(0)
  for (const register of [one, other]) await register.sync()
  for (const { people, journal } of [one, other]) {
    expect(people()).toEqual(['a Ana administrator', 'b Beto administrator gone', 'c Caro cashier'])
    expect(journal.people.person('c')?.pinHash).toBe(renewed.pinHash)
  }
  // Where both say the same part otherwise what came first stands, and is told.
  other.put(person('a', 'Anita', chief))
  one.put(person('a', 'Anny', chief))
  await other.sync()
  expect((await one.sync()).replaced).toBe(1)
  expect(one.people()[0]).toBe('a Anita administrator')
})

test('where nobody signs in nobody has to before there is an administrator', async () => {
  const model = createSharedModel()
  const one = registerAt(model.registerOf('C1'))
  const other = registerAt(model.registerOf('C2'))
  one.put(person('b', 'Beto'))
  for (const register of [one, other]) await register.sync()
  expect([other.people(), other.changes()]).toEqual([[], []])
  one.put(person('a', 'Ana', { role: 'administrator' }))
  for (const register of [one, other]) await register.sync()
  expect(other.people()).toEqual(one.people())
})

test('who all were put out here while somebody came in elsewhere leave an administrator', async () => {
  const model = createSharedModel()
  const one = registerAt(model.registerOf('C1'))
  const other = registerAt(model.registerOf('C2'))
  const chief = person('a', 'Ana', { role: 'administrator' })
  one.put(chief)
  for (const register of [one, other]) await register.sync()
  other.put(person('b', 'Beto'))
  await other.sync()
  const answer = await one.hear()
  one.put({ ...chief, active: false })
  one.take(answer)
  expect(one.people()).toEqual(['a Ana administrator', 'b Beto cashier'])
})
