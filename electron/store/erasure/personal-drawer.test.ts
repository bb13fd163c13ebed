import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { erasedMark } from '../../../shared/domain/privacy/personal.ts'
import type { ShiftReport } from '../../../shared/domain/drawer/shift.ts'
import type { Database } from '../sqlite/db.ts'
import { intentSample } from '../testing/journal-samples.ts'
import type { Journal } from '../journal/journal.ts'
import { customerKeys } from '../migrations/20261121T1812-customer-keys.ts'
import { openMemoryJournal } from '../testing/memory-journal.ts'

// What the drawer says of customers: who owes, what was noted of money in and out, and the reports that repeat it.

const day = 86_400_000
const at = 3 * day
const why = { at, why: 'request', by: 'Ana' } as const
const money = { minor: 520_000, currency: 'COP' }

let journal: Journal
let db: Database
beforeEach(() => {
  ;({ journal, db } = openMemoryJournal())
  const draft = { profileId: 'p1', cashierId: null, cashier: null, openedAt: 1, base: [] }
  journal.shifts.begin({ id: 's1', ...draft, follows: null })
})
afterEach(() => journal.close())

function owed(id: string, name: string): string {
  const tender = { kind: 'credit', name } as const
  const record = journal.prepare(intentSample({ id, draftId: id, shift: 's1', tender }))
  const facts = { ...record, state: 'APPROVED', settledAt: 2, nextLookAt: null } as const
  journal.advance(record, { facts }, { kind: 'lookup', at: 2, error: null })
  return id
}

function moved(id: string, note: string, when = 2): void {
  const moving = { direction: 'in', reason: 'credit', amount: money, cashier: null } as const
  journal.shifts.movements.add({ id, shiftId: 's1', at: when, note, ...moving })
}

function close(note = ''): ShiftReport {
  const shift = journal.shifts.shift('s1')
  if (!shift) throw new Error('no shift')
  return journal.shifts.close(shift, 9, (number) => ({
    shift: { ...shift, number, closedAt: 9 },
    register: { code: '01', name: 'Principal' },
    at: 9,
    drawers: [],
    sales: [],
    movements: journal.shifts.movements.ofShift('s1'),
    payouts: journal.shifts.movements
      .payoutsOfShift('s1')
      .map((line) => ({ ...line, reference: '******4567' })),
    credits: journal.shifts.cash.credits('s1'),
    transfers: [],
    unconfirmed: [],
    owed: [],
    owedElse: [],
    counts: [],
    note,
    prepaid: null,
    trail: null,
    closedBy: null,
  }))
}

const report = () => journal.shifts.report('s1')
function eraseSales(...sales: string[]): number {
  journal.personal.ask({ sales, notes: [] }, why)
  return journal.personal.eraseDue(at, 10)
}
const notesAbout = (key: string) => journal.personal.notesAbout(key).map(({ text }) => text)

describe('who owes', () => {
  it('loses the name in the report of the shift with the last of their sales, and its amounts stay', () => {
    owed('one', 'Rosa Pérez')
    owed('two', 'Rosa Pérez')
    owed('three', 'Luis')
    const before = close()
    expect(before.credits).toHaveLength(2)
    expect(eraseSales('one')).toBe(1)
    expect(report()).toEqual(before)
    expect(eraseSales('two')).toBe(1)
    expect(report()).toEqual({
      ...before,
      credits: before.credits.map((line) =>
        line.name === 'Luis' ? line : { ...line, name: erasedMark },
      ),
    })
    expect(JSON.stringify([...db.iterate('select * from tender')])).not.toContain('Rosa')
  })

  it('loses what was noted as money was given back', () => {
    owed('one', 'Rosa')
    const payout = { saleId: 'one', at: 3, shiftId: 's1', how: 'cash', cashier: null } as const
    journal.shifts.movements.addPayout({ ...payout, amount: money, note: 'a Rosa, 3001234567' })
    const before = close()
    eraseSales('one')
    expect(report()?.payouts).toEqual([{ ...before.payouts[0], note: erasedMark }])
    expect(report()?.credits).toEqual([{ ...before.credits[0], name: erasedMark }])
  })
})

describe('a report that was closed', () => {
  it('loses who was erased before erasures reached it, and is guarded as before', () => {
    owed('one', 'Rosa Pérez')
    owed('two', 'Luis')
    owed('three', 'Luis')
    for (const saleId of ['one', 'two']) {
      const payout = { saleId, at: 3, shiftId: 's1', how: 'cash', cashier: null } as const
      journal.shifts.movements.addPayout({ ...payout, amount: money, note: `a quien es ${saleId}` })
    }
    const before = close()
    eraseSales('one')
    const erased = report()
    // What the version before left: the sale erased, and its name and note in the report.
    db.exec("create table guard as select sql from sqlite_schema where name = 'shift_close_fixed'")
    db.exec('drop trigger shift_close_fixed')
    db.run('update shift_close set report = ?', JSON.stringify(before))
    const [[guard]] = z.tuple([z.tuple([z.string()])]).parse(db.arrays('select sql from guard'))
    db.exec(guard)
    customerKeys.up(db)
    expect(report()).toEqual(erased)
    expect(JSON.stringify(report())).toContain('a quien es two')
    expect(JSON.stringify(report())).not.toMatch(/Rosa|es one/)
    expect(() => db.exec("update shift_close set report = '{}'")).toThrow(/never changed/)
  })
})

