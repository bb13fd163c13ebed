import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { read, utils } from 'xlsx'
import { createReports, type ReportsFeature } from '../../electron/features/reports/reports.ts'
import { createMerchantService } from '../../electron/service/client.ts'
import type { MerchantService } from '../../electron/service/service.ts'
import { openCache } from '../../electron/store/cache/cache.ts'
import type { Database } from '../../electron/store/sqlite/db.ts'
import { startSandbox, type Sandbox } from '../../sandbox/http/server.ts'
import type { Profile } from '../../shared/contract/connection.ts'
import {
  reportFilterSchema,
  reportsEvents,
  type ReportRange,
} from '../../shared/contract/reports.ts'
import { decimalFromMinor } from '../../shared/domain/money/money.ts'
import { listDays } from '../../shared/domain/time/range.ts'
import type { TransactionRow } from '../../shared/domain/sale/transaction.ts'
import { makeFolder } from '../folders.ts'
import { profileSample } from '../../shared/contract/testing/profile-sample.ts'

const month: ReportRange = { kind: 'sales', from: '2026-10-01', to: '2026-10-31' }
const noFilter = reportFilterSchema.parse({})
/** 25,000 sales over the month, no day above 999, the busiest at 999. */
const counts = Object.fromEntries(
  listDays(month).map((day, index) => [day, index === 14 ? 999 : 700 + ((index * 61) % 201)]),
)
const short = 25_000 - Object.values(counts).reduce((sum, count) => sum + count, 0)
listDays(month).forEach((day, index) => {
  if (index !== 14) counts[day] = (counts[day] ?? 0) + Math.floor(short / 30)
  if (index === 0) counts[day] = (counts[day] ?? 0) + (short % 30)
})

let sandbox: Sandbox
/** One client for all: the thread that reads its large answers starts once. */
let service: MerchantService
const folder = makeFolder('reports')

beforeAll(async () => {
  sandbox = await startSandbox({
    seed: '7',
    historyFrom: '2026-09-28',
    historyTo: '2026-11-03',
    salesPerDay: 600,
    busyDays: { ...counts, '2026-11-02': 1300 },
  })
  service = createMerchantService({ profile: profileOf('reports'), token: () => sandbox.token })
})
afterAll(async () => {
  await service.close()
  await sandbox.close()
})

interface Bench {
  feature: ReportsFeature
  cache: Database
  progress: { done: number; total: number; rows: number }[]
}
const benches: Bench[] = []
afterAll(async () => {
  for (const { feature, cache } of benches) {
    await feature.close()
    cache.close()
  }
})

function profileOf(id: string): Profile {
  return profileSample({
    id,
    name: 'Tienda',
    country: 'CO',
    baseUrl: sandbox.url,
    sandbox: true,
  })
}

function bench(name: string): Bench {
  const profile = profileOf(name)
  const cache = openCache(join(folder, `${name}.db`))
  const progress: Bench['progress'] = []
  const feature = createReports({
    cache,
    profile: () => profile,
    service: () => service,
    mustBeApproved: () => undefined,
    decimalSign: () => 'comma',
    maySeeCommissions: () => true,
    emit: (event, payload) => {
      if (event !== 'reports.progress') return
      const told = reportsEvents['reports.progress'].payload.parse(payload)
      if (told.phase === 'gather') progress.push(told)
    },
  })
  const made = { feature, cache, progress }
  benches.push(made)
  return made
}

/** Every row of a report by pages, as the table asks for them. */
async function allRows({ handlers }: ReportsFeature, range: ReportRange) {
  const rows: Omit<TransactionRow, 'raw'>[] = []
  for (let offset = 0; ; offset += 500) {
    const sort = { column: 'id', descending: false } as const
    const page = await handlers['reports.page']({
      ...range,
      filter: noFilter,
      sort,
      offset,
      limit: 500,
    })
    rows.push(...page.rows)
    if (rows.length >= page.count) return rows
  }
}

/** One line per transaction, comparable. */
function lines(rows: readonly Omit<TransactionRow, 'raw'>[]): string[] {
  return rows.map(({ id, amount, createdAt, statusName, product }) =>
    [id, amount?.minor, amount?.currency, createdAt?.raw, statusName, product?.id].join(' '),
  )
}

function ledgerLines(range: ReportRange): string[] {
  return sandbox.ledger
    .transactions(range)
    .map((row) =>
      [row.id, row.amount, row.currency, row.createdAt, row.status, row.productId].join(' '),
    )
}

const week: ReportRange = { kind: 'sales', from: '2026-10-12', to: '2026-10-18' }

