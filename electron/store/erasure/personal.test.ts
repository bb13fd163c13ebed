import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { erasedMark } from '../../../shared/domain/privacy/personal.ts'
import type { Tender } from '../../../shared/domain/drawer/tender.ts'
import { inMemory, makeFolder } from '../../../tests/folders.ts'
import { openDatabase } from '../sqlite/db.ts'
import type { Database } from '../sqlite/db.ts'
import { readIntents } from '../journal/intents-reader.ts'
import { intentSample, transactionSample } from '../testing/journal-samples.ts'
import type { Journal } from '../journal/journal.ts'
import type { Intent } from '../sales/intent.ts'
import { openMemoryJournal } from '../testing/memory-journal.ts'
import { openJournal } from '../journal/open-journal.ts'
import { ofCustomer } from './personal.ts'

const phone = '3001234567'
const body = `{"_id":"sale-0001","_version":"1","data":{"productId":"10000","amount":5000,"customerCellphone":"${phone}","deep":{"document":"${phone}"}}}`
const day = 86_400_000

let journal: Journal
let db: Database
beforeEach(() => {
  ;({ journal, db } = openMemoryJournal())
})
afterEach(() => journal.close())

/** A sale that ended approved, with all of its traces. */
function ended(on: Journal, changes: Partial<Intent> = {}): string {
  const record = on.prepare(intentSample({ body, ...changes }))
  on.advance(
    record,
    {
      facts: { ...record, state: 'APPROVED', settledAt: 2, nextLookAt: null },
      transaction: transactionSample({ person: { document: '79456123', cellphone: phone } }),
    },
    {
      kind: 'lookup',
      at: 2,
      error: { code: 'SERVICE_REFUSED', params: { message: `no: ${phone}` } },
      raw: `{"cellphone":"${phone}"}`,
    },
  )
  const said = { step: 'opened', on: '2026-11-21', told: 'Soporte', caseNumber: 'R1' } as const
  on.claims.add(record.id, { ...said, text: `llamar al ${phone}`, amount: null, at: 3, by: 'Ana' })
  return record.id
}
/** Three days later, when all that ended may be erased. */
const later = 3 * day
function erase(id: string, on = journal, at = later): number {
  on.personal.ask({ sales: [id], notes: [] }, { at, why: 'request', by: 'Ana' })
  return on.personal.eraseDue(at, 10)
}

/** All that the file says, row by row. */
function everything(): string {
  const tables = ['sale', 'sale_event', 'claim_event', 'tender', 'payout', 'erasure', 'trail']
  return JSON.stringify(tables.map((table) => [...db.iterate(`select * from ${table}`)]))
}

