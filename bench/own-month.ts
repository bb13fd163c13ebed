import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { createExporter } from '../electron/features/reports/export/exporter.ts'
import { exportRequestSchema } from '../electron/features/reports/export/export-request.ts'
import { reportFilterSchema } from '../shared/contract/reports.ts'
import { month, profileId, writeMonth } from './ledger.ts'
import { interleaved, peakMemory, type Result } from './measure.ts'
import { writeOwnSales } from './own-sales.ts'

const rounds = 5
const told = z.object({ memory: z.number(), none: z.number(), own: z.number() })

/** Writes a month of which this register made every sale, and measures its export; to be run in a process of its own. */
export async function measureOwn(folder: string, rows: number): Promise<z.output<typeof told>> {
  const database = join(folder, `own-${rows}.db`)
  const books = join(folder, `own-${rows}`)
  const exporter = createExporter()
  const write = (journal: string | null) => () =>
    exporter.export(
      exportRequestSchema.parse({
        database,
        journal,
        profileId,
        profileName: 'Bench',
        range: month,
        format: 'xlsx',
        filter: reportFilterSchema.parse({}),
        language: 'es',
        decimalSign: 'comma',
        path: join(folder, `own-${rows}.xlsx`),
        madeAt: Date.now(),
      }),
      new AbortController().signal,
      () => undefined,
    )
  const memory = await peakMemory(write(books))
  const [none = 0, own = 0] = await interleaved(rounds, [write(null), write(books)])
  await exporter.close()
  return { memory, none, own }
}

/** The month is written by one process and measured by another: what writing it took is no part of the memory. */
async function inChild(code: string): Promise<string> {
  const script = new URL('./own-month.ts', import.meta.url).href
  const text = `import('${script}').then(async (m) => { ${code} })`
  return (await promisify(execFile)(process.execPath, ['-e', text])).stdout
}

/** For the child that writes: a month of so many sales, all of them this register's own. */
export function writeOwnMonth(folder: string, rows: number): void {
  mkdirSync(join(folder, `own-${rows}`))
  writeMonth(join(folder, `own-${rows}.db`), rows)
  writeOwnSales(join(folder, `own-${rows}`), join(folder, `own-${rows}.db`))
}

/** Exporting a month of which this register made every sale, against the same without its journal. */
export async function ownMonth(folder: string): Promise<Result[]> {
  const results: Result[] = []
  for (const rows of [25_000, 100_000]) {
    await inChild(`m.writeOwnMonth('${folder}', ${rows})`)
    const said = await inChild(
      `process.stdout.write(JSON.stringify(await m.measureOwn('${folder}', ${rows})))`,
    )
    const { memory, none, own } = told.parse(JSON.parse(said))
    const size = rows.toLocaleString('en')
    const times = `(${own.toFixed(0)} ms / ${none.toFixed(0)} ms)`
    results.push({
      name: `export of ${size} sales, all of them the register’s own, against none`,
      value: `${(own / none).toFixed(2)} x ${times}`,
      target: '',
      met: null,
    })
    if (rows < 100_000) continue
    results.push({
      name: 'peak memory of that process, first export',
      value: `${memory} MB`,
      target: '250 MB',
      met: memory <= 250,
    })
  }
  return results
}
