import { syncBuiltinESMExports } from 'node:module'
import zlib from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { knownAtClosing } from '../../../shared/domain/sale/closing.ts'
import { nextSale, type SaleEvidence } from '../../../shared/domain/sale/sale-machine.ts'
import { Failure } from '../../../shared/errors.ts'
import type { Journal } from '../journal/journal.ts'
import { openMemoryJournal } from '../testing/memory-journal.ts'
import type { EventDraft, Intent } from '../sales/intent.ts'
import type { SaleRecord } from '../sales/sale-row.ts'
import type { Database } from '../sqlite/db.ts'
import { intentSample, transactionSample } from '../testing/journal-samples.ts'
import { packSales, thinSales } from './slim-sales.ts'

let journal: Journal
let db: Database
beforeEach(() => {
  ;({ journal, db } = openMemoryJournal())
})
afterEach(() => journal.close())

const day = 86_400_000
const later = 10 * day
const answer = '{"statusCode":200,\n"message":"Operación \\"exitosa\\"","data":{"Transaction":{}}}'

function step(record: SaleRecord, evidence: SaleEvidence, event: Partial<EventDraft>): SaleRecord {
  const facts = nextSale(record, evidence, record.createdAt + 9)
  const found = evidence.kind === 'found' ? { transaction: evidence.transaction } : {}
  const draft = { kind: 'lookup', at: record.createdAt + 9, error: null, ...event } as const
  const after = facts && journal.advance(record, { facts, ...found }, draft)
  if (!after) throw new Error(`${evidence.kind} does not apply in ${record.state}`)
  return after
}

function sold(id: string, changes: Partial<Intent> = {}): SaleRecord {
  const intent = intentSample({ id, draftId: `draft ${id}`, ...changes })
  const body = JSON.stringify({ data: { productId: '10000', ...intent.values }, _id: id })
  const sent = step(journal.prepare({ ...intent, body }), { kind: 'sending' }, {})
  const exchange = { startedAt: 7, httpStatus: 200, serverDate: 5 }
  return step(sent, { kind: 'accepted', skewMs: 3 }, { kind: 'outcome', raw: answer, ...exchange })
}

function approved(id: string, changes: Partial<Intent> = {}): SaleRecord {
  const transaction = transactionSample({ id: `service ${id}` })
  return step(sold(id, changes), { kind: 'found', transaction, skewMs: null }, { raw: answer })
}

/** All that its readers tell of a sale. */
const told = (id: string) => ({ sale: journal.sale(id), history: journal.history(id) })
const count = (sql: string) => db.arrays(sql).length
const packed = () => count('select id from sale where packed is not null')

function refused(sql: string): string | undefined {
  try {
    db.exec(sql)
    return undefined
  } catch (caught) {
    if (!(caught instanceof Failure)) throw caught
    return caught.error.code
  }
}

test('a sale that ended is compressed, and reads letter by letter as before', () => {
  const ids = ['a', 'b', 'c']
  for (const id of ids) approved(id)
  approved('last')
  const before = ids.map(told)
  const list = journal.list('p1', { limit: 9 })
  expect(journal.slimming.pack(later, 10)).toBe(3)
  expect(ids.map(told)).toEqual(before)
  expect(journal.list('p1', { limit: 9 })).toEqual(list)
  expect(journal.personal.idsOf('3001234567')).toHaveLength(4)
  expect(count("select 1 from sale_event where sale_id <> 'last'")).toBe(0)
  expect(count("select 1 from sale where body <> '' and id <> 'last'")).toBe(0)
  expect(journal.slimming.pack(later, 10)).toBe(0)
})

/** How often anything is decompressed meanwhile. */
function unpackings(work: () => void): number {
  const own = zlib.inflateRawSync
  let times = 0
  const counted: typeof own = (...given) => {
    times += 1
    return own(...given)
  }
  try {
    Object.assign(zlib, { inflateRawSync: counted })
    syncBuiltinESMExports()
    work()
    return times
  } finally {
    Object.assign(zlib, { inflateRawSync: own })
    syncBuiltinESMExports()
  }
}

