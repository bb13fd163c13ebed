import { expect, test } from 'vitest'
import { Failure } from '../../../shared/errors.ts'
import type { BookSale } from '../../store/sales/book-sales.ts'
import { ownColumnsOf, withOwn, type OwnFacts } from './own-facts.ts'

const sale = (change: Partial<BookSale>): BookSale => ({
  ...{ id: 's1', direction: 'in', currency: 'COP', cost: null, incentive: null },
  ...{ reference: '3001234567', cashier: 'Ana', tender: 'cash', via: '', customer: null },
  ...{ first: null, collected: null },
  ...change,
})
const sales = new Map([
  ['1', sale({ tender: 'transfer', via: 'Nequi', customer: '3001234567' })],
  ['2', sale({ tender: 'credit', customer: 'Luis' })],
  ['3', sale({ direction: 'out' })],
])
const days = { kind: 'sales', from: '2026-10-01', to: '2026-10-31' } as const
const facts = (change: Partial<OwnFacts> = {}): OwnFacts => ({
  salesOf: () => sales,
  hasSales: () => true,
  hasCashiers: () => true,
  mayKnowDrawer: () => true,
  ...change,
})
const row = (id: string) => ({
  ...{ id, status: null, statusId: '2', statusName: '', product: null, amount: null },
  ...{ createdAt: null, fromJournal: false, unreadable: null },
})
const rows = ['1', '2', '3', '4', ''].map(row)
const mask = (customer: string, isName: boolean) => (isName ? customer : customer.slice(-4))
const told = (own?: OwnFacts) => withOwn(rows, own, mask).map((one) => one.own)

test('own sales say who sold, how it was paid and who bought; of the others nothing is known', () => {
  expect(told(facts())).toEqual([
    { cashier: 'Ana', tender: { kinds: ['transfer'], via: 'Nequi' }, customer: '4567' },
    { cashier: 'Ana', tender: { kinds: ['credit'], via: '' }, customer: 'Luis' },
    { cashier: 'Ana', tender: null, customer: null },
    null,
    null,
  ])
})

test('who may not know the drawer is told no way of paying, and not who owes', () => {
  const blind = facts({ mayKnowDrawer: () => false })
  expect(told(blind).slice(0, 2)).toEqual([
    { cashier: 'Ana', tender: null, customer: '4567' },
    { cashier: 'Ana', tender: null, customer: null },
  ])
  expect(ownColumnsOf(blind, days)).toEqual(['cashier', 'customer'])
})

test('there are such columns only of sales, where this register made some in their days, and cashiers where there are people', () => {
  expect(ownColumnsOf(facts(), days)).toEqual(['cashier', 'tender', 'customer'])
  expect(ownColumnsOf(facts({ hasCashiers: () => false }), days)).toEqual(['tender', 'customer'])
  expect(ownColumnsOf(facts(), { ...days, kind: 'buys' })).toEqual([])
  const inNovember = facts({ hasSales: ({ from }) => from >= '2026-11-01' })
  expect(ownColumnsOf(inNovember, days)).toEqual([])
  expect(ownColumnsOf(inNovember, { ...days, from: '2026-11-01', to: '2026-11-02' })).not.toEqual(
    [],
  )
  expect(ownColumnsOf(undefined, days)).toEqual([])
})

test('rows of the service are shown, too, where the journal cannot be read', () => {
  const broken = () => {
    throw new Failure('STORE_FAILED')
  }
  expect(told(facts({ salesOf: broken }))).toEqual(rows.map(() => null))
  expect(ownColumnsOf(facts({ hasSales: broken }), days)).toEqual([])
})
