import fc from 'fast-check'
import { expect, test } from 'vitest'
import { payerLines, type PayerDocument } from './payers.ts'
import { emptyMonth, saleFact } from './testing/fact-samples.ts'
import { vouchersOf } from './vouchers.ts'

const ana: PayerDocument = { kind: 'CC', document: '52123456' }
const company: PayerDocument = { kind: 'NIT', document: '9001234568' }
const documents = new Map([
  ...['a', 'b', 'e'].map((id) => [id, ana] as const),
  ...['c', 'f', 'g', 'h'].map((id) => [id, company] as const),
])

test('each payer stands with what they paid and what was passed on, by third party and currency', () => {
  const sales = [
    saleFact({ id: 'a', product: 'bill' }, { total: 2_100_000, cost: 100_000 }),
    saleFact({ id: 'b', product: 'bill' }),
    saleFact({ id: 'c', product: 'bill' }, { total: 2_050_000, cost: 50_000, change: -2_000_000 }),
    // Paid by nobody that is known: no document, sold elsewhere.
    saleFact({ id: 'd' }),
    saleFact({ id: 'e' }, null),
    // No collection, or nothing came of it.
    saleFact({ id: 'f', nature: 'resale' }),
    saleFact({ id: 'g', nature: 'cash-out', direction: 'out' }),
    saleFact({ id: 'h', outcome: 'undone' }, { late: true }),
  ]
  const of = { product: 'bill', currency: 'COP' }
  expect(payerLines(sales, documents, 0)).toEqual([
    { ...of, payer: ana, why: 'named', count: 2, total: 4_100_000, passed: 4_000_000 },
    { ...of, payer: company, why: 'named', count: 1, total: 2_050_000, passed: 2_000_000 },
    {
      ...{ payer: null, why: 'no-document', product: 'topup', currency: 'COP' },
      ...{ count: 2, total: 4_000_000, passed: 4_000_000 },
    },
  ])
  // Who paid less in all is nobody by name, and not left out.
  expect(payerLines(sales, documents, 2_050_001)[1]).toEqual({
    ...{ ...of, payer: null, why: 'no-document', product: 'topup' },
    ...{ count: 2, total: 4_000_000, passed: 4_000_000 },
  })
  expect(payerLines(sales, documents, 2_050_001)[2]).toMatchObject({
    why: 'small',
    total: 2_050_000,
  })
})

test('of a sale made in part what was given back is no part of it', () => {
  const part = saleFact({ id: 'a', amount: 10_000_000, outcome: 'partial' }, { change: -6_000_000 })
  expect(payerLines([part], documents, 0)).toMatchObject([{ total: 6_000_000, passed: 6_000_000 }])
})

test('all lines come to the turnover of what was third parties’', () => {
  const some = fc.record({
    id: fc.constantFrom('a', 'c', 'x'),
    amount: fc.integer({ min: 1, max: 100_000_000_000 }),
    outcome: fc.constantFrom('done', 'partial', 'open'),
    nature: fc.constantFrom('collection', 'resale', null),
    beside: fc.nat({ max: 500_000 }),
    told: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(some, { maxLength: 12 }), fc.nat({ max: 1e11 }), (drawn, least) => {
      const sales = drawn.map(({ beside, told, ...sale }) =>
        saleFact(sale, {
          total: sale.amount + beside,
          change: told ? -Math.ceil(sale.amount / 2) : null,
        }),
      )
      const passed = vouchersOf({ ...emptyMonth, sales }, null)
        .flatMap(({ lines }) => lines)
        .filter(({ role, side }) => role === 'third' && side === 'debit')
        .reduce((sum, { minor }) => sum + minor, 0)
      const lines = payerLines(sales, documents, least)
      expect(lines.reduce((sum, line) => sum + line.passed, 0)).toBe(passed)
    }),
    { numRuns: 60, seed: 1647 },
  )
})
