import { expect, it } from 'vitest'
import { z } from 'zod'
import { standingsOf } from '../../../shared/domain/credit/debtor.ts'
import { knownAtClosing } from '../../../shared/domain/sale/closing.ts'
import { closingSchema } from '../../../shared/domain/sale/sale.ts'
import { erasedMark } from '../../../shared/domain/privacy/personal.ts'
import { Failure } from '../../../shared/errors.ts'
import { journalMigrations } from '../journal/open-journal.ts'
import { createJournal } from '../journal/journal.ts'
import { creditBook } from '../migrations/20261123T0710-credit.ts'
import { insertRow } from '../sqlite/rows.ts'
import { openDatabase } from '../sqlite/db.ts'
import { migrate } from '../sqlite/migrate.ts'
import { intentSample, transactionSample } from '../testing/journal-samples.ts'
import { openMemoryJournal } from '../testing/memory-journal.ts'
import type { DebtEntry } from './debts.ts'

type Memory = ReturnType<typeof openMemoryJournal>
const cop = (minor: number) => ({ minor, currency: 'COP' })
const total = 520_000

function sell({ journal }: Pick<Memory, 'journal'>, id: string, debtorId: string, createdAt = 5) {
  const tender = { kind: 'credit', name: 'Rosa Pérez', debtorId } as const
  return journal.prepare(intentSample({ id, draftId: id, createdAt, tender }))
}

function end(
  { journal }: Pick<Memory, 'journal'>,
  id: string,
  state: 'APPROVED' | 'REJECTED' | 'PARTIAL',
  transaction = transactionSample(),
) {
  const record = journal.sale(id)
  if (!record) throw new Error('no sale')
  const facts = { ...record, state, settledAt: 9, nextLookAt: null } as const
  const said = { kind: 'lookup', at: 9, error: null } as const
  const after = journal.advance(record, { facts, transaction }, said)
  if (state !== 'PARTIAL' || !after) return
  // A part is open until a person ends it.
  const closing = { ...knownAtClosing(after), as: 'partial', at: 9, reason: 'x', candidateId: null }
  journal.advance(
    after,
    { facts: after, closing: closingSchema.parse(closing) },
    { ...said, kind: 'closed' },
  )
}

const entry = (changes: Partial<DebtEntry>): DebtEntry => ({
  ...{ id: 'e1', debtorId: '', profileId: 'p1', at: 20, kind: 'payment', amount: cop(-100_000) },
  ...{ how: 'transfer', via: 'Nequi', shift: null, note: '551', cashier: 'Ana' },
  ...changes,
})

it('owes a sale once it is approved, once, and one that was refused never', () => {
  const memory = openMemoryJournal()
  const { debts } = memory.journal
  const rosa = debts.addDebtor({ name: 'Rosa Pérez', phone: '300 123 4567' }, 1)
  for (const id of ['a', 'b', 'c', 'd']) sell(memory, id, rosa.id)
  const standing = () => debts.account(rosa.id)?.standings
  expect(standing()).toEqual([{ owed: cop(0), open: cop(4 * total), since: null }])
  end(memory, 'a', 'APPROVED')
  end(memory, 'a', 'APPROVED')
  end(memory, 'b', 'REJECTED')
  // Of a part what the service's balances say was made; where they say nothing, it waits for a person.
  end(memory, 'c', 'PARTIAL', transactionSample({ newBalance: cop(9_900_000) }))
  end(memory, 'd', 'PARTIAL', transactionSample({ newBalance: null }))
  expect(standing()).toEqual([{ owed: cop(total + 100_000), open: cop(total), since: 5 }])
  expect(debts.lines(rosa.id).map(({ id, amount }) => [id, amount.minor])).toEqual([
    ['a', total],
    ['c', 100_000],
  ])
  // What was put right owes nothing any more, and somebody else owes it.
  const luis = debts.addDebtor({ name: 'Luis', phone: '' }, 2)
  const { tenders } = memory.journal.shifts
  tenders.add('a', { kind: 'credit', name: 'Luis', debtorId: luis.id }, 9, null)
  tenders.add('c', { kind: 'cash', received: null }, 9, null)
  expect(standing()).toEqual([{ owed: cop(0), open: cop(total), since: null }])
  expect(debts.owing().map(({ debtor }) => debtor.number)).toEqual([luis.number, rosa.number])
  memory.journal.close()
})

