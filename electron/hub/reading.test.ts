import { expect, test } from 'vitest'
import { mostRows } from '../../shared/contract/upkeep/branches.ts'
import type { HubConnection } from './connect.ts'
import { readSales } from './reading.ts'

const of = { what: 'days', from: null, to: null, text: '' }

test('sales of some registers stand together, the newest first, and no more than a page of them', async () => {
  const asked: unknown[] = []
  const hub: HubConnection = {
    rows: (row, _sql, values) => {
      const code = values?.[1] === 'C2' ? 'C2' : 'C1'
      asked.push(values?.[1])
      const own = Array.from({ length: mostRows }, (_, index) => ({
        ...{ code, id: `${code}-${index}`, at: 1_000_000 - index * 2 - (code === 'C2' ? 1 : 0) },
        ...{ product: 'Recarga', state: 'APPROVED', direction: 'in', currency: 'COP', total: 100 },
        ...{ reference: '', service: null, cashier: null, tender: 'cash' },
      }))
      return Promise.resolve(own.map((one) => row.parse(one)))
    },
    run: () => Promise.resolve(),
    transaction: (work) => work(),
    close: () => Promise.resolve(),
  }
  const sales = await readSales(hub, { ...of, codes: ['C1', 'C2'] })
  expect(sales).toHaveLength(mostRows)
  expect(sales.slice(0, 3).map(({ id }) => id)).toEqual(['C1-0', 'C2-0', 'C1-1'])
  await readSales(hub, { ...of, codes: null })
  expect(asked).toEqual(['C1', 'C2', null])
})