describe('erasing a customer', () => {
  it('leaves nothing of who it was, and everything else of the sale', () => {
    const id = ended(journal)
    const before = journal.sale(id)
    erase(id)
    expect(everything()).not.toContain(phone)
    expect(everything()).not.toContain('79456123')
    const after = journal.sale(id)
    expect(after?.body).toContain('"amount":5000')
    expect(after).toEqual({
      ...before,
      revision: (before?.revision ?? 0) + 1,
      reference: erasedMark,
      phone: null,
      values: { customerCellphone: erasedMark, amount: '5000' },
      body: after?.body,
      transaction: {
        ...before?.transaction,
        person: { document: erasedMark, cellphone: erasedMark },
      },
    })
    expect(after?.bodySha256).toBe(before?.bodySha256)
    expect(after?.body).toContain('"productId":"10000"')
    expect(journal.history(id).at(-1)).toMatchObject({
      kind: 'lookup',
      raw: erasedMark,
      error: { code: 'SERVICE_REFUSED', params: { message: erasedMark } },
    })
    expect(journal.claims.ofSale(id)[0]).toMatchObject({ text: erasedMark, caseNumber: 'R1' })
    expect(journal.personal.isErased(id)).toBe(true)
  })

  it('stays what later evidence cannot undo', () => {
    const id = ended(journal)
    const before = journal.sale(id)
    erase(id)
    const after = journal.sale(id)
    if (!before || !after) throw new Error('the sale is gone')
    const person = { document: '79456123', cellphone: phone }
    const change = { facts: after, transaction: transactionSample({ person }) }
    const look = { kind: 'lookup', at: 10, error: null, raw: `{"cellphone":"${phone}"}` } as const
    // Read before the erasure, written after it.
    expect(journal.advance(before, { ...change, facts: before }, look)).toBeNull()
    expect(journal.advance(after, change, look)).toEqual(journal.sale(id))
    expect(everything()).not.toMatch(`${phone}|79456123`)
  })

  it('is allowed for sales that ended, once, and never changes amounts, ids or hashes', () => {
    const id = ended(journal)
    const open = journal.prepare(intentSample({ id: 'open', draftId: 'd2' }))
    expect(erase(open.id)).toBe(0)
    expect(() => db.exec("insert into erasure values ('open', 1, 'request', null, 0)")).toThrow(
      /never erased/,
    )
    db.exec(`insert into erasure values ('${id}', 1, 'request', null, 0)`)
    for (const change of [
      'amount = 1',
      "body_sha256 = 'x'",
      "reference = '3110000000'",
      "form_values = '{}'",
      "body = '[borrado]'",
      `body = '${body.replace('5000', '1')}'`,
      `body = '${body.replace(`"${phone}"`, '"other"')}'`,
      `body = '${body.replace('5000', '"[borrado]"')}'`,
    ]) {
      expect(() => db.exec(`update sale set ${change} where id = '${id}'`)).toThrow(
        /never changed|malformed JSON/,
      )
    }
    expect(() => db.exec("update sale_event set state = 'REJECTED'")).toThrow(/never changed/)
    expect(() => db.exec("update sale_event set raw = 'x'")).toThrow(/never changed/)
    expect(() => db.exec('delete from erasure')).toThrow(/never forgotten/)
    db.exec(`update erasure set stage = 1 where sale_id = '${id}'`)
    expect(() => db.exec('update erasure set stage = 0')).toThrow(/never changed/)
    expect(() => db.exec("update sale set reference = '[borrado]'")).toThrow(/never changed/)
    expect(erase(id)).toBe(0)
  })
})