it('keeps what was paid once, with its movement of the drawer, and changes nothing of it', () => {
  const memory = openMemoryJournal()
  const { debts, shifts } = memory.journal
  const rosa = debts.addDebtor({ name: 'Rosa', phone: '' }, 1)
  expect(debts.addDebtor({ name: 'rosa', phone: '' }, 2)).toEqual(rosa)
  const draft = { profileId: 'p1', cashierId: null, cashier: null, openedAt: 1, base: [] }
  shifts.begin({ id: 's1', ...draft, follows: null })
  sell(memory, 'a', rosa.id)
  end(memory, 'a', 'APPROVED')
  const moved = { id: 'm1', shiftId: 's1', at: 20, direction: 'in', reason: 'credit' } as const
  const movement = { ...moved, amount: cop(100_000), note: 'Rosa', cashier: null }
  const paid = entry({ debtorId: rosa.id, how: 'cash', via: '', shift: 's1' })
  debts.addEntries([{ entry: paid, movement: movement }])
  debts.addEntries([{ entry: paid, movement: { ...movement, id: 'm2' } }])
  debts.addEntries([{ entry: entry({ id: 'e2', debtorId: rosa.id, shift: 's1' }), movement: null }])
  expect(shifts.movements.ofShift('s1')).toHaveLength(1)
  expect(shifts.transfers.ofShift('s1')).toEqual([
    { via: 'Nequi', count: 1, total: cop(100_000), unseen: 0, isDebt: true },
  ])
  const account = debts.account(rosa.id)
  expect(account?.standings).toEqual([{ owed: cop(total - 200_000), open: cop(0), since: 5 }])
  const all = debts.lines(rosa.id)
  expect(standingsOf(all, [])).toEqual(account?.standings)
  for (const sql of [
    "update debt_entry set amount = -1 where id = 'e1'",
    "update debt_entry set note = '[borrado]' where id = 'e1'",
    'delete from debt_entry',
    'delete from debtor',
    'update debtor set number = 9',
    'update tender set debtor_id = null',
  ]) {
    expect(() => memory.db.exec(sql), sql).toThrow(Failure)
  }
  memory.journal.close()
})

it('is a number once they asked to be erased: what they owe stays, and no line names them', () => {
  const memory = openMemoryJournal()
  const { debts, personal } = memory.journal
  const rosa = debts.addDebtor({ name: 'Rosa Pérez', phone: '+57 301 555 0000' }, 1)
  sell(memory, 'a', rosa.id)
  end(memory, 'a', 'APPROVED')
  debts.addEntries([{ entry: entry({ debtorId: rosa.id }), movement: null }])
  const found = personal.notesAbout('301 555 0000')
  expect(found).toEqual([
    { kind: 'debtor', id: rosa.id, at: 1, text: 'Rosa Pérez +57 301 555 0000 · 551' },
  ])
  expect([personal.idsOf('3015550000'), personal.idsOf('rosa perez')]).toEqual([['a'], ['a']])
  const why = { at: 9, why: 'request', by: null } as const
  personal.ask({ sales: [], notes: [{ kind: 'debtor', id: rosa.id }] }, why)
  const { debtor, standings } = debts.account(rosa.id) ?? {}
  expect(debtor).toMatchObject({ number: 1, name: '', phone: '', isErased: true })
  expect(standings).toEqual([{ owed: cop(total - 100_000), open: cop(0), since: 5 }])
  expect(debts.lines(rosa.id).map(({ text }) => text)).toEqual(['Recarga', `Nequi ${erasedMark}`])
  expect([personal.notesAbout('rosa perez'), debts.find('rosa', 9)]).toEqual([[], []])
  // What is noted of them after is found by what it says, and goes too.
  debts.addEntries([
    { entry: entry({ id: 'e2', debtorId: rosa.id, note: 'trajo Rosa Pérez' }), movement: null },
  ])
  const later = personal.notesAbout('rosa perez').map(({ kind, id }) => ({ kind, id }))
  expect(later).toEqual([{ kind: 'debtor', id: rosa.id }])
  personal.ask({ sales: [], notes: later }, why)
  expect(debts.lines(rosa.id).at(-1)?.text).toBe(`Nequi ${erasedMark}`)
  expect(personal.notesAbout('rosa perez')).toEqual([])
  expect(debts.find('1', 9)).toHaveLength(1)
  debts.changeDebtor({ ...rosa, name: 'Rosa again' })
  expect(debts.account(rosa.id)?.debtor.name).toBe('')
  expect(() => memory.db.exec("update debtor set name = 'Rosa'")).toThrow(Failure)
  memory.journal.close()
})

