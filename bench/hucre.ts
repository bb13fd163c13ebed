import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { writeXlsxStream, type CellValue } from 'hucre/xlsx'
import type { ExportRequest } from '../electron/features/reports/export/export-request.ts'
import { exportDays, type DayRows } from '../electron/features/reports/export/export-rows.ts'
import { findLedger } from '../electron/features/reports/ledger/ledger.ts'
import { select } from '../electron/features/reports/ledger/selection.ts'
import { daySerial, timeSerial } from '../electron/features/reports/workbook/writing/excel-dates.ts'
import { openCacheReadOnly } from '../electron/store/cache/cache.ts'

const formats = ['yyyy-mm-dd hh:mm:ss', 'yyyy-mm-dd', '@', '@', '@', '@', '"$"\\ #,##0']

/**
 * The best other library that streams, on the same columns out of the same database: one sheet without totals, and
 * no other. Its deflate has the platform's level, which is 6.
 */
export async function writeHucre(request: ExportRequest, path: string): Promise<void> {
  const { profileId, range, filter } = request
  const db = openCacheReadOnly(request.database)
  const ledger = findLedger(db, profileId, range.kind)
  const days = exportDays(select(ledger, range, filter))
  const columns = formats.map((numFmt, index) => ({ header: `c${index}`, numFmt }))
  const options = { name: 'Ventas', columns, freezePane: { rows: 1 } }
  const stream = writeXlsxStream(values(days), options)
  await pipeline(Readable.from(stream), createWriteStream(path))
  db.close()
}

function* values(days: Iterable<DayRows>): Generator<CellValue[]> {
  for (const { rows } of days) {
    for (const { local, id, product, productId, status, amount } of rows) {
      const time = local ?? ''
      const day = daySerial(time.slice(0, 10))
      yield [timeSerial(time), day, id, product, productId, status, (amount ?? 0) / 100]
    }
  }
}
