import { join } from 'node:path'
import { exportRequestSchema } from '../../electron/features/reports/export/export-request.ts'
import { createExporter } from '../../electron/features/reports/export/exporter.ts'
import { findLedger, type Ledger } from '../../electron/features/reports/ledger/ledger.ts'
import { select } from '../../electron/features/reports/ledger/selection.ts'
import { createPageReader } from '../../electron/features/reports/pages/page-reader.ts'
import { rankedPlaces } from '../../electron/features/reports/pages/ranked-places.ts'
import { cachePath, openCache } from '../../electron/store/cache/cache.ts'
import { reportFilterSchema, type ReportColumn } from '../../shared/contract/reports.ts'
import { addDays } from '../../shared/domain/time/dates.ts'
import { median, peakMemory, processorTime, timed, type Result } from '../measure.ts'
import { ratio, result } from './figures.ts'
import { daysOf, type YearsPlan } from './plan.ts'

const noFilter = reportFilterSchema.parse({})

/** The report of all days of a register in `folder`: pages, totals, and a CSV of all of it. */
export async function reportOfYears(folder: string, plan: YearsPlan): Promise<Result[]> {
  const range = { from: daysOf(plan)[0] ?? plan.lastDay, to: plan.lastDay }
  // First: what the pages keep in mind would be counted as the file's.
  const csv = await csvOf(folder, plan, range)
  const db = openCache(cachePath(folder))
  const ledger = findLedger(db, plan.profileId, 'sales')
  const results = [
    ...(await pagesOf(ledger, range)),
    ...(await sortsOf(ledger, range)),
    await totalsOf(ledger, range.to),
  ]
  db.close()
  return [...results, ...csv]
}

type Days = Record<'from' | 'to', string>

/** In the thread that reads them, and as a person asks: the first rows, then some in the middle. */
async function pagesOf(ledger: Ledger, range: Days): Promise<Result[]> {
  const reader = createPageReader()
  const rows = reader.totals(ledger, range, noFilter).rows
  const page = (column: ReportColumn, offset: number, text = '') =>
    reader.page(ledger, {
      ...range,
      filter: { ...noFilter, text },
      sort: { column, descending: true },
      ...{ offset, limit: 100 },
    })
  const middle = Math.floor(rows / 2)
  const asked: [name: string, work: () => unknown, milliseconds: number][] = [
    ['a page by time', () => page('createdAt', 0), 20],
    ['one in the middle', () => page('createdAt', middle), 20],
    ['the last one', () => page('createdAt', rows - 100), 20],
    ['the first rows by amount', () => page('amount', 0), 300],
    ['those in the middle', () => page('amount', middle), 300],
    ['once more', () => page('amount', middle + 1_000), 20],
    ['those in the middle by product', () => page('product', middle), 300],
    ['those in the middle by status', () => page('status', middle), 300],
    ['a number in any row', () => page('createdAt', 0, '40012'), 300],
  ]
  const results: Result[] = []
  for (const [name, work, most] of asked) {
    const took = await timed(work)
    const value = `${took.toFixed(1)} ms`
    results.push({ name: `report, ${name}`, value, target: `${most} ms`, met: took <= most })
  }
  return results
}

/** All rows put in the order of a column, each time anew, against reading two of their columns and nothing else. */
async function sortsOf(ledger: Ledger, range: Days): Promise<Result[]> {
  const selection = select(ledger, range, noFilter)
  const { where, params } = selection
  const bare = () =>
    ledger.db.arrays(`select count(*), total(amount) from report_row r where ${where}`, ...params)
  const columns = ['amount', 'product', 'status'] as const
  const [base = 0, ...took] = await inTurns([
    bare,
    ...columns.map((column) => () => rankedPlaces(selection, { column, descending: true })),
  ])
  return columns.map((column, at) =>
    ratio(
      `report, all rows sorted by ${column}, against a bare sum of them`,
      [took[at] ?? 0, base],
      4,
    ),
  )
}

/** The middle processor time of each of some works, by turns. */
async function inTurns(works: readonly (() => unknown)[]): Promise<number[]> {
  const times = works.map((): number[] => [])
  for (let round = 0; round <= 3; round += 1) {
    for (const [index, work] of works.entries()) {
      const took = await processorTime(work)
      if (round > 0) times[index]?.push(took)
    }
  }
  return times.map(median)
}

async function totalsOf(ledger: Ledger, to: string): Promise<Result> {
  const year = { from: addDays(to, -364), to }
  const bare = () =>
    ledger.db.arrays(
      `select day, sum(rows), total(amount) from report_total
       where ledger = ? and day between ? and ? group by day`,
      ...[ledger.id, year.from, year.to],
    )
  const reader = createPageReader()
  const totals = () => reader.totals(ledger, year, noFilter)
  const [base = 0, took = 0] = await inTurns([bare, totals])
  return ratio('report, totals of a year, against a bare sum of its days', [took, base], 3)
}

/** With what the journal knows of each row, against the service's rows alone. */
async function csvOf(folder: string, plan: YearsPlan, range: Days): Promise<Result[]> {
  const exporter = createExporter()
  const write = (journal: string | null, days: Days) => async () => {
    const { lacks } = await exporter.export(
      exportRequestSchema.parse({
        ...{ database: cachePath(folder), journal, path: join(folder, 'years.csv'), format: 'csv' },
        ...{ profileId: plan.profileId, profileName: 'Bench', range: { kind: 'sales', ...days } },
        ...{ filter: noFilter, language: 'es', decimalSign: 'comma', madeAt: Date.now() },
      }),
      new AbortController().signal,
      () => undefined,
    )
    if (lacks.includes('journal')) throw new Error('the journal could not be read')
  }
  // The thread is started, and its code read.
  await write(folder, { from: range.to, to: range.to })()
  const alone = await processorTime(write(null, range))
  let own = 0
  const memory = await peakMemory(async () => {
    own = await processorTime(write(folder, range))
  })
  await exporter.close()
  return [
    ratio('report, a CSV with own sales, against one without', [own, alone], 2),
    result('report, the whole process meanwhile', memory, 'MB', 250),
  ]
}