it('forgets by age only who owes nothing and bought nothing since', () => {
  const memory = openMemoryJournal()
  const { debts, personal } = memory.journal
  const owing = debts.addDebtor({ name: 'Rosa', phone: '' }, 1)
  const paid = debts.addDebtor({ name: 'Luis', phone: '' }, 1)
  sell(memory, 'a', owing.id)
  sell(memory, 'b', paid.id)
  for (const id of ['a', 'b']) end(memory, id, 'APPROVED')
  debts.addEntries([
    { entry: entry({ debtorId: paid.id, amount: cop(-total), at: 50 }), movement: null },
  ])
  expect(personal.notesOlderThan(50, 9)).toEqual([])
  expect(personal.notesOlderThan(51, 9)).toEqual([{ kind: 'debtor', id: paid.id }])
  memory.journal.close()
})

const debtorRow = z.object({ id: z.string(), name: z.string(), number: z.int(), sales: z.int() })

it('brings in the names of before, each one person however it was written, and loses none', () => {
  const db = openDatabase(':memory:', { synchronous: 'FULL' })
  migrate(db, journalMigrations.slice(0, journalMigrations.indexOf(creditBook)))
  const log = { append: () => undefined, close: () => undefined }
  const journal = createJournal(db, log)
  const names = ['Doña Ana', 'dona ana', 'Luis', erasedMark, erasedMark, '???']
  for (const [index, text] of names.entries()) {
    const id = `s${index}`
    journal.prepare(intentSample({ id, draftId: id, createdAt: index }))
    const said = { saleId: id, at: index, kind: 'credit', text, cashier: null }
    insertRow(db, 'tender', said)
    end({ journal }, id, 'APPROVED')
  }
  migrate(db, journalMigrations)
  const people = db.all(
    debtorRow,
    `select debtor.id, debtor.name, number, count(*) as sales from debtor
     join tender on debtor_id = debtor.id group by number order by number`,
  )
  // Under ids that a copy of before, brought in once more, gives them again: whoever was erased since stays so.
  expect(people.map(({ id, name, sales }) => [id, name, sales])).toEqual([
    ['s0.1', 'Doña Ana', 2],
    ['s2.3', 'Luis', 1],
    ['s3.4', '', 2],
    ['s5.6', '???', 1],
  ])
  const owed = journal.debts.owing().flatMap(({ standings }) => standings)
  expect(owed.reduce((sum, one) => sum + one.owed.minor, 0)).toBe(names.length * total)
  // A sale of a version that knows no book has somebody, too.
  journal.prepare(intentSample({ id: 'old', draftId: 'old' }))
  insertRow(db, 'tender', { saleId: 'old', at: 9, kind: 'credit', text: 'Luis', cashier: null })
  end({ journal }, 'old', 'APPROVED')
  expect(journal.debts.find('luis', 9)[0]?.standings[0]?.owed).toEqual(cop(2 * total))
  journal.close()
})

it('knows who owes a sale that a restored journal plays again, also who was new', () => {
  const memory = openMemoryJournal()
  sell(memory, 'a', 'somebody-new')
  end(memory, 'a', 'APPROVED')
  const { debtor, standings } = memory.journal.debts.account('somebody-new') ?? {}
  expect([debtor?.name, standings?.[0]?.owed]).toEqual(['Rosa Pérez', cop(total)])
  memory.journal.close()
})

it('finds somebody by their phone however it is typed, also before it is whole', () => {
  const { journal } = openMemoryJournal()
  const rosa = journal.debts.addDebtor({ name: 'Rosa', phone: '300 123 4567' }, 1)
  const luis = journal.debts.addDebtor({ name: 'Luis', phone: '+593 99 123 4567' }, 1)
  const found = (text: string) => journal.debts.find(text, 9).map(({ debtor }) => debtor.id)
  for (const text of ['+57 300', '+57 300 123 4567', '0057300', '300 123', '(300) 123-4567']) {
    expect(found(text), text).toEqual([rosa.id])
  }
  for (const text of ['+593 99', '00593 99 123', '0991234567']) {
    expect(found(text), text).toEqual([luis.id])
  }
  expect([found('+57 99'), found('+1 300')]).toEqual([[luis.id], []])
  journal.close()
})

