import { expect, test } from 'vitest'
import { z } from 'zod'
import { erasedMark } from '../../../shared/domain/privacy/personal.ts'
import type { Journal } from '../journal/journal.ts'
import { intentSample } from '../testing/journal-samples.ts'
import { openMemoryJournal } from '../testing/memory-journal.ts'
import { sellSample } from '../testing/sell-sample.ts'
import { beginning } from './outbox.ts'

const stream = {
  id: 'a'.repeat(32),
  code: 'C2',
  name: 'Caja 2',
  login: 'mostrador_c2',
  url: 'postgres://hub.example/tienda',
  ca: null,
  begunAt: 1000,
}
const countRow = z.object({ count: z.int() })

function enrolled() {
  const opened = openMemoryJournal()
  opened.journal.outbox.begin(stream)
  return opened
}

const sell = ({ journal }: { journal: Journal }, id = 'sale-0001') => sellSample(journal, id)

test('a register without a hub notes nothing', () => {
  const opened = openMemoryJournal()
  sell(opened)
  opened.journal.recordBalance('p1', balance)
  expect(opened.db.get(countRow, 'select count(*) as count from hub_out')?.count).toBe(0)
  expect(opened.journal.outbox.stream()).toBeNull()
})

const balance = {
  at: 5,
  reason: 'opening',
  balance: { minor: 1, currency: 'COP' },
  profits: { minor: 0, currency: 'COP' },
} as const

test('what was before the register joined comes first, then each change', () => {
  const opened = openMemoryJournal()
  const { journal } = opened
  sell(opened, 'sale-0001')
  journal.recordBalance('p1', balance)
  journal.outbox.begin(stream)
  sell(opened, 'sale-0002')
  const changes = journal.outbox.after(0, 100)
  expect(changes.map(({ kind, ref }) => `${kind} ${ref}`)).toEqual([
    ...['sale sale-0001', 'balance 1'],
    ...Array.from({ length: 4 }, () => 'sale sale-0002'),
  ])
  expect(journal.outbox.leftAfter(changes[1]?.seq ?? 0)).toBe(4)
})

test('every row of a sale and of a shift is a change of it', () => {
  const { db, journal } = enrolled()
  const tables = ['sale', 'shift', 'tender', 'sale_left', 'payout', 'claim_event', 'receipt_print']
  const more = ['receipt_print_end', 'erasure', 'shift_close', 'shift_movement', 'shift_count']
  const last = [
    'note_erasure',
    'balance_snapshot',
    'trail',
    'debtor',
    'debt_entry',
    'erasure_order',
  ]
  const noted = db.all(
    z.object({ name: z.string() }),
    "select distinct tbl_name as name from sqlite_schema where type = 'trigger' and sql like '%into hub_out%'",
  )
  expect(noted.map(({ name }) => name).toSorted()).toEqual([...tables, ...more, ...last].toSorted())
  journal.prepare(intentSample())
  const inserted = [
    "insert into sale_left values ('sale-0001', 1)",
    "insert into receipt_print (sale_id, kind, number, at, printer) values ('sale-0001', 'receipt', 1, 1, '')",
    "insert into receipt_print_end values (1, 'done', 2)",
    "insert into shift (id, profile_id, opened_at, base) values ('shift-1', 'p1', 1, '[]')",
    `insert into shift_movement (id, shift_id, at, direction, reason, currency, amount, note)
       values ('m1', 'shift-1', 1, 'in', 'change', 'COP', 1, 'x')`,
    "insert into note_erasure values ('movement', 'm1', 1, 'request', null, 0)",
  ]
  for (const sql of inserted) db.exec(sql)
  expect(journal.outbox.after(0, 100).map(({ ref }) => ref)).toEqual([
    ...['sale-0001', 'sale-0001', 'sale-0001', 'sale-0001'],
    ...['shift-1', 'shift-1', 'shift-1'],
  ])
})

