import { beforeEach, expect, test } from 'vitest'
import { openDatabase, type Database } from '../sqlite/db.ts'
import { intentSample } from '../testing/journal-samples.ts'
import { createJournal } from '../journal/journal.ts'
import { migrate } from '../sqlite/migrate.ts'
import { journalMigrations } from '../journal/open-journal.ts'
import { createReceiptPrints } from './receipts.ts'

let db: Database
let prints: ReturnType<typeof createReceiptPrints>

beforeEach(() => {
  db = openDatabase(':memory:', { synchronous: 'FULL' })
  migrate(db, journalMigrations)
  const journal = createJournal(db, { append: () => undefined, close: () => undefined })
  journal.prepare(intentSample())
  prints = createReceiptPrints(db)
})

const begin = (kind: 'receipt' | 'waiting' = 'receipt') =>
  prints.begin({ saleId: 'sale-0001', kind, at: 5, printer: 'Caja', cashier: 'Ana' })

test('the first paper is the original, also while nobody knows whether it came out', () => {
  expect(begin().number).toBe(1)
  const second = begin()
  expect(second.number).toBe(2)
  prints.end(second.seq, 'done', 6)
  expect(prints.nextNumber('sale-0001', 'receipt')).toBe(3)
  expect(prints.ofSale('sale-0001')).toEqual([
    { at: 5, kind: 'receipt', number: 1, printer: 'Caja', cashier: 'Ana', outcome: 'begun' },
    { at: 5, kind: 'receipt', number: 2, printer: 'Caja', cashier: 'Ana', outcome: 'done' },
  ])
})

test('a paper that certainly did not come out leaves the next one the original', () => {
  prints.end(begin().seq, 'failed', 6)
  expect(begin().number).toBe(1)
  expect(prints.ofSale('sale-0001').map(({ outcome }) => outcome)).toEqual(['failed', 'begun'])
})

test('the slip of a waiting sale does not make its receipt a duplicate', () => {
  begin('waiting')
  expect(begin('receipt').number).toBe(1)
  expect(begin('waiting').number).toBe(2)
})

test('what was printed is never changed or forgotten', () => {
  const { seq } = begin()
  prints.end(seq, 'done', 6)
  for (const sql of [
    'delete from receipt_print',
    'update receipt_print set number = 1',
    'delete from receipt_print_end',
    "update receipt_print_end set outcome = 'failed'",
  ]) {
    expect(() => db.run(sql)).toThrow(/never/)
  }
  expect(() => prints.end(seq, 'failed', 7)).toThrow(/UNIQUE/)
  expect(() =>
    prints.begin({ saleId: 'none', kind: 'receipt', at: 1, printer: '', cashier: null }),
  ).toThrow(/FOREIGN KEY/)
})