it('says of a sale that was paid after all, or is owed by somebody else, that it was put right', () => {
  const memory = openMemoryJournal()
  const { debts, shifts } = memory.journal
  const rosa = debts.addDebtor({ name: 'Rosa', phone: '' }, 1)
  sell(memory, 'a', rosa.id)
  end(memory, 'a', 'APPROVED')
  const paid = entry({ debtorId: rosa.id, amount: cop(-total) })
  debts.addEntries([{ entry: paid, movement: null }])
  shifts.tenders.add('a', { kind: 'cash', received: null }, 30, 'Ana')
  const told = () => debts.lines(rosa.id).map(({ kind, id, amount }) => [kind, id, amount.minor])
  expect(told()).toEqual([
    ['sale', 'a', total],
    ['payment', 'e1', -total],
    ['corrected', 'a', -total],
  ])
  const owed = () => debts.account(rosa.id)?.standings[0]?.owed.minor
  expect(owed()).toBe(-total)
  // Put right again it is owed as before, once.
  shifts.tenders.add('a', { kind: 'credit', name: 'Rosa', debtorId: rosa.id }, 31, 'Ana')
  expect([told().map(([kind]) => kind), owed()]).toEqual([['sale', 'payment'], 0])
  memory.journal.close()
})

it('sums up in one question what its lines say one by one, and says of whom one is newer', () => {
  const memory = openMemoryJournal()
  const { debts, shifts } = memory.journal
  const people = ['Ana', 'Luis', 'Rosa', 'Eva'].map((name) =>
    debts.addDebtor({ name, phone: '' }, 1),
  )
  const ends = ['APPROVED', 'REJECTED', 'PARTIAL', null] as const
  for (let n = 0; n < 24; n += 1) {
    const who = people[n % 3]
    if (!who) throw new Error('nobody')
    const id = `s${n}`
    sell(memory, id, who.id, 5 + ((n * 7) % 11))
    const as = ends[(n * 5) % 4]
    if (as) end(memory, id, as)
    const minor = ((n * 37) % 9) * 40_000 - 190_000
    const currency = n % 5 === 0 ? 'USD' : 'COP'
    const written = { id: `e${n}`, debtorId: who.id, at: 4 + ((n * 3) % 17) }
    const adjusted = { ...written, kind: 'adjustment' as const, amount: { minor, currency } }
    debts.addEntries([{ entry: entry({ ...adjusted, how: null, via: '' }), movement: null }])
  }
  for (const { debtor, standings } of debts.everybody()) {
    const open = standings.map((one) => one.open).filter(({ minor }) => minor > 0)
    expect(standings).toEqual(standingsOf(debts.lines(debtor.id), open))
    expect(debts.account(debtor.id)?.standings).toEqual(standings)
  }
  expect(debts.owing().map(({ debtor }) => debtor.name)).toEqual(['Ana', 'Luis', 'Rosa'])
  // One is owed by somebody else since: of both something is newer.
  const eva = { kind: 'credit', name: 'Eva', debtorId: people[3]?.id ?? '' } as const
  shifts.tenders.add('s0', eva, 60, null)
  expect(debts.changedSince(60)).toEqual(new Set([people[0]?.id, people[3]?.id]))
  expect(debts.changedSince(0).size).toBe(4)
  expect(debts.changedSince(61).size).toBe(0)
  memory.journal.close()
})

it('says what more or less of a sale the same person owes as a line of its own, when it was put right', () => {
  const memory = openMemoryJournal()
  const { debts, shifts } = memory.journal
  const rosa = debts.addDebtor({ name: 'Rosa', phone: '' }, 1)
  sell(memory, 'a', rosa.id)
  end(memory, 'a', 'APPROVED')
  const way = { kind: 'transfer', via: '', note: '', seen: false } as const
  const owes = { kind: 'credit', name: 'Rosa', debtorId: rosa.id } as const
  const split = { ...owes, first: { ...way, amount: cop(120_000) } }
  shifts.tenders.add('a', split, 30, 'Ana')
  // That the transfer was seen since corrects nothing.
  shifts.tenders.markSeen('a', true, 40, 'Luis')
  expect(debts.lines(rosa.id)).toMatchObject([
    { kind: 'sale', id: 'a', at: 5, amount: cop(total) },
    { kind: 'corrected', id: 'a', at: 30, amount: cop(-120_000), cashier: 'Ana' },
  ])
  expect(debts.account(rosa.id)?.standings[0]?.owed).toEqual(cop(total - 120_000))
  memory.journal.close()
})