test('two journals that were one are told apart once each went on', () => {
  const one = enrolled()
  const other = enrolled()
  sell(one)
  sell(other)
  const [position = beginning] = one.journal.outbox.after(0, 1)
  expect(one.journal.outbox.knows(position)).toBe(true)
  expect(other.journal.outbox.knows(position)).toBe(false)
  expect(other.journal.outbox.knows({ seq: 900, tip: position.tip })).toBe(false)
  expect(other.journal.outbox.knows(beginning)).toBe(true)
  expect(other.journal.outbox.knows({ seq: 0, tip: 'ff' })).toBe(false)
})

test('a number is never given twice, also after all was forgotten', () => {
  const opened = enrolled()
  const { outbox } = opened.journal
  sell(opened)
  const last = outbox.after(0, 100).at(-1)?.seq ?? 0
  outbox.leave()
  sell(opened, 'sale-0002')
  expect(outbox.leftAfter(0)).toBe(0)
  outbox.begin(stream)
  expect(outbox.after(0, 1)[0]?.seq).toBeGreaterThan(last)
})

test('what the hub has is forgotten after a while, but for where it stands', () => {
  const opened = enrolled()
  const { outbox } = opened.journal
  sell(opened)
  const changes = outbox.after(0, 100)
  const last = changes.at(-1) ?? beginning
  const later = Date.now() + 60_000
  expect(outbox.prune(later, 100)).toBe(0)
  outbox.acknowledge(last.seq, later)
  expect(outbox.prune(0, 100)).toBe(0)
  expect(outbox.prune(later, 100)).toBe(changes.length - 1)
  expect(outbox.knows(last)).toBe(true)
  expect(outbox.stream()).toMatchObject({ ackedSeq: last.seq, ackedAt: later, name: 'Caja 2' })
})

test('a sale goes whole, without what never leaves, packed or not', () => {
  const { db, journal } = enrolled()
  sell({ journal })
  journal.prepare(intentSample({ id: 'newer', draftId: 'newer' }))
  db.exec("insert into sale_left values ('sale-0001', 1)")
  const image = journal.outbox.image('sale', 'sale-0001')
  expect(image).toMatchObject({
    sale: { id: 'sale-0001', shown_state: 'APPROVED', total: 520_000, is_open: 0 },
    sale_event: [{ kind: 'prepared' }, {}, {}, { kind: 'outcome', state: 'APPROVED' }],
    sale_left: [{ at: 1 }],
  })
  // An older version that reads it asks for the column.
  expect(image).toHaveProperty('sale.body_sha256', '')
  expect(JSON.stringify(image)).toContain('79123456')
  for (const never of ['body', 'form_values', 'packed', 'raw', 'draft_id']) {
    expect(JSON.stringify(image)).not.toContain(`"${never}"`)
  }
  expect(image).not.toHaveProperty('sale.error')
  const noted = journal.outbox.leftAfter(0)
  expect(journal.slimming.pack(Number.MAX_SAFE_INTEGER, 10)).toBe(1)
  expect(journal.outbox.image('sale', 'sale-0001')).toEqual(image)
  expect(journal.outbox.leftAfter(0)).toBe(noted)
  expect(journal.outbox.image('sale', 'none')).toBeNull()
})

test('what was erased before it was sent is not in what is sent', () => {
  const { journal } = enrolled()
  sell({ journal })
  const before = journal.outbox.leftAfter(0)
  const why = { at: 3000, why: 'request', by: null } as const
  journal.personal.ask({ sales: ['sale-0001'], notes: [] }, why)
  expect(journal.personal.eraseDue(Number.MAX_SAFE_INTEGER, 1)).toBe(1)
  const image = JSON.stringify(journal.outbox.image('sale', 'sale-0001'))
  expect(image).not.toContain('3001234567')
  expect(image).toContain('"erasure":[{')
  expect(journal.outbox.leftAfter(0)).toBeGreaterThan(before)
})

test('a name that is erased in a Z is sent again with its shift', () => {
  const { db, journal } = enrolled()
  sell({ journal })
  const shift = [
    "insert into shift (id, profile_id, opened_at, base) values ('shift-1', 'p1', 1, '[]')",
    `insert into shift_close (shift_id, profile_id, number, closed_at, report)
       values ('shift-1', 'p1', 1, 3, '{"owed":[{"name":"Rosa"}]}')`,
    "insert into erasure values ('sale-0001', 5, 'request', null, 0)",
  ]
  for (const sql of shift) db.exec(sql)
  const before = journal.outbox.after(0, 100).at(-1)?.seq ?? 0
  db.run(`update shift_close set report = '{"owed":[{"name":"${erasedMark}"}]}'`)
  expect(journal.outbox.after(before, 100)).toMatchObject([{ kind: 'shift', ref: 'shift-1' }])
  expect(JSON.stringify(journal.outbox.image('shift', 'shift-1'))).not.toContain('Rosa')
})

