import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { isClosed, isOpen, shownState } from '../../shared/domain/sale/closing.ts'
import { saleStateSchema, verdictSchema, type Closing } from '../../shared/domain/sale/sale.ts'
import { appError } from '../../shared/errors.ts'
import { matchedRecord } from '../../shared/domain/sale/reconciliation.ts'
import { claimSql, salesBegun, salesOfRecords } from './sales/book-sales.ts'
import { claimedAmong, heldSales } from './sales/held-sales.ts'
import { createJournalReader } from './journal/journal-reader.ts'
import type { Database } from './sqlite/db.ts'
import { intentSample, transactionSample } from './testing/journal-samples.ts'
import { openMemoryJournal } from './testing/memory-journal.ts'
import type { SaleRecord } from './sales/sale-row.ts'

const opened: { close(): void }[] = []
afterEach(() => {
  for (const one of opened.splice(0)) one.close()
})

function open() {
  const memory = openMemoryJournal()
  opened.push(memory.journal)
  return memory
}

/** A sale that is simply put into a state, closed or not. */
function put(journal: ReturnType<typeof open>['journal'], id: string, change: Partial<SaleRecord>) {
  const prepared = journal.prepare(intentSample({ id, draftId: `draft-${id}` }))
  const facts = { ...prepared, ...change }
  const transaction = change.transaction ?? undefined
  const closing = change.closing ?? undefined
  const done = journal.advance(
    prepared,
    { facts, ...(closing ? { closing } : {}), ...(transaction ? { transaction } : {}) },
    { kind: 'closed', at: 2, error: null, ...(closing ? { closing } : {}) },
  )
  if (!done) throw new Error('not written')
  return done
}

const closingOf = (changes: Partial<Closing> = {}): Closing => ({
  as: 'not-made',
  state: 'REVIEW',
  seen: false,
  code: null,
  at: 5,
  reason: 'Soporte no la encuentra',
  candidateId: null,
  ...changes,
})

