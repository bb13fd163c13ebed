import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inMemory, makeFolder } from '../../../../tests/folders.ts'
import { runExport } from '../export/run-export.ts'
import { writeSampleMonth } from './testing/month-sample.ts'
import { readBack } from './testing/read-back.ts'
import { sampleRequest } from './testing/sample-request.ts'

test('the workbook of a calendar month has its entries, with control sums that come to nought', async () => {
  const folder = makeFolder('entries', inMemory)
  writeSampleMonth(folder)
  const quiet = { progress: () => undefined, check: () => undefined }
  const range = { kind: 'sales', from: '2026-10-01', to: '2026-10-31' } as const
  await runExport({ ...sampleRequest(folder, 'book.xlsx'), range }, quiet)
  const lines = readBack(join(folder, 'book.xlsx')).lines('Asientos')
  const control = lines.find(([first]) => first === 'Suma de control')
  const entries = lines.filter(
    ([, voucher]) => typeof voucher === 'string' && voucher.startsWith('01-'),
  )
  const sum = (at: number) =>
    entries.reduce((all, line) => all + Math.round(Number(line[at] ?? 0) * 100), 0)
  expect(entries.length).toBeGreaterThan(40)
  expect(sum(9)).toBe(sum(10))
  expect(control?.slice(8, 11)).toEqual([0, sum(9) / 100, sum(10) / 100])
})