test('a shift says which of its notes were erased, and no other', () => {
  const { db, journal } = enrolled()
  const rows = [
    "insert into shift (id, profile_id, opened_at, base) values ('shift-1', 'p1', 1, '[]')",
    `insert into shift_movement (id, shift_id, at, direction, reason, currency, amount, note)
       values ('m1', 'shift-1', 1, 'in', 'change', 'COP', 1, 'x')`,
    "insert into note_erasure values ('movement', 'm1', 1, 'request', null, 0)",
    "insert into note_erasure values ('movement', 'm2', 1, 'request', null, 0)",
  ]
  for (const sql of rows) db.exec(sql)
  expect(journal.outbox.image('shift', 'shift-1')).toMatchObject({
    note_erasure: [{ kind: 'movement', id: 'm1' }],
  })
})

test('who is to be erased and waits leaves in no Z, though the Z here still names them', () => {
  const { db, journal } = enrolled()
  const people = { 'sale-1': 'Rosa', 'sale-2': 'Ana', 'sale-3': 'Ana', 'sale-4': 'Luz' }
  for (const [id, name] of Object.entries(people)) {
    journal.prepare(
      intentSample({ id, draftId: id, shift: 's1', tender: { kind: 'credit', name } }),
    )
  }
  const credits = Object.values(people).map((name) => ({ name }))
  const payouts = [{ saleId: 'sale-4', note: 'Luz' }]
  const report = JSON.stringify({ movements: [], payouts, credits, note: '' })
  db.exec("insert into shift (id, profile_id, opened_at, base) values ('s1', 'p1', 1, '[]')")
  db.run("insert into shift_close values ('s1', 'p1', 1, 3, ?)", report)
  db.exec(`insert into payout (sale_id, at, shift_id, how, currency, amount, note)
    values ('sale-4', 1, 's1', 'cash', 'COP', 1, 'Luz')`)
  const sales = ['sale-1', 'sale-2', 'sale-4']
  journal.personal.ask({ sales, notes: [] }, { at: 1, why: 'request', by: null })
  const sent = JSON.stringify(journal.outbox.image('shift', 's1'))
  expect([...sent.matchAll(/Rosa|Ana|Luz/g)].map(([name]) => name)).toEqual(['Ana', 'Ana'])
  expect(JSON.stringify(db.arrays('select report from shift_close'))).toContain('Rosa')
})

test('of who owed and was erased the hub hears the id, and nothing of anybody else', () => {
  const { db, journal } = enrolled()
  for (const id of ['d1', 'd2']) {
    db.run(
      `insert into debtor (id, number, name, name_key, phone, phone_key, created_at)
       values (?1, ?2, 'Rosa', 'rosa', '', '', 1)`,
      ...[id, Number(id.slice(1))],
    )
  }
  const erased = [{ kind: 'debtor', id: 'd1' }] as const
  journal.personal.ask({ sales: [], notes: [...erased] }, { at: 1, why: 'request', by: null })
  expect(journal.outbox.after(0, 9)).toMatchObject([{ kind: 'debtor', ref: 'd1' }])
  journal.outbox.begin(stream)
  expect(journal.outbox.after(0, 9)).toMatchObject([{ kind: 'debtor', ref: 'd1' }])
  expect(journal.outbox.image('debtor', 'd1')).toMatchObject({ debtor: { id: 'd1', erased_at: 1 } })
  expect(journal.outbox.image('debtor', 'd2')).toBeNull()
  const told = ['d1', 'd2', 'd3'].map((id) => ({ kind: 'debtor', id }) as const)
  expect(journal.personal.unerasedOf(told)).toEqual({
    sales: [],
    notes: [{ kind: 'debtor', id: 'd2' }],
  })
})