describe('closings in the journal', () => {
  it.each([
    ['nothing', {}],
    ['a doubt', { error: appError('RECORD_DIFFERS') }],
    ['a record', { transaction: transactionSample() }],
  ])('say in SQL what the pure functions say of each state and verdict, %s learnt', (_, learnt) => {
    const { journal, db } = open()
    const row = z.object({
      ...{ is_open: z.int(), is_closed: z.int(), shown_state: z.string() },
      claim: z.string().nullable(),
    })
    const states = saleStateSchema.options
    const closings = verdictSchema.options.flatMap((as) =>
      states.map((state) => closingOf({ as, state, candidateId: '99' })),
    )
    let count = 0
    for (const state of states) {
      for (const closing of [null, ...closings]) {
        const sale = put(journal, `sale-${(count += 1)}`, { state, closing, ...learnt })
        const sql = db.get(
          row,
          `select is_open, is_closed, shown_state, ${claimSql} as claim from sale where id = ?`,
          sale.id,
        )
        expect(sql).toEqual({
          is_open: isOpen(sale) ? 1 : 0,
          is_closed: isClosed(sale) ? 1 : 0,
          shown_state: shownState(sale),
          claim: matchedRecord(sale),
        })
      }
    }
    expect(journal.openCount('p1')).toBe(journal.open('p1').length)
  })

  it('are counted without reading a sale: each entry of the index is one', () => {
    const { db } = open()
    const asked: string[] = []
    const heard: Database = {
      ...db,
      get: (row, sql, ...params) => {
        asked.push(sql)
        return db.get(row, sql, ...params)
      },
    }
    createJournalReader(heard).openCount('p1')
    const [sql = ''] = asked
    expect(JSON.stringify(db.arrays(`explain query plan ${sql}`, 'p1'))).toContain('sale_by_open')
    // The plan names no covering index, for is_open is none of its columns: but the table's cursor, 0, gives no column.
    const program = db.arrays(`explain ${sql}`, 'p1').map((step) => step.slice(1, 3))
    expect(program).toContainEqual(['DeferredSeek', 1])
    expect(program).not.toContainEqual(['Column', 0])
  })

  it('stand in the history, which nothing changes, with a card number cut', () => {
    const { journal, db } = open()
    const closing = closingOf({ reason: 'tarjeta 4111111111111111' })
    put(journal, 'sale-1', { state: 'REVIEW', closing })
    const kept = { ...closing, reason: 'tarjeta 411111******1111' }
    expect(journal.sale('sale-1')?.closing).toEqual(kept)
    expect(journal.history('sale-1').at(-1)).toMatchObject({ kind: 'closed', closing: kept })
    expect(() => db.exec("update sale_event set closing = '{}'")).toThrow()
  })

  it('count for the day, for "the same sale" and for "most sold" as the person said', () => {
    const { journal } = open()
    put(journal, 'sale-1', { state: 'REVIEW', closing: closingOf() })
    expect(journal.dayTotals('p1', '1969-12-31')).toMatchObject([{ state: 'DECLINED', count: 1 }])
    const like = intentSample()
    expect(journal.sameSale({ ...like, since: 0 })).toBeNull()
    expect(journal.soldCounts('p1').size).toBe(0)
  })

  it('claim the record that the person recognised, while they stand', () => {
    const { journal } = open()
    const closing = closingOf({ as: 'approved', candidateId: '99' })
    put(journal, 'sale-1', { state: 'REVIEW', closing })
    put(journal, 'sale-2', { state: 'REJECTED', closing: { ...closing, candidateId: '98' } })
    const claimed = (ids: string[]) => journal.claiming('p1', ids).map(({ id }) => id)
    expect(claimed(['98', '99'])).toEqual(['sale-1'])
    expect(claimed([])).toEqual([])
  })

  it('let go of that record once the service overruled them, in the books and in the reconciliation', () => {
    const { journal, db } = open()
    const closing = closingOf({ as: 'approved', candidateId: '98' })
    const refused = transactionSample({ id: '97', status: 'REJECTED', statusId: '3' })
    const records = ['97', '98', '99']
    const claims = () => ({
      books: [...salesBegun(db, 'p1', 0, 1e15).keys()],
      rows: [...salesOfRecords(db, 'p1', records).keys()],
      list: heldSales(db, 'p1', 0, 1e15).map(({ claim, shown }) => `${shown} ${claim}`),
      any: [...claimedAmong(db, 'p1', records)],
      whole: journal.claiming('p1', records).map(matchedRecord),
    })
    put(journal, 'sale-1', { state: 'REVIEW', closing })
    expect(claims()).toEqual({
      ...{ books: ['98'], rows: ['98'], any: ['98'], whole: ['98'] },
      list: ['APPROVED 98'],
    })
    const sale = journal.sale('sale-1')
    if (!sale) throw new Error('not there')
    const overruled = { ...sale, state: 'REJECTED', seen: true } as const
    journal.advance(
      sale,
      { facts: overruled, transaction: refused },
      { kind: 'lookup', at: 9, error: null },
    )
    expect(journal.sale('sale-1')).toMatchObject({ closing: { candidateId: '98' } })
    expect(claims()).toEqual({
      ...{ books: ['97'], rows: ['97'], any: ['97'], whole: ['97'] },
      list: ['REJECTED 97'],
    })
  })

  it('give their record up to the sale that find proves it to be', () => {
    const { journal, db } = open()
    put(journal, 'person', {
      state: 'REVIEW',
      closing: closingOf({ as: 'approved', candidateId: '97' }),
    })
    const records = ['97']
    const claims = () => ({
      books: [...salesBegun(db, 'p1', 0, 1e15).keys()],
      row: salesOfRecords(db, 'p1', records).get('97')?.id,
      list: heldSales(db, 'p1', 0, 1e15).map(({ id, claim, isProven }) => [id, claim, isProven]),
      any: [...claimedAmong(db, 'p1', records)],
      whole: journal.claiming('p1', records).map(({ id }) => id),
    })
    expect(claims()).toEqual({
      ...{ books: records, row: 'person', any: records, whole: ['person'] },
      list: [['person', '97', false]],
    })
    put(journal, 'proven', {
      ...{ state: 'APPROVED', seen: true },
      transaction: transactionSample({ id: '97' }),
    })
    expect(claims()).toEqual({
      ...{ books: records, row: 'proven', any: records, whole: ['proven'] },
      list: [
        ['person', null, false],
        ['proven', '97', true],
      ],
    })
  })
})
