import fc from 'fast-check'
import { expect, it } from 'vitest'
import { knownAtClosing } from '../../../shared/domain/sale/closing.ts'
import { nextSale, type SaleEvidence } from '../../../shared/domain/sale/sale-machine.ts'
import { Failure } from '../../../shared/errors.ts'
import type { Journal } from '../journal/journal.ts'
import { openMemoryJournal } from '../testing/memory-journal.ts'
import type { EventDraft } from '../sales/intent.ts'
import type { Database } from '../sqlite/db.ts'
import { intentSample, transactionSample } from '../testing/journal-samples.ts'
import { packSales, thinSales } from './slim-sales.ts'

/**
 * Two journals live the same life; one of them is slimmed now and then, and its program dies in the middle of that.
 * Whatever a person can ask for, both say the same.
 */

const customers = ['3001112233', '79123456', 'FACT 001 ñ']
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom('', '\\n', '{"a":"\\\\n\\u0000"}\n\n', '[borrado]', 'x'.repeat(9000)),
)
const which = fc.nat(30)
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('sell' as const),
      customer: fc.nat(customers.length - 1),
      amount: fc.constantFrom(500_000, 7),
      raw: text,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('find' as const), which, raw: text }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const), which, raw: text }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('erase' as const), which }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('claim' as const),
      which,
      step: fc.constantFrom('opened' as const, 'closed' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('pack' as const, 'thin' as const),
      limit: fc.integer({ min: 1, max: 6 }),
      /** It dies at this write of it, if it comes so far. */
      diesAt: fc.integer({ min: 1, max: 40 }),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const sold = { do: 'sell', customer: 0, amount: 500_000, raw: 'ok' } as const
/** With these any run packs something: of two sales that ended the older one. */
const ending: readonly Step[] = [sold, sold, { do: 'pack', limit: 100, diesAt: 10_000 }]

const day = 86_400_000
const later = 30 * day
const found = (amount: number): SaleEvidence => ({
  kind: 'found',
  transaction: transactionSample({ id: `service`, amount: { minor: amount, currency: 'COP' } }),
  skewMs: 1,
})

/** One evidence, where it applies. */
function hear(journal: Journal, id: string, evidence: SaleEvidence, event: Partial<EventDraft>) {
  const record = journal.sale(id)
  const facts = record && nextSale(record, evidence, 5000)
  if (!record || !facts) return
  const transaction = evidence.kind === 'found' ? { transaction: evidence.transaction } : {}
  const draft = { kind: 'lookup', at: 5000, error: facts.error, startedAt: 4990, ...event } as const
  journal.advance(record, { facts, ...transaction }, draft)
}

function live(journal: Journal, one: Step, ids: readonly string[]): void {
  if (one.do === 'sell') {
    const id = `sale-${ids.length}`
    const reference = customers[one.customer] ?? ''
    const values = { reference, note: one.raw }
    const body = JSON.stringify({ data: { productId: '10000', ...values }, _id: id })
    const own = { id, draftId: id, reference, phone: null, values, body, createdAt: 1000 }
    journal.prepare(intentSample(own))
    hear(journal, id, { kind: 'sending' }, { kind: 'sending' })
    hear(journal, id, { kind: 'accepted', skewMs: null }, { kind: 'outcome', raw: one.raw })
    hear(journal, id, found(one.amount), { raw: one.raw, httpStatus: 200, serverDate: 4000 })
    return
  }
  if ('limit' in one) return
  const id = ids[one.which % ids.length] ?? ''
  const record = journal.sale(id)
  if (!record) return
  if (one.do === 'find') hear(journal, id, found(500_000), { raw: one.raw })
  else if (one.do === 'erase') {
    journal.personal.ask({ sales: [id], notes: [] }, { at: later, why: 'request', by: null })
    journal.personal.eraseDue(later, 10)
  } else if (one.do === 'claim') {
    const said = {
      on: '2026-11-21',
      told: null,
      caseNumber: null,
      text: '',
      amount: null,
      by: null,
    }
    journal.claims.add(id, { step: one.step, at: 6000, ...said })
  } else {
    const closing = { as: 'approved', at: 7000, reason: one.raw, candidateId: null } as const
    journal.advance(
      record,
      { facts: record, closing: { ...closing, ...knownAtClosing(record) } },
      { kind: 'closed', at: 7000, error: null },
    )
  }
}

/** The program that dies at one of its writes. */
function dying(db: Database, diesAt: number): Database {
  let left = diesAt
  return {
    ...db,
    run(sql, ...params) {
      left -= 1
      if (left === 0) throw new Failure('DISK_FULL')
      return db.run(sql, ...params)
    },
  }
}

function slim(db: Database, one: Extract<Step, { limit: number }>): void {
  const work = one.do === 'pack' ? packSales : thinSales
  try {
    work(dying(db, one.diesAt), later, one.limit)
  } catch (caught) {
    if (!(caught instanceof Failure) || caught.error.code !== 'DISK_FULL') throw caught
  }
}

/** All that is told of the sales; of those whose answers may be gone all the rest. */
function told(journal: Journal, ids: readonly string[], thin: ReadonlySet<string>) {
  return {
    sales: ids.map((id) => {
      const isThin = thin.has(id)
      const sale = journal.sale(id)
      const history = journal.history(id)
      return {
        sale: isThin ? { ...sale, body: '' } : sale,
        history: isThin ? history.map((event) => ({ ...event, raw: null })) : history,
        claim: journal.claims.ofSale(id),
      }
    }),
    customers: customers.map((key) => journal.personal.idsOf(key).toSorted()),
    list: journal.list('p1', { limit: 100 }).sales.map(({ id, state }) => [id, state]),
    totals: journal.dayTotals('p1', '1969-12-31'),
    counts: journal.soldCounts('p1'),
    open: journal.open().map(({ id }) => id),
  }
}

it('whatever is asked, a journal that is slimmed says what one says that never was', () => {
  let packed = 0
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 40 }), (random) => {
      const steps = [...random, ...ending]
      const plain = openMemoryJournal()
      const other = openMemoryJournal()
      const ids: string[] = []
      const thin = new Set<string>()
      try {
        for (const one of steps) {
          if ('limit' in one) slim(other.db, one)
          for (const { journal } of [plain, other]) live(journal, one, ids)
          if (one.do === 'sell') ids.push(`sale-${ids.length}`)
          for (const row of other.db.arrays('select id from sale where slim = 2').flat()) {
            thin.add(String(row))
          }
        }
        packed += other.db.arrays('select id from sale where packed is not null').length
        expect(told(other.journal, ids, thin)).toEqual(told(plain.journal, ids, thin))
        // Nothing is lost on the way back either.
        for (const id of ids) live(other.journal, { do: 'erase', which: ids.indexOf(id) }, ids)
        const rows = JSON.stringify(other.db.arrays('select * from sale where is_open = 0'))
        expect(rows).not.toContain('3001112233')
      } finally {
        plain.journal.close()
        other.journal.close()
      }
    }),
    { numRuns: 8 },
  )
  expect(packed).toBeGreaterThanOrEqual(8)
})
