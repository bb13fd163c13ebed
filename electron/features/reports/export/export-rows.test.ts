import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reportFilterSchema } from '../../../../shared/contract/reports.ts'
import { openCache } from '../../../store/cache/cache.ts'
import { makeFolder } from '../../../../tests/folders.ts'
import { exportDays, rowsAtOnce } from './export-rows.ts'
import { storeWindow } from '../ledger/ledger-windows.ts'
import { openLedger } from '../ledger/ledger.ts'
import { saleRow } from '../testing/list-double.ts'
import { select } from '../ledger/selection.ts'

const folder = makeFolder('rows')

test('a day of any size is in memory a part at a time, in its order and with each row once', () => {
  const db = openCache(join(folder, 'cache.db'))
  const ledger = openLedger(db, 'p', 'sales')
  const day = '2026-10-03'
  const range = { kind: 'sales', from: day, to: '2026-10-04' } as const
  const count = 2 * rowsAtOnce + 7
  const sold = Array.from({ length: count }, (_, index) =>
    saleRow(`t${index}`, `${day}T10:00:${String(59 - (index % 60)).padStart(2, '0')}`),
  )
  const window = { dateStart: day, dateEnd: '2026-10-04', rows: count, full: false }
  const proof = { proven: null, saturated: null, ends: null, startedAt: 0, fetchedAt: 0 }
  const next = saleRow('last', '2026-10-04T08:00:00')
  storeWindow(ledger, { ...window, ...proof }, [...sold, next])
  const days = [...exportDays(select(ledger, range, reportFilterSchema.parse({})))]
  const parts = days.map(({ rows }) => rows)
  expect(parts.map(({ length }) => length)).toEqual([rowsAtOnce, rowsAtOnce, 7, 1])
  const rows = parts.flat()
  expect(new Set(rows.map(({ id }) => id)).size).toBe(count + 1)
  const times = rows.map(({ local }) => local ?? '')
  expect(times).toEqual(times.toSorted())
  db.close()
})
