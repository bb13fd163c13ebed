import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { erasedMark } from '../../../shared/domain/privacy/personal.ts'
import { inMemory, makeFolder } from '../../../tests/folders.ts'
import { makeBackup } from '../recovery/backups.ts'
import { openDatabase } from '../sqlite/db.ts'
import { intentSample, transactionSample } from '../testing/journal-samples.ts'
import type { Journal } from '../journal/journal.ts'
import type { Intent } from '../sales/intent.ts'
import { openJournal } from '../journal/open-journal.ts'

// A copy that was made before an erasure takes the journal's place: nobody comes back with it, and no sale is lost.

const phone = '3001234567'
const at = 3 * 86_400_000
const why = { at, why: 'request', by: 'Ana' } as const

let folder: string
let journal: Journal
beforeEach(() => {
  folder = makeFolder('erase-again', inMemory)
  journal = openJournal(folder)
})
afterEach(() => {
  journal.close()
})
const file = (name: string) => join(folder, name)
const log = () => readFileSync(file('erasures.log'), 'utf8')

function prepare(name: string, changes: Partial<Intent> = {}): void {
  const body = `{"data":{"productId":"10000","customerCellphone":"${phone}"},"_id":"${name}"}`
  journal.prepare(intentSample({ id: name, draftId: `draft-${name}`, body, ...changes }))
}

function approve(name: string, cellphone = phone): void {
  const record = journal.sale(name)
  if (!record) throw new Error(`${name} is gone`)
  const facts = { ...record, state: 'APPROVED', settledAt: 2, nextLookAt: null } as const
  const said = { kind: 'lookup', at: 2, error: null, raw: `{"cellphone":"${cellphone}"}` } as const
  const person = { document: cellphone, cellphone }
  journal.advance(record, { facts, transaction: transactionSample({ person }) }, said)
}

function erase(sales: string[]): number {
  journal.personal.ask({ sales, notes: [] }, why)
  return journal.personal.eraseDue(at, 10)
}

function reopen(): void {
  journal.close()
  journal = openJournal(folder)
}

/** The journal is damaged while it is closed, and the newest copy takes its place. */
function restore(): void {
  journal.close()
  writeFileSync(file('journal.db'), 'x'.repeat(5000))
  rmSync(file('journal.db-wal'), { force: true })
  journal = openJournal(folder)
}

const again = () =>
  journal.trail
    .page({ start: 0, end: Number.MAX_SAFE_INTEGER, personId: null }, 10, 0)
    .entries.filter(({ action }) => action === 'privacy.again')
    .map(({ detail }) => detail)

/** All that the files of the register itself say. */
function everything(): string {
  const db = openDatabase(file('journal.db'), { synchronous: 'FULL', readOnly: true })
  const tables = ['sale', 'sale_event', 'sale_person', 'shift_movement', 'shift_close', 'tender']
  const rows = JSON.stringify(tables.map((table) => [...db.iterate(`select * from ${table}`)]))
  db.close()
  return rows + log() + readFileSync(file('intents.log'), 'utf8')
}

