import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createExporter } from '../electron/features/reports/export/exporter.ts'
import { exportRequestSchema } from '../electron/features/reports/export/export-request.ts'
import { reportFilterSchema } from '../shared/contract/reports.ts'
import { readRows, writeFloor } from './floor.ts'
import { writeHucre } from './hucre.ts'
import { month, profileId } from './ledger.ts'
import { interleaved, longestBlock, peakMemory, timed, type Result } from './measure.ts'

const rounds = 5
const never = new AbortController().signal

/** A month is made by another process: this one's memory is measured. */
async function inChild(path: string, rows: number): Promise<void> {
  const script = new URL('./ledger.ts', import.meta.url)
  const code = `import('${script.href}').then((m) => m.writeMonth('${path}', ${rows}))`
  await promisify(execFile)(process.execPath, ['-e', code])
}

/** Exporting a month to Excel in the warm worker thread, with the databases and files in `folder`. */
export async function exporting(folder: string): Promise<Result[]> {
  for (const rows of [100_000, 300_000]) await inChild(join(folder, `${rows}.db`), rows)
  const request = (rows: number) =>
    exportRequestSchema.parse({
      database: join(folder, `${rows}.db`),
      profileId,
      profileName: 'Bench',
      range: month,
      filter: reportFilterSchema.parse({}),
      format: 'xlsx',
      language: 'es',
      path: join(folder, `${rows}.xlsx`),
      decimalSign: 'comma',
      madeAt: Date.now(),
    })
  const exporter = createExporter()
  const write = (rows: number) => exporter.export(request(rows), never, () => undefined)
  // Measured before the floor fills the memory with rows and XML of its own.
  const memory = await peakMemory(() => write(100_000))

  const rows = readRows(request(100_000))
  const [floor = 0, raw = 0, hucre = 0] = await interleaved(rounds, [
    () => writeFloor(rows, join(folder, 'floor.xml')),
    () => write(100_000),
    () => writeHucre(request(100_000), join(folder, 'hucre.xlsx')),
  ])
  const block = await longestBlock(() => write(100_000))
  const large = await timed(() => write(300_000))
  await exporter.close()

  const bytes = statSync(join(folder, '100000.xlsx')).size
  const against = (name: string, took: number, base: number, target: number | null): Result => ({
    name,
    value: `${(took / base).toFixed(2)} x (${took.toFixed(0)} ms / ${base.toFixed(0)} ms)`,
    target: target === null ? '' : `${target} x`,
    met: target === null ? null : took / base <= target,
  })
  const sized = 'export of 100,000 rows in the warm thread'
  return [
    against(`${sized}, against F6`, raw, floor, 1.2),
    against(`${sized}, against hucre’s stream`, raw, hucre, 1),
    against('hucre’s stream from the same database, against F6', hucre, floor, null),
    {
      name: 'size of that file',
      value: `${(bytes / 1e6).toFixed(1)} MB`,
      target: '',
      met: null,
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
    against('export of 300,000 rows, against 100,000', large, raw, 3.3),
  ]
}