test('one that was looked up for two days is put back without reading it once for each look', () => {
  let record = sold('a')
  for (let looks = 0; looks < 300; looks += 1) record = step(record, { kind: 'look-failed' }, {})
  const transaction = transactionSample()
  step(record, { kind: 'found', transaction, skewMs: null }, { raw: answer })
  approved('last')
  const before = told('a')
  expect(journal.slimming.pack(later, 10)).toBe(1)
  const why = { at: later, why: 'request', by: null } as const
  journal.personal.ask({ sales: ['a'], notes: [] }, why)
  const read = unpackings(() => expect(journal.personal.eraseDue(later, 1)).toBe(1))
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(5)
  expect(journal.history('a').map(({ at, state }) => [at, state])).toEqual(
    before.history.map(({ at, state }) => [at, state]),
  )
})

test('one that a person closed stays as it is as long as look-ups go on', () => {
  const record = step(sold('a'), { kind: 'look-failed' }, {})
  const closing = { as: 'approved', at: 7000, reason: '', candidateId: null } as const
  const close = { closing: { ...closing, ...knownAtClosing(record) } }
  const event = { kind: 'closed', at: 7000, error: null } as const
  const closed = journal.advance(record, { facts: record, ...close }, event)
  approved('last')
  expect(closed?.nextLookAt).not.toBeNull()
  expect(count('select 1 from sale where is_open = 0')).toBe(2)
  expect(journal.slimming.pack(later, 10)).toBe(0)
  const over = { ...record, nextLookAt: null }
  if (closed) journal.advance(closed, { facts: over }, event)
  approved('newest')
  expect(journal.slimming.pack(later, 10)).toBe(2)
})

const hour = 3_600_000
const differs = transactionSample({ amount: { minor: 9, currency: 'COP' } })
const review = (id: string) =>
  step(sold(id), { kind: 'found', transaction: differs, skewMs: null }, { raw: answer })

test('one that nobody closes is compressed once look-ups are over, stays open, and loses no answer', () => {
  for (const id of ['a', 'looked']) review(id)
  const record = journal.sale('a')
  if (record) step(record, { kind: 'aged', ageMs: 60 * hour }, { kind: 'note' })
  approved('last')
  const before = told('a')
  expect(before.sale).toMatchObject({ state: 'REVIEW', nextLookAt: null })
  const open = () => journal.open().map(({ id, revision }) => [id, revision])
  const opened = open()
  expect(journal.slimming.pack(later, 10)).toBe(1)
  expect(count("select 1 from sale where id = 'a' and slim = 1")).toBe(1)
  expect(told('a')).toEqual(before)
  expect(open()).toEqual(opened)
  expect(journal.slimming.thin(later, 10)).toBe(0)
  const asked = step(before.sale ?? record ?? review('b'), { kind: 'look-failed' }, {})
  expect(journal.history('a').slice(0, -1)).toEqual(before.history)
  expect(journal.sale('a')).toEqual(asked)
  approved('newest')
  expect(journal.slimming.pack(later, 1)).toBe(1)
})

test('what a disk spoilt of it is told as damage, whoever reads or changes it', () => {
  approved('a')
  approved('last')
  expect(journal.slimming.pack(later, 10)).toBe(1)
  db.exec("drop trigger sale_packed; update sale set packed = x'010203' where packed is not null")
  const codes = [
    () => journal.sale('a'),
    () => journal.history('a'),
    () => journal.slimming.thin(later, 10),
  ].map((work) => {
    try {
      return work()
    } catch (caught) {
      return caught instanceof Failure ? caught.error.code : String(caught)
    }
  })
  expect(codes).toEqual(codes.map(() => 'JOURNAL_DAMAGED'))
})