describe('equal to the ledger, row by row', () => {
  test.each([
    ['a month of 25,000', month, 'inclusive', 'newest'],
    ['a month of 25,000', month, 'exclusive', 'random'],
    ['a week', week, 'inclusive', 'oldest'],
    ['a week', week, 'inclusive', 'random'],
    ['a week', week, 'exclusive', 'newest'],
    ['a week', week, 'exclusive', 'oldest'],
  ] as const)('%s (%#)', async (_, range, endDate, capPick) => {
    sandbox.control.changeSettings({ endDate, capPick, order: capPick })
    const { feature, progress } = bench(`${range.to}-${endDate}-${capPick}`)
    const { handlers } = feature
    expect(await handlers['reports.gather']({ ...range, jobId: 'range' })).toMatchObject({
      complete: true,
      missingDays: [],
      saturatedDays: [],
      provisionalDays: [],
      unreadableRows: 0,
    })
    const rows = await allRows(feature, range)
    expect(lines(rows).toSorted()).toEqual(ledgerLines(range).toSorted())
    const totals = await handlers['reports.totals']({ ...range, filter: noFilter })
    const minor = rows.reduce((sum, { amount }) => sum + (amount?.minor ?? 0), 0)
    expect(totals.amount).toEqual([{ currency: 'COP', minor }])
    const days = listDays(range)
    expect(totals.byDay.map(({ rows: count }) => count)).toEqual(days.map((day) => counts[day]))
    expect(progress.at(-1)).toMatchObject({ done: days.length, total: days.length })
    // A window a day at least; halving blindly would need twice that.
    expect(progress.length - 1).toBeLessThanOrEqual(days.length * 1.4 + 2)
  })
})

describe('what a report cannot prove or reach', () => {
  test.each(['inclusive', 'exclusive'] as const)(
    'a day above the cap is named, the others are proven (end %s)',
    async (endDate) => {
      sandbox.control.changeSettings({ endDate, capPick: 'random', order: 'random' })
      const range: ReportRange = { kind: 'sales', from: '2026-11-01', to: '2026-11-03' }
      const { feature } = bench(`saturated-${endDate}`)
      const answer = await feature.handlers['reports.gather']({ ...range, jobId: 'busy' })
      expect(answer).toMatchObject({
        complete: false,
        missingDays: [],
        saturatedDays: ['2026-11-02'],
      })
      const stored = new Set(lines(await allRows(feature, range)))
      const truth = ledgerLines(range)
      expect([...stored].every((line) => truth.includes(line))).toBe(true)
      expect(stored.size).toBeGreaterThanOrEqual(600 + 1000 + 600)
    },
  )

  test('a service that fails half way leaves what came, and the next run completes it', async () => {
    sandbox.control.changeSettings({ endDate: 'inclusive', capPick: 'newest' })
    sandbox.control.addFaults({ operation: 'listTransactions', fault: 'unauthorized', skip: 3 })
    const { feature } = bench('cut')
    await expect(
      feature.handlers['reports.gather']({ ...week, jobId: 'cut' }),
    ).rejects.toMatchObject({ error: { code: 'UNAUTHORIZED' } })
    const half = await feature.handlers['reports.completeness'](week)
    expect(half.complete).toBe(false)
    expect(half.missingDays.length).toBeLessThan(7)
    expect(await feature.handlers['reports.gather']({ ...week, jobId: 'on' })).toMatchObject({
      complete: true,
    })
    expect(lines(await allRows(feature, week)).toSorted()).toEqual(ledgerLines(week).toSorted())
  })

  test('a range upside down, and a file that no one chose', async () => {
    const { feature } = bench('refused')
    const upsideDown = { ...week, from: week.to, to: week.from }
    await expect(feature.handlers['reports.completeness'](upsideDown)).rejects.toMatchObject({
      error: { code: 'RANGE_INVALID' },
    })
  })
})

test('purchases and loads have a report of their own', async () => {
  sandbox.control.changeSettings({ endDate: 'exclusive', capPick: 'newest' })
  const { feature } = bench('buys')
  const buys: ReportRange = { ...month, kind: 'buys' }
  expect(await feature.handlers['reports.gather']({ ...buys, jobId: 'buys' })).toMatchObject({
    complete: true,
  })
  const ids = (await allRows(feature, buys)).map(({ id }) => Number(id))
  const truth = sandbox.ledger.transactions(buys).map(({ id }) => id)
  expect(truth.length).toBeGreaterThan(0)
  expect(ids.toSorted((one, other) => one - other)).toEqual(truth)
})

test('the workbook holds the same rows and sum as the ledger', async () => {
  sandbox.control.changeSettings({ endDate: 'inclusive', capPick: 'newest' })
  const { feature } = bench('exported')
  await feature.handlers['reports.gather']({ ...week, jobId: 'gather' })
  const path = join(folder, 'week.xlsx')
  const written = await feature.handlers['reports.export']({
    ...week,
    filter: noFilter,
    format: 'xlsx',
    path,
    language: 'es',
    kinds: [],
    full: false,
    separator: null,
    jobId: 'export',
  })
  const truth = sandbox.ledger.transactions(week)
  expect(written).toEqual({ path, rows: truth.length, sheets: 1, lacks: [] })
  const sheet = read(readFileSync(path)).Sheets['Ventas']
  const rows = utils.sheet_to_json<Record<string, unknown>>(sheet ?? {}).slice(0, -1)
  expect(rows.map((row) => `${String(row['Id'])} ${String(row['Valor COP'])}`).toSorted()).toEqual(
    truth.map((row) => `${row.id} ${decimalFromMinor(row.amount)}`).toSorted(),
  )
})
