import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { isClosed, isOpen, shownState } from '../../shared/domain/closing.ts'
import { saleStateSchema, verdictSchema, type Closing } from '../../shared/domain/sale.ts'
import { appError } from '../../shared/errors.ts'
import { intentSample, transactionSample } from './journal-samples.ts'
import { openMemoryJournal } from './open-journal.ts'
import type { SaleRecord } from './sale-row.ts'

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
    const row = z.object({ is_open: z.int(), is_closed: z.int(), shown_state: z.string() })
    const states = saleStateSchema.options
    const closings = verdictSchema.options.flatMap((as) =>
      states.map((state) => closingOf({ as, state })),
    )
    let count = 0
    for (const state of states) {
      for (const closing of [null, ...closings]) {
        const sale = put(journal, `sale-${(count += 1)}`, { state, closing, ...learnt })
        const sql = db.get(
          row,
          'select is_open, is_closed, shown_state from sale where id = ?',
          sale.id,
        )
        expect(sql).toEqual({
          is_open: isOpen(sale) ? 1 : 0,
          is_closed: isClosed(sale) ? 1 : 0,
          shown_state: shownState(sale),
        })
      }
    }
    expect(journal.openCount('p1')).toBe(journal.open('p1').length)
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
})