test('one that a disk spoilt is not erased, is told by its id, and keeps no other from it', () => {
  for (const id of ['a', 'b', 'c', 'last']) approved(id)
  expect(journal.slimming.pack(later, 10)).toBe(3)
  db.exec("drop trigger sale_packed; update sale set packed = x'010203' where id in ('a', 'b')")
  const row = () => db.arrays("select * from sale where id = 'a'")
  const before = row()
  const { personal } = journal
  personal.ask({ sales: ['a', 'b', 'c'], notes: [] }, { at: 1, why: 'request', by: null })
  // One at a time: those that cannot be read stand first.
  expect([personal.eraseDue(later, 1), personal.eraseDue(later, 1)]).toEqual([1, 0])
  expect([...personal.unreadable]).toEqual(['a', 'b'])
  expect(['a', 'b', 'c', 'last'].filter(personal.isErased)).toEqual(['c'])
  expect(personal.erasedAmong(['a', 'b', 'c', 'none'])).toBe(1)
  expect(row()).toEqual(before)
  expect(count('select 1 from erasure_due')).toBe(2)
})

test('a sale that is young, open, or the newest to be heard of stays as it was written', () => {
  sold('open')
  approved('young', { createdAt: later })
  approved('newest')
  expect(journal.slimming.pack(later, 10)).toBe(0)
  expect(packed()).toBe(0)
})

test('what SQL adds up is the same, and where the record’s cost is another one it stays', () => {
  const found = transactionSample({ costs: { minor: 77, currency: 'COP' } })
  step(sold('a'), { kind: 'found', transaction: found, skewMs: null }, {})
  approved('b')
  approved('last')
  const sums = `select id, balance_change, coalesce(found ->> '$.costs.minor', cost) as cost,
    shown_state, is_open, may_owe, cash_outcome from sale order by id`
  const before = db.arrays(sums)
  journal.slimming.pack(later, 10)
  expect(packed()).toBe(2)
  expect(db.arrays(sums)).toEqual(before)
})

test('the database itself lets nothing go that is not kept', () => {
  for (const id of ['a', 'b', 'last']) approved(id)
  const empty = "update sale set body = '', slim = 1, packed ="
  const whole = "update sale set packed = x'01'"
  for (const sql of [
    `${empty} x'01ff' where id = 'a'`,
    `${empty} null where id = 'a'`,
    `${whole} where id = 'a'`,
    "delete from sale_event where sale_id = 'a'",
  ]) {
    expect([sql, refused(sql)]).toEqual([sql, 'STORE_FAILED'])
  }
  journal.slimming.pack(later, 10)
  const before = told('a')
  for (const sql of [
    "update sale set packed = (select packed from sale where id = 'b') where id = 'a'",
    "update sale set packed = null, slim = 0, body = '{}' where id = 'a'",
    "update sale set packed = null, slim = 0 where id = 'a'",
    "update sale set body = 'x' where id = 'a'",
    "update sale set slim = 2 where id = 'a'",
    "update sale set slim = 0 where id = 'a'",
    "update sale set product_name = 'x' where id = 'a'",
    "update sale set found = null where id = 'a'",
    `insert into sale_event (sale_id, at, kind, state) values ('a', 1, 'note', 'APPROVED')`,
    "update sale set slim = 1 where id = 'last'",
    "delete from sale where id = 'a'",
  ]) {
    expect([sql, refused(sql)]).toEqual([sql, 'STORE_FAILED'])
  }
  expect(told('a')).toEqual(before)
})

test('what is heard later is written behind what was compressed', () => {
  const record = approved('a')
  approved('last')
  const before = told('a')
  journal.slimming.pack(later, 10)
  const closing = { as: 'approved', at: 3, reason: 'visto', candidateId: null } as const
  const seen = { state: record.state, seen: true, code: null }
  const after = journal.advance(
    record,
    { facts: record, closing: { ...closing, ...seen } },
    { kind: 'closed', at: later, error: null },
  )
  expect(after).toEqual(journal.sale('a'))
  expect(after).toMatchObject({ body: before.sale?.body, transaction: before.sale?.transaction })
  expect(journal.history('a').slice(0, -1)).toEqual(before.history)
  expect(journal.slimming.pack(later, 10)).toBe(1)
  expect(journal.sale('a')).toEqual(after)
  expect(journal.history('a')).toHaveLength(before.history.length + 1)
})

