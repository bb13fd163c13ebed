import { expect, it } from 'vitest'
import { listDay } from './list-day.ts'
import { transactionRow } from './schemas/transaction.ts'
import type { ListPage } from './service.ts'

const day = '2026-11-20'
const exchange = { startedAt: 1, endedAt: 2, httpStatus: 200, serverDate: null, raw: null }

/** Rows as the service's list gives them. */
function page(...rows: object[]): ListPage {
  return { rows: rows.map((row) => transactionRow(row, 'COP')), exchange, attempts: 1 }
}
const at = { createdAt: `${day} 10:00:00` }

it('loses no row that cannot be read where two answers make the day', async () => {
  const shown = [
    { id: '1', ...at },
    { amount: '1', ...at },
    { id: '2', createdAt: '?' },
  ]
  const missing = [
    { amount: '2', ...at },
    { id: '3', createdAt: '?' },
  ]
  const next = { id: '9', createdAt: '2026-11-21 10:00:00' }
  const service = {
    list: async (_kind: string, _from: string, to: string) =>
      to === day ? page(...shown, ...missing) : page(...shown, next),
  }
  const { rows } = await listDay(service, 'sales', day, undefined, 4)
  const texts = [...shown, ...missing].map((row) => JSON.stringify(row))
  expect(rows.map(({ raw }) => raw).toSorted()).toEqual(texts.toSorted())
})

it.each([
  ['that hold days far off', [{ id: '1', createdAt: '2026-11-01 10:00:00' }]],
  [
    'that say two things of one identifier',
    [
      { id: '1', amount: '1', ...at },
      { id: '1', amount: '2', ...at },
    ],
  ],
])('takes no day as whole from few rows %s', async (_, rows) => {
  const service = { list: async () => page(...rows) }
  expect((await listDay(service, 'sales', day)).complete).toBe(false)
})
