import { expect, test } from 'vitest'
import { read, utils } from 'xlsx'
import { chartSchema } from '../../../../shared/domain/books/chart.ts'
import { words } from '../../../../shared/words/words.ts'
import { balancedParts, siigo } from './siigo.ts'

test('a voucher that no file holds is cut into parts that each balance', () => {
  const line = (side: 'debit' | 'credit', minor: number, at: number) => ({ side, minor, at })
  const debits = Array.from({ length: 700 }, (_, at) => line('debit', 100 + at, at))
  const sum = debits.reduce((all, { minor }) => all + minor, 0)
  const lines = [...debits, line('credit', sum - 5, 700), line('credit', 5, 701)]
  const parts = balancedParts(lines, 498)
  for (const part of parts) {
    expect(part.length).toBeLessThanOrEqual(498)
    expect(
      part.reduce((all, one) => all + (one.side === 'debit' ? one.minor : -one.minor), 0),
    ).toBe(0)
  }
  expect(parts.flat().reduce((all, one) => all + one.minor, 0)).toBe(2 * sum)
})

test('its files stay below 500 rows: a larger voucher goes in parts that each balance, others are whole', async () => {
  const line = (side: 'debit' | 'credit', minor: number, part: string) => ({
    ...{
      role: 'third' as const,
      part,
      side,
      minor,
      count: 1,
      account: '28',
      third: '',
      centre: '',
    },
  })
  const voucher = (id: string, products: number) => ({
    ...{ id, day: '2026-10-05', kind: 'agent-settled' as const, currency: 'COP' },
    lines: Array.from({ length: products }, (_, at) => [
      line('debit', 100 + at, `${at}`),
      line('credit', 100 + at, `${at}`),
    ]).flat(),
    ...{ sales: [], cause: '' },
  })
  const facts = { month: '2026-10', chart: chartSchema.parse({}), caution: '', say: words.in('es') }
  const files = await siigo.files([voucher('a', 100), voucher('b', 700), voucher('c', 150)], facts)
  const sums = new Map<string, Set<unknown>>()
  for (const file of files) {
    const book = read(file)
    const [name = ''] = book.SheetNames
    const rows = utils.sheet_to_json<Record<string, unknown>>(book.Sheets[name] ?? {})
    // With its heading.
    expect(rows.length + 1).toBeLessThan(500)
    for (const rowsOf of Map.groupBy(rows, (row) => row['Consecutivo comprobante']).values()) {
      const sum = (of: string) =>
        rowsOf.reduce((all, row) => all + Math.round(Number(row[of]) * 100), 0)
      expect(sum('Débito')).toBe(sum('Crédito'))
      const id = String(rowsOf[0]?.['Observaciones'])
      sums.set(id, (sums.get(id) ?? new Set()).add(rowsOf[0]?.['Consecutivo comprobante']))
    }
  }
  expect([...sums].map(([id, numbers]) => [id, numbers.size])).toEqual([
    ['a', 1],
    ['b', 3],
    ['c', 1],
  ])
})
