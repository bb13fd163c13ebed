import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { reportFilterSchema } from '../../../../shared/contract/reports.ts'
import { openCache } from '../../../store/cache/cache.ts'
import type { Database } from '../../../store/sqlite/db.ts'
import { makeFolder } from '../../../../tests/folders.ts'
import { answersOver } from './list-answers.ts'
import { exportRequestSchema } from '../export/export-request.ts'
import { storeWindow, type LedgerWindow } from './ledger-windows.ts'
import { openLedger, type Ledger } from './ledger.ts'
import { saleRow } from '../testing/list-double.ts'
import { runExport } from '../export/run-export.ts'
import { readBack } from '../workbook/testing/read-back.ts'
import { daySerial, timeSerial } from '../workbook/writing/excel-dates.ts'

const day = '2026-10-02'
const folder = makeFolder('answers')
const path = join(folder, 'cache.db')
const at = (minute: number) => Date.parse(`${day}T13:00:00Z`) + minute * 60_000
let db: Database
let ledger: Ledger

/** The running day was asked for, and so many of its rows came. */
function ask(minute: number, rows: number, change: Partial<LedgerWindow> = {}): void {
  const proof = { proven: { from: day, to: day }, saturated: null, ends: 'inclusive' as const }
  const asked = { dateStart: day, dateEnd: day, rows, full: false }
  const times = { startedAt: at(minute), fetchedAt: at(minute) + 400 }
  const came = Array.from({ length: rows }, (_, index) => saleRow(`${index}`, `${day}T07:00:00`))
  storeWindow(ledger, { ...asked, ...proof, ...times, ...change }, came)
}

beforeAll(() => {
  db = openCache(path)
  ledger = openLedger(db, 'p', 'sales')
  for (const [minute, rows] of [
    [0, 0],
    [10, 0],
    [20, 3],
    [30, 3],
    [40, 3],
    [50, 4],
  ] as const) {
    ask(minute, rows)
  }
  for (const minute of [60, 61]) {
    ask(minute, 4, { full: true, proven: null, saturated: day })
  }
})
afterAll(() => {
  db.close()
})

test('no answer is forgotten, however often the running day is asked for', () => {
  const stored = db.get(
    z.object({ count: z.int() }),
    'select count(*) as count from report_window where full = 0',
  )
  expect(stored?.count).toBe(1)
  const range = { from: day, to: day }
  const answers = answersOver(ledger, range)
  expect(
    answers.map(({ rows, full, times, firstAt, lastAt }) => [
      ...[rows, full, times],
      ...[firstAt, lastAt].map((moment) => (moment - 400 - at(0)) / 60_000),
    ]),
  ).toEqual([
    [0, false, 2, 0, 10],
    [3, false, 3, 20, 40],
    [4, false, 1, 50, 50],
    [4, true, 2, 60, 61],
  ])
  expect(answers.reduce((sum, { times }) => sum + times, 0)).toBe(8)
  expect(answers.at(-1)).toMatchObject({ proven: null, saturated: day, ends: 'inclusive' })
  expect(answersOver(ledger, { from: '2026-10-03', to: '2026-10-03' })).toEqual([])
})

test('the workbook shows each of them: how often, and when first and last', async () => {
  const request = exportRequestSchema.parse({
    ...{ database: path, profileId: 'p', profileName: 'Tienda', format: 'xlsx', language: 'es' },
    ...{ range: { kind: 'sales', from: day, to: day }, filter: reportFilterSchema.parse({}) },
    ...{ path: join(folder, 'libro.xlsx'), decimalSign: 'comma', madeAt: at(90) },
  })
  await runExport(request, { progress: () => undefined, check: () => undefined })
  const lines = readBack(request.path).under('Auditoría', 'Desde')
  const time = (minute: number) => timeSerial(`2026-10-02T08:${String(minute).padStart(2, '0')}:00`)
  const of = daySerial(day)
  expect(lines.slice(0, 3).map((line) => line.slice(0, 7))).toEqual([
    [of, of, 0, 'No', 2, time(0), time(10)],
    [of, of, 3, 'No', 3, time(20), time(40)],
    [of, of, 4, 'No', 1, time(50), time(50)],
  ])
  expect(lines[3]?.slice(2, 5)).toEqual([4, 'Sí', 2])
})
