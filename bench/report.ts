import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { createExporter } from '../electron/features/reports/exporter.ts'
import {
  exportRequestSchema,
  type ExportRequest,
} from '../electron/features/reports/export-request.ts'
import { findLedger } from '../electron/features/reports/ledger.ts'
import { createReportReader } from '../electron/features/reports/reader.ts'
import { openCache } from '../electron/store/cache.ts'
import { reportFilterSchema, type ReportFilter } from '../shared/contract/reports.ts'
import { readRows, writeFloor } from './floor.ts'
import { month, profileId, writeMonth } from './ledger.ts'
import { longestBlock, machine, median, peakMemory, table, timed, type Result } from './measure.ts'

/** Reports at the size of a large shop: exporting, and opening what is stored. Prints ratios of one run. */
const rounds = 5
const folder = mkdtempSync(join(tmpdir(), 'mostrador-bench-'))
const noFilter = reportFilterSchema.parse({})
const never = new AbortController().signal
const results: Result[] = []

function request(rows: number, name: string): ExportRequest {
  return exportRequestSchema.parse({
    database: join(folder, `${rows}.db`),
    profileId,
    profileName: 'Bench',
    range: month,
    filter: noFilter,
    format: 'xlsx',
    path: join(folder, name),
    language: 'es',
    decimalSign: 'comma',
    madeAt: Date.now(),
  })
}

/** A month is made by another process: this one's memory is measured. */
async function inChild(path: string, rows: number): Promise<void> {
  const script = new URL('./ledger.ts', import.meta.url)
  const code = `import('${script.href}').then((m) => m.writeMonth('${path}', ${rows}))`
  await promisify(execFile)(process.execPath, ['-e', code])
}

async function exporting(): Promise<void> {
  for (const rows of [100_000, 300_000]) await inChild(join(folder, `${rows}.db`), rows)
  const exporter = createExporter()
  const write = (rows: number) =>
    exporter.export(request(rows, `${rows}.xlsx`), never, () => undefined)
  // Measured before the floor fills the memory with rows and XML of its own.
  const memory = await peakMemory(() => write(100_000))
  const rows = readRows(request(100_000, 'floor.xml'))
  const floor = () => writeFloor(rows, join(folder, 'floor.xml'))
  floor()
  const [floors, exports]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    floors.push(await timed(floor))
    exports.push(await timed(() => write(100_000)))
  }
  const [f6, ours] = [median(floors), median(exports)]
  const block = await longestBlock(() => write(100_000))
  const large = await timed(() => write(300_000))
  await exporter.close()
  const bytes = statSync(join(folder, '100000.xlsx')).size
  results.push(
    {
      name: 'export of 100,000 rows in the warm thread, against F6',
      value: `${(ours / f6).toFixed(2)} x (${ours.toFixed(0)} ms / ${f6.toFixed(0)} ms, ${(bytes / 1e6).toFixed(1)} MB)`,
      target: '1.6 x',
      met: ours / f6 <= 1.6,
    },
    {
      name: 'main thread, longest block meanwhile',
      value: `${block.toFixed(1)} ms`,
      target: '16 ms',
      met: block <= 16,
    },
    {
      name: 'peak memory of the whole process, first export',
      value: `${memory} MB`,
      target: '250 MB',
      met: memory <= 250,
    },
    {
      name: 'export of 300,000 rows, against 100,000',
      value: `${(large / ours).toFixed(2)} x`,
      target: '3.3 x',
      met: large / ours <= 3.3,
    },
  )
}

async function opening(): Promise<void> {
  const path = join(folder, '25000.db')
  writeMonth(path, 25_000)
  const db = openCache(path)
  const ledger = findLedger(db, profileId, month.kind) ?? 0
  const count = () =>
    db.get(
      z.object({ rows: z.int() }),
      'select count(*) as rows from report_row where ledger = ? and gone = 0 and day between ? and ?',
      ledger,
      month.from,
      month.to,
    )
  const sort = { column: 'createdAt', descending: true } as const
  const open = (filter: ReportFilter) => () => {
    const reader = createReportReader(db, profileId)
    reader.completeness(month)
    reader.totals(month, filter)
    reader.page({ ...month, filter, sort, offset: 0, limit: 100 })
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
  db.close()
}

try {
  await exporting()
  await opening()
  process.stdout.write(`${table(results)}\n\n${machine()}\n`)
} finally {
  rmSync(folder, { recursive: true })
}