describe('finding a customer', () => {
  it('by the name of who owes, whatever its accents', () => {
    const tender: Tender = { kind: 'credit', name: 'Luz Peña' }
    const id = ended(journal, { tender })
    const found = () => journal.personal.idsOf('luz pena')
    expect(found()).toEqual([id])
    erase(id)
    expect(found()).toEqual([])
    expect([...db.iterate('select * from sale_person')]).toEqual([])
  })

  it('by nothing once it was erased, also where its transfer is seen after', () => {
    const first = { kind: 'transfer', via: '', note: '551', seen: false } as const
    const amount = { minor: 100, currency: 'COP' }
    const tender: Tender = { kind: 'credit', name: 'Luz Peña', first: { ...first, amount } }
    const id = ended(journal, { tender })
    erase(id)
    journal.shifts.tenders.markSeen(id, true, 20, null)
    expect([...db.iterate('select * from sale_person')]).toEqual([])
  })

  it('by what later evidence says, and no more by what it took back', () => {
    const id = ended(journal)
    const record = journal.sale(id)
    if (!record) throw new Error('the sale is gone')
    const person = { document: '1020304050', cellphone: '3' }
    const look = { kind: 'lookup', at: 10, error: null } as const
    journal.advance(record, { facts: record, transaction: transactionSample({ person }) }, look)
    expect(journal.personal.idsOf('1020304050')).toHaveLength(1)
    expect(journal.personal.idsOf('79456123')).toEqual([])
  })

  it('by phone however it is written, by document, and nobody else', () => {
    const id = ended(journal)
    ended(journal, { id: 'two', draftId: 'd2', phone: null, reference: '3119994567' })
    const found = (key: string) => journal.personal.idsOf(key)
    expect(found('300 123 4567')).toContain(id)
    expect(found('+57 300-123-4567')).toContain(id)
    expect(found('79.456.123')).toEqual([id, 'two'])
    expect(found('3119994567')).toEqual(['two'])
    expect(found('4567')).toEqual([])
    expect(found('1234567')).toEqual([])
    expect(found('')).toEqual([])
  })

  it('counts as erasable what ended two days ago, and erases the rest by itself later', () => {
    const id = ended(journal)
    const counted = (now: number) => journal.personal.countOf(phone, now)
    expect(counted(1000 + day)).toEqual({ sales: 1, erasable: 0, due: 0, from: 1000, to: 1000 })
    expect(counted(1000 + 3 * day)).toMatchObject({ sales: 1, erasable: 1 })
    expect(erase(id, journal, 1000 + day)).toBe(0)
    expect(counted(1000 + day)).toMatchObject({ sales: 1, due: 1 })
    expect(journal.personal.eraseDue(1000 + 2 * day, 10)).toBe(0)
    expect(journal.personal.eraseDue(1001 + 2 * day, 10)).toBe(1)
    expect(journal.personal.isErased(id)).toBe(true)
    expect(counted(1000 + 3 * day)).toMatchObject({ sales: 0, due: 0, from: null })
    expect(journal.personal.idsOf(phone)).toEqual([])
    expect(journal.personal.olderThan(1000 + 3 * day, 10)).toEqual([])
  })

  it('keeps who is owed money until it was given back, and no longer than the owner keeps customers', () => {
    const record = journal.prepare(intentSample({ id: 'owed', draftId: 'd-owed' }))
    const facts = { ...record, state: 'REJECTED', settledAt: 60_000, nextLookAt: null } as const
    journal.advance(record, { facts }, { kind: 'lookup', at: 60_000, error: null })
    expect(journal.shifts.cash.owed('p1')).toHaveLength(1)
    expect(journal.personal.olderThan(later, 10)).toEqual(['owed'])
    expect(erase('owed')).toBe(0)
    const waiting = journal.prepare(intentSample({ id: 'waiting', draftId: 'd-waiting' }))
    journal.advance(waiting, { facts }, { kind: 'lookup', at: 60_000, error: null })
    expect(erase('waiting')).toBe(0)
    journal.personal.ask({ sales: ['waiting'], notes: [] }, { at: later, why: 'age', by: null })
    expect(journal.personal.eraseDue(later, 10)).toBe(1)
    const amount = { minor: 520_000, currency: 'COP' }
    const paid = { saleId: 'owed', at: later, shiftId: null, how: 'cash', cashier: null } as const
    journal.shifts.movements.addPayout({ ...paid, amount, note: `a ${phone}` })
    expect(journal.personal.eraseDue(later, 10)).toBe(1)
    expect(everything()).not.toContain(phone)
  })

  it('reads no sale but theirs', () => {
    const keys = JSON.stringify(['3001234567'])
    const plan = db.arrays(`explain query plan select * from sale where ${ofCustomer}`, keys)
    expect(JSON.stringify(plan)).not.toMatch(/SCAN sale/)
  })

  it('finds what is old by its age, the oldest first, without reading every sale', () => {
    const ids = [5000, 1000, 3000].map((createdAt) =>
      ended(journal, { id: `at-${createdAt}`, draftId: `d-${createdAt}`, createdAt }),
    )
    const old = () => journal.personal.olderThan(4000, 10)
    expect(old()).toEqual([ids[1], ids[2]])
    erase('at-1000')
    expect(old()).toEqual(['at-3000'])
    const plan = db.arrays(`explain query plan select * from sale
      where reference <> '${erasedMark}' and created_at < 4000 and is_open = 0 order by created_at`)
    expect(JSON.stringify(plan)).toContain('sale_by_age')
    expect(JSON.stringify(plan)).not.toMatch(/SCAN|TEMP/)
  })
})

