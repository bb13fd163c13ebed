import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { makeFolder } from '../../../../tests/folders.ts'
import { runExport } from '../export/run-export.ts'
import { writeSampleMonth, type SampleMonth } from './testing/month-sample.ts'
import { readBack } from './testing/read-back.ts'
import { sampleRequest } from './testing/sample-request.ts'

const folder = makeFolder('essentials')
const quiet = { progress: () => undefined, check: () => undefined }
let sample: SampleMonth
let book: ReturnType<typeof readBack>
beforeAll(async () => {
  sample = writeSampleMonth(folder)
  await runExport(sampleRequest(folder, 'book.xlsx'), quiet)
  book = readBack(join(folder, 'book.xlsx'))
})

const units = (minor: number) => minor / 100

test('says on its first sheet what an owner reads in ten seconds', () => {
  const [commissions, profits, collected, owed, credit, prepaid, sales, buys] = book.under(
    'Resumen',
    'Lo esencial',
  )
  expect(commissions?.slice(0, 3)).toEqual([
    'Ganado: comisiones cotizadas',
    1650,
    'de 16 de 16 ventas aprobadas de esta caja',
  ])
  expect(profits?.slice(1, 3)).toEqual([1350, 'en 3 de 5 días observados'])
  const bills = sample.sales.filter(({ product }) => product?.id === '527611')
  const minor = bills.reduce((sum, { amount }) => sum + (amount?.minor ?? 0), 0)
  expect(collected?.[1]).toBe(units(minor))
  expect(collected?.[2]).toContain('1 operación sin clasificar queda aparte')
  expect([owed?.[1], owed?.[2]]).toEqual([0, 'nada por devolver ni entregar'])
  expect([credit?.[1], credit?.[2]]).toEqual([0, 'nada fiado'])
  expect(prepaid?.slice(0, 3)).toEqual([
    'Diferencias del saldo prepago',
    1 - 7000 - 30_000,
    'en 4 de 5 días observados',
  ])
  expect(sales?.[0]).toBe('Confianza: ventas')
  expect(buys?.[1]).toContain('Completo')
  // Two pages at most, whatever was sold: what has a line for each product or day stands apart.
  expect(book.lines('Resumen').length).toBeLessThan(60)
})

test('has the statement of the provider to type in, held against what is known here', () => {
  const typed = book.under('Extracto', 'Lo que dice el extracto')
  expect(typed.map(([label, value]) => [label, value])).toEqual([
    ['Comisiones antes de impuestos', ''],
    ['IVA de las comisiones', ''],
    ['Retención en la fuente', ''],
    ['Retención de IVA', ''],
    ['Otras retenciones (ICA)', ''],
    ['Neto: comisiones + IVA − retenciones', 0],
    ['Neto que el proveedor dice haber pagado', ''],
    ['Pagado menos neto', 0],
  ])
  const first = book.lines('Extracto').findIndex(([label]) => label === typed[0]?.[0]) + 1
  const net = first + 5
  expect(book.cell('Extracto', `B${net}`).f).toBe(
    `SUM(B${first}:B${first + 1})-SUM(B${first + 2}:B${first + 4})`,
  )
  const known = book.under('Extracto', 'Lo que sabe esta caja del mismo periodo')
  expect(known.map(([, value]) => value)).toEqual([1650, 0, 1350, 0])
})

test('writes assigned commissions without a sign until the owner said their unit', async () => {
  const tips = (of: typeof book) =>
    of.under('Comisiones', 'Por producto (ventas de esta caja)')[0]?.[4]
  expect(tips(book)).toBe('3')
  await runExport(sampleRequest(folder, 'unit.xlsx', { tipUnit: 'percent' }), quiet)
  expect(tips(readBack(join(folder, 'unit.xlsx')))).toBe('3\u00a0%')
})

test('checks commissions by product only where balances show them', () => {
  const check = book.under('Comisiones', 'Comprobación por producto (ventas de esta caja)')
  // The sample's service keeps commissions apart from the balance.
  expect(check.slice(0, -1).map((cells) => cells.slice(0, 4))).toEqual([
    ['Recarga Clara', '0 de 6', '', 'no se puede saber'],
    ['Retiro', '0 de 5', '', 'no se puede saber'],
    ['Factura de energía', '0 de 5', '', 'no se puede saber'],
  ])
  const days = book.under('Comisiones', 'Día').slice(0, 5)
  expect(days.map((cells) => cells[8])).toEqual([
    0,
    1,
    'sin observación',
    'sin observación',
    'sin observación',
  ])
})
