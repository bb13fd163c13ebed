import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reportFilterSchema } from '../../../../shared/contract/reports.ts'
import { openCache } from '../../../store/cache/cache.ts'
import { makeFolder } from '../../../../tests/folders.ts'
import { recordExport } from './export-records.ts'
import { exportRequestSchema } from './export-request.ts'
import { saleRow } from '../testing/list-double.ts'
import { runExport } from './run-export.ts'
import {
  sampleProfile,
  sampleRange,
  storeRows,
  writeSampleMonth,
} from '../workbook/testing/month-sample.ts'
import { readBack } from '../workbook/testing/read-back.ts'

const quiet = { progress: () => undefined, check: () => undefined }
const own = makeFolder('records')

test('the next file of the same days says what changed since', async () => {
  const month = writeSampleMonth(own)
  const asked = (name: string) =>
    exportRequestSchema.parse({
      ...{ database: join(own, 'cache.db'), journal: own, path: join(own, name), format: 'xlsx' },
      ...{ profileId: sampleProfile, profileName: 'Tienda', kinds: ['buys'], language: 'es' },
      ...{ range: { kind: 'sales', ...sampleRange }, filter: reportFilterSchema.parse({}) },
      ...{ decimalSign: 'comma', madeAt: Date.parse('2026-12-01T15:00:00Z') },
    })
  const first = asked('first.xlsx')
  const exported = await runExport(first, quiet)
  const db = openCache(join(own, 'cache.db'))
  recordExport(db, first, exported)

  const none = asked('none.xlsx')
  const again = await runExport(none, quiet)
  const unchanged = readBack(none.path).under(
    'Auditoría',
    'Cambios desde la última exportación de estos días: Ventas',
  )
  expect(unchanged).toContainEqual(expect.arrayContaining(['Ninguna fila cambió.']))
  expect(unchanged).toContainEqual(expect.arrayContaining(['Archivo', 'first.xlsx']))
  expect(again.records[0]?.sha256).toBe(exported.records[0]?.sha256)

  const [turned, gone, ...same] = month.sales
  if (!turned || !gone) throw new Error('the sample is empty')
  const rejected = {
    ...turned,
    status: 'REJECTED',
    statusId: '3',
    statusName: 'REJECTED',
    raw: '{}',
  } as const
  const late = saleRow('999999', '2026-10-03T20:00:00', { minor: 123_400 })
  storeRows(db, 'sales', [rejected, ...same, late])
  db.close()
  const second = asked('second.xlsx')
  await runExport(second, quiet)
  const changes = readBack(second.path).under('Auditoría', 'Id')
  expect(
    changes.map((cells) => [cells[0], cells[1], cells[3], cells[4], cells[7], cells[8], cells[9]]),
  ).toEqual([
    [
      ...[turned.id, 'Cambió', 'Recarga Clara', 'APPROVED'],
      ...['Recarga Clara', 'REJECTED', (turned.amount?.minor ?? 0) / 100],
    ],
    [gone.id, 'Ya no está en el servicio', 'Factura de energía', 'APPROVED', null, null, null],
    ['999999', 'Nueva', null, null, 'Producto 10000', 'APPROVED', 1234],
  ])
})