describe('intents.log', () => {
  it.runIf(process.platform === 'linux')(
    'is gone through at a later start where the disk is full, and keeps no register from opening',
    () => {
      const folder = makeFolder('personal')
      const log = join(folder, 'intents.log')
      const first = openJournal(folder)
      erase(ended(first), first)
      first.close()
      // Whatever is written there finds no room.
      symlinkSync('/dev/full', `${log}.new`)
      openJournal(folder).close()
      expect(readFileSync(log, 'utf8')).toContain(phone)
      expect(existsSync(`${log}.new`)).toBe(false)
      openJournal(folder).close()
      expect(readFileSync(log, 'utf8')).not.toContain(phone)
    },
  )

  it('loses how an erased sale was paid, however often it is gone through', () => {
    const folder = makeFolder('personal')
    const log = join(folder, 'intents.log')
    const first = openJournal(folder)
    const money = { minor: 1_000_000, currency: 'COP' }
    const amount = { minor: 1_000, currency: 'COP' }
    const sent = { kind: 'transfer', via: 'Nequi', note: erasedMark, seen: false } as const
    const tenders: Tender[] = [
      { kind: 'credit', name: `Luz ${phone}` },
      { kind: 'transfer', via: 'Nequi', note: `${phone}`, seen: false },
      { kind: 'transfer', via: '', note: '', seen: null },
      { kind: 'cash', received: money },
      { kind: 'credit', name: `Ana ${phone}`, first: { ...sent, note: phone, amount } },
      { kind: 'cash', received: null, first: { kind: 'credit', name: `Luz ${phone}`, amount } },
    ]
    const hashes = tenders.map((tender, index) => {
      const id = ended(first, { id: `sale-${index}`, draftId: `d-${index}`, tender })
      erase(id, first)
      return first.sale(id)?.bodySha256
    })
    first.close()
    const stage = (to: number) => {
      const file = openDatabase(join(folder, 'journal.db'), { synchronous: 'FULL' })
      expect(JSON.stringify([...file.iterate('select * from tender')])).not.toContain(phone)
      file.exec(`drop trigger erasure_fixed; update erasure set stage = ${to}`)
      file.close()
    }
    openJournal(folder).close()
    const kept = readFileSync(log, 'utf8')
    expect(kept).not.toContain(phone)
    expect([...readIntents(log)].map((line) => line?.tender)).toEqual([
      { kind: 'credit', name: erasedMark },
      { kind: 'transfer', via: 'Nequi', note: erasedMark, seen: false },
      { kind: 'transfer', via: '', note: '', seen: null },
      { kind: 'cash', received: money },
      { kind: 'credit', name: erasedMark, first: { ...sent, amount } },
      { kind: 'cash', received: null, first: { kind: 'credit', name: erasedMark, amount } },
    ])
    for (const hash of hashes) expect(kept).toContain(`"sentSha256":"${hash}"`)
    // Killed between the file and the journal: the same again.
    stage(1)
    openJournal(folder).close()
    expect(readFileSync(log, 'utf8')).toBe(kept)
  })

  it('loses the customer at the next start, and keeps its lines readable and the others as they were', () => {
    const folder = makeFolder('personal')
    const log = join(folder, 'intents.log')
    const first = openJournal(folder)
    const id = ended(first)
    first.prepare(intentSample({ id: 'two', draftId: 'd2', phone: '3110001122' }))
    const [, other] = readFileSync(log, 'utf8').split('\n')
    erase(id, first)
    first.close()
    openJournal(folder).close()
    const kept = readFileSync(log, 'utf8')
    expect(kept.split('\n')[0]).not.toContain(phone)
    expect(kept.split('\n')[1]).toBe(other)
    const lines = [...readIntents(log)]
    expect(lines.map((line) => line?.id)).toEqual([id, 'two'])
    expect(lines[0]).toMatchObject({ amount: { minor: 500_000 }, reference: erasedMark })
    const file = openDatabase(join(folder, 'journal.db'), { synchronous: 'FULL' })
    expect([...file.iterate('select stage from erasure')]).toEqual([[2]])
    file.close()
  })

  it('loses the bytes too: nothing stays where the file has room', () => {
    const folder = makeFolder('personal', inMemory)
    const first = openJournal(folder)
    const phoneOf = (index: number) => String(3_004_000_000 + index * 37)
    for (let index = 0; index < 60; index += 1) {
      const reference = phoneOf(index)
      const changes = { id: `s${index}`, draftId: `d${index}`, reference, phone: reference }
      const text = body.replaceAll(phone, reference)
      ended(first, { ...changes, values: { cellphone: reference }, body: text })
    }
    for (const index of [7, 31, 59]) erase(`s${index}`, first)
    first.close()
    openJournal(folder).close()
    const bytes = readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'latin1'))
      .join('')
    expect([7, 8, 31, 59].filter((index) => bytes.includes(phoneOf(index)))).toEqual([8])
  })
})
