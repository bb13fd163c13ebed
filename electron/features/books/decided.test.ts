import { expect, test } from 'vitest'
import {
  chartSchema,
  entriesOf,
  type Chart,
  type ClosedChart,
} from '../../../shared/domain/books/chart.ts'
import { decidedIn } from '../../../shared/domain/books/decided.ts'
import type { MonthFacts, SaleFact } from '../../../shared/domain/books/facts.ts'
import { suggestedAccounts } from '../../../shared/domain/books/suggestions.ts'
import { emptyMonth, saleFact } from '../../../shared/domain/books/testing/fact-samples.ts'
import { vouchersOf } from '../../../shared/domain/books/vouchers.ts'
import { readMonth, type MonthReader, type MonthSource } from './months.ts'

const chart = chartSchema.parse({ vatRate: 1900, lines: suggestedAccounts.CO })
const open = saleFact({ id: 'a', outcome: 'open' }, { change: -2_000_000, late: true })
const sold = [
  open,
  saleFact({ id: 'b', product: 'pin', nature: 'resale' }),
  saleFact({ id: 'c', product: 'giro', direction: 'in' }, null),
  saleFact({ id: 'd', product: 'new', nature: null }),
]

/** What November adjusts of an October that was closed with `sold`: by its sales now and the map of today. */
async function adjusted(
  now: readonly SaleFact[],
  today: Chart = chart,
  closed: ClosedChart = { ...chart, decided: decidedIn({ sales: sold }) },
) {
  const factsOf = (month: string, sales: readonly SaleFact[]): MonthFacts => ({
    ...{ ...emptyMonth, month, sales },
  })
  const { entries } = entriesOf(vouchersOf(factsOf('2026-10', sold), chart.vatRate), chart)
  const exceptions = { days: [], unlisted: 0, unreadable: 0, differences: [], behind: [] }
  const close = { month: '2026-10', number: 1, closedAt: 1, closedBy: null, reason: '', exceptions }
  const days = { missingDays: [], saturatedDays: [], provisionalDays: [] }
  const source = (of: string): MonthSource => ({
    facts: factsOf(of, of === '2026-10' ? now : []),
    ...{ openElsewhere: 0, unlisted: 0, unreadable: 0, unreadableSales: 0, products: new Map() },
    ...{ sales: days, buys: days, balance: { opening: null, closing: null }, hasEnded: true },
    behind: [],
  })
  const reader: MonthReader = {
    profileId: 'shop',
    books: {
      chart: () => today,
      closes: () => [{ ...close, exportedAt: 2 }],
      closed: () => ({ chart: closed, vouchers: entries }),
      typed: { between: () => [], find: () => null },
    },
    source: async (month) => source(month),
  }
  const found = await readMonth(reader, '2026-11')
  return { lines: found.entries.flatMap(({ lines }) => lines), unmapped: found.unmapped }
}

test('what is adjusted of a closed month goes to the accounts in which it lies there, whatever the map says today', async () => {
  const lines = suggestedAccounts.CO.map((line) =>
    line.role === 'unresolved' ? { ...line, account: '289999' } : line,
  )
  const approved = sold.map((sale) =>
    sale === open ? { ...open, outcome: 'done' as const } : sale,
  )
  const found = await adjusted(approved, { ...chart, lines })
  expect(found.lines.filter(({ role }) => role === 'unresolved')).toMatchObject([
    { side: 'debit', minor: 2_000_000, account: '281095' },
  ])
  // What the map of then did not know is named by that of today, and by none where it does not either.
  const poor = chartSchema.parse({ lines: suggestedAccounts.CO.slice(0, 1) })
  const { unmapped } = await adjusted(approved, poor, { ...poor, decided: undefined })
  expect(unmapped.map(({ role }) => role)).toContain('third')
  expect((await adjusted(approved, chart, poor)).unmapped).toEqual([])
})

test('who decides anew what a product is decides for the months that are open; what nobody had decided is learnt', async () => {
  const anew = sold.map((sale): SaleFact => {
    if (sale.product === 'pin') return { ...sale, nature: 'collection' }
    if (sale.product === 'giro') return { ...sale, direction: 'out', nature: 'cash-out' }
    return sale
  })
  expect((await adjusted(anew)).lines).toEqual([])
  // A month that was closed by a version that did not keep it follows, as it did.
  expect((await adjusted(anew, chart, chart)).lines).not.toEqual([])
  const learnt = sold.map((sale): SaleFact =>
    sale.product === 'new' ? { ...sale, nature: 'collection' } : sale,
  )
  const { lines } = await adjusted(learnt)
  expect(lines.map(({ role, part, side }) => `${side} ${role} ${part}`)).toEqual([
    'debit suspense new',
    'credit third new',
    'debit third new',
    'credit suspense new',
  ])
})
