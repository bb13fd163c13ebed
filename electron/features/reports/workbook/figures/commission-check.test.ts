import { expect, it } from 'vitest'
import type { BalanceDay } from './balance-days.ts'
import { cameIn, unexplainedGrowth } from './commission-check.ts'

const habits = { costTaken: true, commissionPaid: true, withdrawalRaises: true, evidence: 9 }
const told = { sales: 4, quoted: 3_200, change: 2_400 - 800, cost: 800, paidOut: 0 }

it('says what came with the sales of a product by their own balances', () => {
  expect(cameIn({ told }, habits)).toEqual({ sales: 4, expected: 3_200, came: 2_400 })
  expect(cameIn({ told }, { ...habits, costTaken: false })).toMatchObject({ came: 1_600 })
  const out = { ...told, change: 50_000 + 1_200, cost: 0, paidOut: 50_000 }
  expect(cameIn({ told: out }, habits)).toMatchObject({ came: 1_200 })
})

it.each([
  ['keeps commissions apart', told, { commissionPaid: false }],
  ['shows nothing of them', told, { commissionPaid: null }],
  ['may take the cost', told, { costTaken: null }],
  ['may raise it by a withdrawal', { ...told, paidOut: 1 }, { withdrawalRaises: null }],
  ['told no balance', { ...told, sales: 0 }, {}],
])('cannot know where the service %s', (_, of, change) => {
  expect(cameIn({ told: of }, { ...habits, ...change })).toBeNull()
})

const day: BalanceDay = {
  ...{ day: '2026-10-01', start: 100_000, startIs: 'observed', loads: 0, sales: 40_000 },
  ...{ withdrawals: 0, costs: 0, commissions: 900, calculated: 60_900, unclassified: 0 },
  ...{ unsettled: 0, observed: 60_700, proven: true },
}

it('says what the balance grew by that only commissions can explain', () => {
  expect(unexplainedGrowth(day)).toBe(700)
})

it.each<[string, Partial<BalanceDay>]>([
  ['not seen at its beginning', { startIs: 'calculated' }],
  ['not seen at its end', { observed: null }],
  ['not proven', { proven: false }],
  ['with sales that nobody classified', { unclassified: 5 }],
  ['with sales without an end', { unsettled: 5 }],
])('does not know it of a day %s', (_, change) => {
  expect(unexplainedGrowth({ ...day, ...change })).toBeNull()
})
