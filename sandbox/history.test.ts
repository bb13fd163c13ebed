import { describe, expect, it } from 'vitest'
import { makeFolder } from '../tests/folders.ts'
import { createServiceCatalog } from './catalog/catalog.ts'
import { createClock } from './clock.ts'
import { createHistory } from './history.ts'
import type { HistoryPlan } from './history.ts'
import { TransactionLedger, LedgerError } from './ledger/ledger.ts'
import { startSandbox } from './http/server.ts'
import { start } from './testing/client.ts'
import { daysAfter, wallDate } from './wall-time.ts'

const PLAN: HistoryPlan = {
  seed: '1',
  from: '2026-10-01',
  to: '2026-10-10',
  salesPerDay: 60,
  busyDays: new Map([['2026-10-05', 1500]]),
  balance: 500_000_000,
}
const NOW = Date.parse('2026-11-21T10:00:00-05:00')

const history = (change: Partial<HistoryPlan> = {}, now = NOW) =>
  createHistory({ ...PLAN, ...change }, createServiceCatalog('COP', false), 'COP', now)

const sales = (rows: ReturnType<typeof history>, date?: string) =>
  rows.filter((row) => row.kind === 'sales' && (!date || wallDate(row.createdAt) === date))

describe('history', () => {
  it('is the same for the same seed, whenever it is made, and another for another', () => {
    expect(history()).toEqual(history({}, NOW + 86_400_000))
    expect(history({ seed: '2' })).not.toEqual(history())
  })

  it('gives a day the same sales in whatever range', () => {
    const day = sales(history({ from: '2026-10-04', to: '2026-10-06' }), '2026-10-05')
    expect(day).toEqual(sales(history(), '2026-10-05'))
  })

  it('has the asked number of sales on each day, busy days too', () => {
    const rows = history()
    for (let date = PLAN.from; date <= PLAN.to; date = daysAfter(date, 1))
      expect(sales(rows, date)).toHaveLength(date === '2026-10-05' ? 1500 : 60)
  })

  it('mixes products, states and hours of the shop, evenings too', () => {
    const rows = sales(history())
    expect(new Set(rows.map((row) => row.productId)).size).toBeGreaterThan(50)
    const share = (status: number) =>
      rows.filter((row) => row.status === status).length / rows.length
    expect(share(2)).toBeGreaterThan(0.9)
    expect(share(3)).toBeGreaterThan(0.02)
    expect(share(5)).toBeGreaterThan(0)
    expect(share(1)).toBe(0)
    const late = rows.filter((row) => new Date(row.createdAt).getUTCHours() < 5)
    expect(late.length).toBeGreaterThan(50)
  })

  it('leaves some of the last day waiting and none of it in the future', () => {
    const from = '2026-11-20'
    const rows = sales(history({ from, to: '2026-11-21', salesPerDay: 2000, busyDays: new Map() }))
    expect(rows.some((row) => row.status === 1)).toBe(true)
    expect(Math.max(...rows.map((row) => row.createdAt))).toBeLessThanOrEqual(NOW)
  })

  it.each(['COP', 'USD'] as const)(
    'keeps a balance in %s that adds up to the present one',
    async (currency) => {
      const sandbox = await start({
        currency,
        historyFrom: '2026-09-01',
        historyTo: '2026-10-31',
        salesPerDay: 40,
      })
      const rows = sandbox.ledger.transactions()
      const buys = rows.filter((row) => row.kind === 'buys')
      expect(buys.length).toBeGreaterThan(5)
      let previous = rows[0]?.prevBalance
      for (const row of rows) {
        expect(row.prevBalance).toBe(previous)
        expect(row.prevBalance).toBeGreaterThanOrEqual(0)
        expect(row.newBalance - row.prevBalance).toBe(row.status === 'REJECTED' ? 0 : row.delta)
        expect(Number.isInteger(row.amount) && row.amount > 0).toBe(true)
        previous = row.newBalance
      }
      expect(previous).toBe(sandbox.ledger.business().balance)
      expect(sandbox.ledger.business().balance).toBe(currency === 'COP' ? 500_000_000 : 250_000)
    },
  )

  it('writes 25,000 rows at once', () => {
    const ledger = new TransactionLedger(':memory:', createClock(), 'COP', PLAN.balance)
    ledger.addHistory(history({ to: '2026-10-31', salesPerDay: 807, busyDays: new Map() }))
    expect(ledger.count()).toBeGreaterThan(25_000)
    ledger.close()
  })
})

describe('a data folder', () => {
  it('keeps its ledger over a restart and belongs to one currency', async () => {
    const data = makeFolder('sandbox')
    const options = { data, historyFrom: '2026-10-01', historyTo: '2026-10-02', salesPerDay: 5 }
    const first = await startSandbox(options)
    first.control.load(100)
    const [rows, business] = [first.ledger.transactions(), first.ledger.business()]
    await first.close()
    const second = await startSandbox(options)
    expect(second.ledger.transactions()).toEqual(rows)
    expect(second.ledger.business()).toEqual(business)
    await second.close()
    await expect(startSandbox({ ...options, currency: 'USD' })).rejects.toThrow(LedgerError)
  })
})
