import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { knownAtClosing } from '../../shared/domain/sale/closing.ts'
import { outcomeOf, owedOf, type CashFacts } from '../../shared/domain/drawer/drawer.ts'
import { atCounterMs, isLate } from '../../shared/domain/testing/is-late.ts'
import type { Tender } from '../../shared/domain/drawer/tender.ts'
import type { Database } from './sqlite/db.ts'
import { isErasable } from './erasure/erasures-due.ts'
import { intentSample } from './testing/journal-samples.ts'
import type { Journal } from './journal/journal.ts'
import { openMemoryJournal } from './testing/memory-journal.ts'
import type { SaleRecord } from './sales/sale-row.ts'

// What is owed to a customer is said by a rule of the drawer, by the list of what is owed, and by what may be erased.
// Here all three are asked about every kind of sale that there can be.

const states = ['APPROVED', 'PARTIAL', 'closed', 'REJECTED', 'NOT_SENT', 'UNKNOWN'] as const
const inPart = { as: 'partial', at: 4, reason: 'Soporte', candidateId: null } as const
const ways: readonly Tender[] = [
  { kind: 'cash', received: null },
  { kind: 'transfer', via: '', note: '', seen: null },
  { kind: 'credit', name: 'Ana' },
]

let journal: Journal
let db: Database
const sales: SaleRecord[] = []
beforeAll(() => {
  ;({ journal, db } = openMemoryJournal())
  db.transaction(() => {
    for (const state of states)
      for (const direction of ['in', 'out'] as const)
        for (const tender of direction === 'in' ? ways : ways.slice(0, 1))
          for (const took of [1, atCounterMs - 1, atCounterMs])
            for (const left of [false, true])
              for (const paid of [false, true]) sell({ state, direction, tender, took, left, paid })
  })
})
afterAll(() => journal.close())

function sell(kind: {
  state: (typeof states)[number]
  direction: 'in' | 'out'
  tender: Tender
  took: number
  left: boolean
  paid: boolean
}): void {
  const { state, direction, tender, took, left, paid } = kind
  const id = `s${sales.length}`
  const prepared = journal.prepare(intentSample({ id, draftId: id, direction, tender }))
  const settledAt = state === 'UNKNOWN' ? null : prepared.createdAt + took
  const nextLookAt = state === 'UNKNOWN' ? 1 : null
  const shown = state === 'closed' ? 'PARTIAL' : state
  const facts = { ...prepared, state: shown, settledAt, nextLookAt }
  const event = { kind: 'lookup', at: prepared.createdAt, error: null } as const
  // A part ends only by a person's word.
  const closing = { ...inPart, ...knownAtClosing({ ...facts, error: null, transaction: null }) }
  const learnt = state === 'closed' ? { facts, closing } : { facts }
  sales.push(journal.advance(prepared, learnt, event) ?? prepared)
  if (left) journal.shifts.tenders.markLeft(id, 2)
  const given = { saleId: id, at: 3, shiftId: null, amount: prepared.total, note: '' }
  if (paid) journal.shifts.movements.addPayout({ ...given, how: 'cash', cashier: null })
}

function factsOf(sale: SaleRecord): CashFacts {
  const { tenders, movements } = journal.shifts
  return {
    direction: sale.direction,
    outcome: outcomeOf(sale),
    tender: tenders.ofSale(sale.id).kind,
    late: isLate(sale, tenders.hasLeft(sale.id)),
    paid: movements.payoutOfSale(sale.id) !== null,
  }
}

it('is owed by one rule, wherever it is asked', () => {
  const owed = sales.filter((sale) => owedOf(factsOf(sale)) !== null).map(({ id }) => id)
  expect(owed.length).toBeGreaterThan(20)
  expect(journal.shifts.cash.owed('p1').map(({ saleId }) => saleId)).toEqual(owed.toSorted())
  const rows = db.all(
    z.object({ id: z.string() }),
    `select id from sale where is_open = 0 and not (${isErasable}) order by id`,
  )
  expect(rows.map(({ id }) => id)).toEqual(owed.toSorted())
})
