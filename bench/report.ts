import { join } from 'node:path'
import { z } from 'zod'
import { findLedger } from '../electron/features/reports/ledger/ledger.ts'
import { readCompleteness } from '../electron/features/reports/ledger/reader.ts'
import { readTotals } from '../electron/features/reports/testing/read-totals.ts'
import { createPages } from '../electron/features/reports/pages/pages.ts'
import { openCache } from '../electron/store/cache/cache.ts'
import { reportFilterSchema, type ReportFilter } from '../shared/contract/reports.ts'
import { makeFolder, removeFolder } from '../tests/folders.ts'
import { exporting } from './exporting.ts'
import { month, profileId, writeMonth } from './ledger.ts'
import { machine, median, table, timed, type Result } from './measure.ts'
import { ownMonth } from './own-month.ts'

/** Reports at the size of a large shop: exporting, and opening what is stored. Prints ratios of one run. */
const rounds = 5
const folder = makeFolder('bench')
const noFilter = reportFilterSchema.parse({})
const results: Result[] = []

async function opening(): Promise<void> {
  const path = join(folder, '25000.db')
  writeMonth(path, 25_000)
  const db = openCache(path)
  const ledger = findLedger(db, profileId, month.kind)
  const count = () =>
    db.get(
      z.object({ rows: z.int() }),
      'select count(*) as rows from report_row where ledger = ? and gone = 0 and day between ? and ?',
      ledger.id,
      month.from,
      month.to,
    )
  const sort = { column: 'createdAt', descending: true } as const
  const pages = createPages()
  const open = (filter: ReportFilter) => async () => {
    readCompleteness(ledger, month, Date.now())
    readTotals(ledger, month, filter)
    await pages.page(ledger, { ...month, filter, sort, offset: 0, limit: 100 })
  }
  const measured = async (work: () => unknown) => {
    const times: number[] = []
    for (let round = 0; round < rounds * 4; round += 1) times.push(await timed(work))
    return median(times)
  }
  const base = await measured(count)
  const cases: [string, ReportFilter][] = [
    ['opening a stored month of 25,000 rows, against a bare count', noFilter],
    ['another filter on it, against a bare count', { ...noFilter, statusIds: ['2'] }],
  ]
  for (const [name, filter] of cases) {
    const took = await measured(open(filter))
    results.push({
      name,
      value: `${(took / base).toFixed(1)} x (${took.toFixed(1)} ms / ${base.toFixed(1)} ms)`,
      target: '5 x',
      met: took / base <= 5,
    })
  }
  await pages.close()
  db.close()
}

try {
  results.push(...(await exporting(folder)))
  results.push(...(await ownMonth(folder)))
  await opening()
  process.stdout.write(`${table(results)}\n\n${machine()}\n`)
} finally {
  await removeFolder(folder)
}