describe('after a restore', () => {
  it('who was erased since the copy is erased before anything is sold, and their sales are all there', () => {
    for (const name of ['one', 'two']) prepare(name)
    const other = '3119998877'
    prepare('other', { reference: other, phone: other, values: {}, body: '{}' })
    for (const name of ['one', 'two']) approve(name)
    approve('other', other)
    makeBackup(folder, 'hourly', 5)
    expect(erase(['one', 'two'])).toBe(2)
    expect(log()).not.toContain(phone)
    restore()
    expect(everything()).not.toContain(phone)
    for (const name of ['one', 'two']) {
      expect(journal.personal.isErased(name)).toBe(true)
      expect(journal.sale(name)).toMatchObject({
        state: 'APPROVED',
        total: { minor: 520_000 },
        serviceId: '4711',
        transaction: { person: { cellphone: erasedMark } },
      })
    }
    expect(journal.sale('other')?.phone).toBe(other)
    expect(again()).toEqual(['2'])
    reopen()
    expect(again()).toEqual(['2'])
  })

  it('a sale that the copy knows as open is looked up with what it needs, and erased once it ends', () => {
    prepare('one')
    makeBackup(folder, 'hourly', 5)
    approve('one')
    expect(erase(['one'])).toBe(1)
    restore()
    expect(journal.sale('one')).toMatchObject({ state: 'UNKNOWN', reference: phone })
    expect(journal.personal.eraseDue(at, 10)).toBe(0)
    approve('one')
    expect(journal.personal.eraseDue(at, 10)).toBe(1)
    reopen()
    expect(everything()).not.toContain(phone)
    expect(journal.sale('one')).toMatchObject({ state: 'APPROVED', total: { minor: 520_000 } })
  })

  it('a sale that only intents.log still has comes back, and without its customer where it had lost them', () => {
    makeBackup(folder, 'hourly', 5)
    prepare('one')
    approve('one')
    erase(['one'])
    reopen()
    restore()
    expect(journal.sale('one')).toMatchObject({ state: 'UNKNOWN', reference: erasedMark })
    expect(everything()).not.toContain(phone)
    approve('one')
    expect(everything()).not.toContain(phone)
    expect(journal.personal.eraseDue(at, 10)).toBe(1)
    expect(journal.sale('one')?.total.minor).toBe(520_000)
  })

  it('what was asked for and still had to wait is not forgotten', () => {
    prepare('one')
    makeBackup(folder, 'hourly', 5)
    journal.personal.ask({ sales: ['one'], notes: [] }, { ...why, at: 1500 })
    restore()
    approve('one')
    expect(journal.personal.eraseDue(at, 10)).toBe(1)
    expect(journal.personal.isErased('one')).toBe(true)
  })

  it('notes of the drawer are erased again, in the report of their shift too', () => {
    drawerNote()
    makeBackup(folder, 'hourly', 5)
    const notes = journal.personal.notesAbout('rosa perez').map(({ kind, id }) => ({ kind, id }))
    expect(notes).toHaveLength(2)
    journal.personal.ask({ sales: [], notes }, why)
    expect(everything()).not.toContain('Rosa')
    restore()
    expect(everything()).not.toContain('Rosa')
    expect(journal.shifts.report('s1')?.movements[0]).toMatchObject({
      note: erasedMark,
      amount: { minor: 100_000 },
    })
  })
})

function drawerNote(): void {
  const money = { minor: 100_000, currency: 'COP' }
  const shift = journal.shifts.begin({
    id: 's1',
    profileId: 'p1',
    cashierId: null,
    cashier: null,
    openedAt: 1,
    base: [],
    follows: null,
  })
  journal.shifts.movements.add({
    id: 'm1',
    shiftId: 's1',
    at: 2,
    direction: 'in',
    reason: 'credit',
    amount: money,
    note: 'Abono Rosa Pérez',
    cashier: null,
  })
  journal.shifts.close(shift, 3, (number) => ({
    shift: { ...shift, number, closedAt: 3 },
    register: { code: '01', name: 'Principal' },
    at: 3,
    drawers: [],
    sales: [],
    movements: journal.shifts.movements.ofShift('s1'),
    payouts: [],
    credits: [],
    transfers: [],
    unconfirmed: [],
    owed: [],
    owedElse: [],
    counts: [],
    note: 'Faltó lo de Rosa Pérez',
    prepaid: null,
    trail: null,
    closedBy: null,
  }))
}

describe('erasures.log', () => {
  it('is not there until somebody is erased', () => {
    prepare('one')
    reopen()
    expect(existsSync(file('erasures.log'))).toBe(false)
  })

  it('is written anew from the journal where it is gone, cut or no such file', () => {
    for (const name of ['one', 'two']) {
      prepare(name)
      approve(name)
    }
    makeBackup(folder, 'hourly', 5)
    erase(['one', 'two'])
    const whole = log()
    for (const spoilt of [null, whole.slice(0, -20), 'no such file\n', '']) {
      journal.close()
      if (spoilt === null) rmSync(file('erasures.log'))
      else writeFileSync(file('erasures.log'), spoilt)
      journal = openJournal(folder)
      expect(log()).toContain('"one"')
      expect(log()).toContain('"two"')
    }
    // Another file than the copy knew of: all of it counts.
    restore()
    expect(everything()).not.toContain(phone)
    expect(journal.personal.isErased('two')).toBe(true)
  })

  it('is gone on with behind a line that a crash tore', () => {
    for (const name of ['one', 'two']) {
      prepare(name)
      approve(name)
    }
    makeBackup(folder, 'hourly', 5)
    erase(['one'])
    appendFileSync(file('erasures.log'), '{"at":1,"why":"requ')
    reopen()
    erase(['two'])
    restore()
    expect(everything()).not.toContain(phone)
    for (const name of ['one', 'two']) expect(journal.personal.isErased(name)).toBe(true)
  })

  it('holds what the journal lost with its newest commits', () => {
    prepare('one')
    approve('one')
    erase([])
    // Killed between the file and the journal.
    appendFileSync(
      file('erasures.log'),
      `${JSON.stringify({ ...why, sales: ['one'], notes: [] })}\n`,
    )
    reopen()
    expect(journal.personal.isErased('one')).toBe(true)
    expect(everything()).not.toContain(phone)
  })
})
