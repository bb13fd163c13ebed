import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Database } from '../sqlite/db.ts'
import { intentSample, transactionSample } from '../testing/journal-samples.ts'
import type { Journal } from '../journal/journal.ts'
import { openMemoryJournal } from '../testing/memory-journal.ts'
import { saleCondition } from './sale-search.ts'

let journal: Journal
let db: Database
beforeEach(() => {
  ;({ journal, db } = openMemoryJournal())
})
afterEach(() => journal.close())

const page = { limit: 5 }
const found = (text: string) => journal.list('p1', { text, ...page }).sales.map(({ id }) => id)

it('finds a customer by what was typed of them, what the service said, and the name of who owes', () => {
  const values = { document: '1144055123', email: 'Rosa@Correo.com', amount: '5000' }
  const changes = { reference: 'cuenta 778899', phone: null, values }
  const tender = { kind: 'credit', name: 'Rosa Pérez' } as const
  const record = journal.prepare(intentSample({ ...changes, tender }))
  const facts = { ...record, state: 'APPROVED', settledAt: 2, nextLookAt: null } as const
  const said = { kind: 'lookup', at: 2, error: null } as const
  journal.advance(record, { facts, transaction: transactionSample() }, said)
  journal.prepare(
    intentSample({ id: 'other', draftId: 'd2', reference: '3119998877', phone: null }),
  )
  const texts = ['1.144.055.123', '11440', 'rosa@correo.com', 'rosa@', 'Rosa Perez', 'ros']
  for (const text of [...texts, '79456123', '79123456', '778899']) {
    expect([text, found(text)]).toEqual([text, text === '79456123' ? [] : ['sale-0001']])
  }
  expect(found('luz')).toEqual([])
  expect(journal.list('p2', { text: 'rosa', ...page }).count).toBe(0)
  journal.personal.ask({ sales: ['sale-0001'], notes: [] }, { at: 9e8, why: 'request', by: null })
  expect(journal.personal.eraseDue(9e8, 5)).toBe(1)
  for (const text of texts) expect(found(text)).toEqual([])
})

it('finds an amount as a screen writes it, or as a machine does', () => {
  const amount = { minor: 205_189, currency: 'COP' }
  journal.prepare(intentSample({ amount, total: amount }))
  for (const text of ['$2.051,89', '$2,051.89', 'USD\u00a02.051,89', '2051,89', '2051.89']) {
    expect([text, found(text)]).toEqual([text, ['sale-0001']])
  }
  expect(['205189', '2.051', '2051,8', '2e3'].flatMap(found)).toEqual([])
})

it('reads the indexes of what it looks for and no other sale', () => {
  for (const text of ['rosa', '8877', '300', '5000', 'a-1']) {
    const { sql, params } = saleCondition('p1', { text, states: ['APPROVED'], ...page })
    for (const query of [
      `select * from sale where ${sql} order by created_at desc, id desc limit 5`,
      `select count(*) from sale where ${sql}`,
    ]) {
      const plan = db
        .arrays(`explain query plan ${query}`, ...params)
        .map((row) => JSON.stringify(row))
      expect(plan.filter((line) => /SCAN|sale_by_(time|state|product)/.test(line))).toEqual(
        plan.filter((line) => /SCAN sale USING COVERING INDEX/.test(line)),
      )
    }
  }
})

it('looks for a whole identifier in no index that it would have to read through', () => {
  const id = '0198c2a4-0b1c-7d2e-8f30-a1b2c3d4e5f6'
  journal.prepare(intentSample({ id, reference: id.toUpperCase() }))
  expect(found(id.toUpperCase())).toEqual([id])
  const { sql, params } = saleCondition('p1', { text: id, ...page })
  const plan = db.arrays(`explain query plan select * from sale where ${sql}`, ...params)
  expect(plan.filter((line) => JSON.stringify(line).includes('SCAN'))).toEqual([])
  expect(plan.length).toBeGreaterThan(3)
})