describe('the drawer’s notes', () => {
  it('are found by a number or a name in them, a short one only as a word', () => {
    moved('m1', 'Abono Rosa Pérez 300 123-4567')
    moved('m2', 'Rosa, abono')
    moved('m3', 'bolsas rosadas')
    close('Faltó lo de Rosa')
    expect(notesAbout('3001234567')).toEqual(['Abono Rosa Pérez 300 123-4567'])
    expect(notesAbout('rosa perez')).toEqual(['Abono Rosa Pérez 300 123-4567'])
    expect(notesAbout('rosa')).toHaveLength(3)
    expect(notesAbout('ros')).toEqual([])
  })

  it('are not found by a part of what another’s note says', () => {
    moved('m1', 'Abono Susana Lucía Gómez')
    moved('m2', 'Factura 44300 1234 5678 90')
    moved('m3', 'Recibo 99 (300) 123-4567 ok')
    moved('m4', 'cc 12.345.679, cel3009998877')
    expect(notesAbout('Ana Lucía')).toEqual([])
    expect(notesAbout('Lucía')).toHaveLength(1)
    expect(notesAbout('3001234567')).toEqual(['Recibo 99 (300) 123-4567 ok'])
    expect(notesAbout('12345679')).toHaveLength(1)
    expect(notesAbout('300 999 8877')).toHaveLength(1)
    expect(notesAbout('ok')).toEqual([])
  })

  it('are erased where they stand and in the report, and nothing else of it can be changed', () => {
    moved('m1', 'Abono Rosa 3001234567')
    moved('m2', 'Abono Luis')
    const before = close('Faltó lo de Rosa')
    const notes = [
      { kind: 'movement', id: 'm1' },
      { kind: 'shift', id: 's1' },
    ] as const
    journal.personal.ask({ sales: [], notes: [...notes] }, why)
    journal.personal.ask({ sales: [], notes: [...notes] }, why)
    expect(report()).toEqual({
      ...before,
      note: erasedMark,
      movements: before.movements.map((line) =>
        line.id === 'm1' ? { ...line, note: erasedMark } : line,
      ),
    })
    expect(journal.shifts.movements.ofShift('s1').map(({ note }) => note)).toEqual([
      erasedMark,
      'Abono Luis',
    ])
    expect(notesAbout('rosa')).toEqual([])

    db.exec(
      "insert into note_erasure (kind, id, at, why, stage) values ('movement', 'm2', 1, 'request', 0)",
    )
    for (const change of [
      "note = 'x'",
      'amount = 1',
      "cashier = 'x'",
      "note = '[borrado]', direction = 'out'",
    ]) {
      expect(() => db.exec(`update shift_movement set ${change} where id = 'm2'`)).toThrow(
        /never changed/,
      )
    }
    for (const change of [
      "json_set(report, '$.movements[1].note', 'x')",
      "json_set(report, '$.movements[1].amount.minor', 1)",
      "json_set(report, '$.closedBy', '[borrado]')",
      "json_remove(report, '$.movements[1]')",
      "json_set(report, '$.name', '[borrado]')",
      "'{}'",
    ]) {
      expect(() => db.exec(`update shift_close set report = ${change}`)).toThrow(/never changed/)
    }
    expect(() => db.exec('update shift_close set number = 7')).toThrow(/never changed/)
    expect(() => db.exec('delete from note_erasure')).toThrow(/never forgotten/)
    db.exec("update note_erasure set stage = 1 where id = 'm2'")
    expect(() => db.exec("update shift_movement set note = '[borrado]' where id = 'm2'")).toThrow(
      /never changed/,
    )
  })

  it('of who paid what they owed are too old once the sales are', () => {
    moved('m1', 'Abono Rosa', 10)
    moved('m2', '', 20)
    moved('m3', 'Abono Luis', 30)
    expect(journal.personal.notesOlderThan(30, 5)).toEqual([{ kind: 'movement', id: 'm1' }])
    journal.personal.ask({ sales: [], notes: journal.personal.notesOlderThan(99, 1) }, why)
    expect(journal.personal.notesOlderThan(99, 5)).toEqual([{ kind: 'movement', id: 'm3' }])
  })
})