test('a customer is erased out of compressed texts too', () => {
  for (const id of ['a', 'last']) {
    const values = { customerCellphone: '3001234567', reference: '300' }
    approved(id, { values })
  }
  journal.slimming.pack(later, 10)
  journal.slimming.thin(later, 10)
  journal.personal.ask({ sales: ['a'], notes: [] }, { at: later, why: 'request', by: null })
  expect(journal.personal.eraseDue(later, 10)).toBe(1)
  expect(journal.slimming.pack(later, 10)).toBe(1)
  expect(JSON.stringify(told('a'))).not.toMatch(/3001234567|79123456|exitosa/)
  expect(journal.sale('a')?.transaction?.person?.document).toBe('[borrado]')
  expect(journal.personal.idsOf('3001234567')).toEqual(['last'])
})

test('once no claim needs them the answers go, and the rest of the sale stays', () => {
  const found = { kind: 'found', transaction: differs, skewMs: null } as const
  expect(step(sold('review'), found, { raw: '{"amount":"mil"}' }).state).toBe('REVIEW')
  db.run("update sale set state = 'APPROVED', next_look_at = null where id = 'review'")
  for (const id of ['a', 'claimed', 'last']) approved(id)
  const said = { on: '2026-11-21', told: null, caseNumber: null, text: '', amount: null, by: null }
  journal.claims.add('claimed', { step: 'opened', at: 5, ...said })
  const before = ['a', 'claimed', 'review'].map(told)
  journal.slimming.pack(later, 10)
  expect(journal.slimming.thin(later, 10)).toBe(2)
  expect(told('claimed')).toEqual(before[1])
  const bare = before[0]?.history.map((event) => ({ ...event, raw: null }))
  expect(told('a')).toEqual({ sale: { ...before[0]?.sale, body: '{}' }, history: bare })
  expect(journal.history('review').at(-1)?.raw).toBe('{"amount":"mil"}')
  expect(journal.history('review')[2]?.raw).toBeNull()
  journal.claims.add('claimed', { step: 'closed', at: 6, ...said })
  expect(journal.slimming.thin(later, 10)).toBe(1)
  expect(journal.slimming.thin(later, 10)).toBe(0)
})

test('the pages of compressed sales close up, and the next sales are written in what came free', () => {
  const width = { productName: 'Recarga de la tienda de la esquina' }
  for (let n = 0; n < 300; n += 1) approved(`sale number ${n} of a long journal`, width)
  const used = "select pageno from dbstat where name in ('sale', 'sale_event')"
  const before = count(used)
  while (journal.slimming.pack(later, 8) > 0);
  expect(count(used) / before).toBeLessThan(0.5)
  const [[share]] = z
    .tuple([z.tuple([z.number()])])
    .parse(db.arrays("select sum(unused) * 1.0 / sum(pgsize) from dbstat where name = 'sale'"))
  expect(share).toBeLessThan(0.2)
  const pages = 'select * from pragma_page_count'
  const whole = db.arrays(pages)
  for (let n = 0; n < 100; n += 1) approved(`sale number ${n} of the next year`, width)
  expect(db.arrays(pages)).toEqual(whole)
})

test('the next ones are found without reading those that are done', () => {
  const asked: string[] = []
  const heard: Database = {
    ...db,
    all: (row, sql, ...params) => {
      asked.push(sql)
      return db.all(row, sql, ...params)
    },
  }
  packSales(heard, 9, 8)
  thinSales(heard, 9, 8)
  expect(asked).toHaveLength(2)
  for (const sql of asked) {
    const plan = JSON.stringify(db.arrays(`explain query plan ${sql}`, 9, 8))
    expect(plan).toContain('USING INDEX sale_by_slim (slim=? AND created_at<?)')
    expect(plan).not.toContain('USE TEMP B-TREE')
  }
})
