import { expect, test } from 'vitest'
import { chartSchema, entriesOf, inBranch } from '../../../shared/domain/books/chart.ts'
import type { MonthFacts } from '../../../shared/domain/books/facts.ts'
import { emptyMonth, saleFact } from '../../../shared/domain/books/testing/fact-samples.ts'
import { vouchersOf } from '../../../shared/domain/books/vouchers.ts'
import { salesOfLine, type Month } from './months.ts'

const facts: MonthFacts = {
  ...emptyMonth,
  sales: [
    saleFact({ id: 'a', product: 'topup' }),
    saleFact({ id: 'b', product: 'bill' }, { tender: 'transfer', via: 'Nequi' }),
    saleFact({ id: 'c', product: 'bill', day: '2026-10-06' }),
    saleFact({ id: 'd', product: 'bill', outcome: 'undone' }),
  ],
}
const chart = chartSchema.parse({})
const { entries } = entriesOf(vouchersOf(facts, null), chart)
const month: Month = {
  ...{ month: '2026-10', close: null, entries, chart, unmapped: [], broken: [], open: null, facts },
  exceptions: { days: [], unlisted: 0, unreadable: 0, differences: [], behind: [] },
  hasEnded: true,
}
const reader = {
  profileId: 'shop',
  books: {
    ...{ chart: () => chart, closes: () => [], closed: () => null },
    typed: { between: () => [], find: () => null },
  },
  source: () => Promise.reject(new Error('it was read before')),
}

test('each line of a voucher leads to the sales that it is of', async () => {
  const voucher = entries.find(({ id }) => id.includes('2026-10-05-agent-collected'))
  if (!voucher) throw new Error('there is one')
  const found = voucher.lines.map(async (line) => {
    const { role, part } = line
    return [`${role} ${part}`.trim(), await salesOfLine(reader, month, voucher, line)]
  })
  expect(await Promise.all(found)).toEqual([
    ['cash s1', ['a']],
    ['wallet Nequi', ['b']],
    ['third bill', ['b']],
    ['third topup', ['a']],
  ])
})

test.each([
  ['', '01', '01'],
  ['', 'Caja 2', 'Caja2'],
  ['', '¡!', '01'],
  ['7', '01', '7'],
])('the branch of map "%s" at register "%s" is %s', (branch, code, said) => {
  expect(inBranch({ ...chart, branch }, code).branch).toBe(said)
})
