import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { reportFilterSchema } from '../../../../shared/contract/reports.ts'
import { addDays } from '../../../../shared/domain/time/dates.ts'
import type { DayRange } from '../../../../shared/domain/time/range.ts'
import type { TransactionRow } from '../../../../shared/domain/sale/transaction.ts'
import { Failure } from '../../../../shared/errors.ts'
import { openCache, openCacheReadOnly } from '../../../store/cache/cache.ts'
import { saveFile } from '../../../store/files/save-file.ts'
import { makeFolder } from '../../../../tests/folders.ts'
import { exportRequestSchema, type ExportRequest } from '../export/export-request.ts'
import { runExport } from '../export/run-export.ts'
import { storeWindow } from '../ledger/ledger-windows.ts'
import { openLedger } from '../ledger/ledger.ts'
import { saleRow } from '../testing/list-double.ts'
import { rowParts } from './figures/row-parts.ts'
import { pythonWithOpenpyxl, readBack, runPython } from './testing/read-back.ts'
import { writeWorkbook } from './workbook.ts'
import { daySerial } from './writing/excel-dates.ts'

const folder = makeFolder('years')
const quiet = { progress: () => undefined, check: () => undefined }
const range = { from: '2024-03-01', to: '2026-02-28' }
const mostRows = 20

/** Rows of so many days from one on, ten a day. */
const rowsFrom = (first: string, days: number) =>
  Array.from({ length: days * 10 }, (_, index) =>
    saleRow(`${first}-${index}`, `${addDays(first, Math.floor(index / 10))}T10:00:0${index % 10}`, {
      minor: 100_000 + index,
      statusId: index % 10 === 9 ? 3 : 2,
    }),
  )
// Five days in the first year, which takes three sheets; nothing in the second; two days in the third.
const sales = [...rowsFrom('2024-06-01', 5), ...rowsFrom('2026-01-05', 2)]
const buys = rowsFrom('2024-12-31', 1)

function store(kind: 'sales' | 'buys', rows: readonly TransactionRow[]): void {
  const db = openCache(join(folder, 'cache.db'))
  const at = Date.parse('2026-12-01T00:00:00Z')
  const window = { dateStart: range.from, dateEnd: addDays(range.to, 1), rows: rows.length }
  const proof = { full: false, proven: range, saturated: null, ends: null } as const
  storeWindow(
    openLedger(db, 'p', kind),
    { ...window, ...proof, startedAt: at, fetchedAt: at },
    rows,
  )
  db.close()
}

const request = (name: string, change: Partial<ExportRequest> = {}) =>
  exportRequestSchema.parse({
    database: join(folder, 'cache.db'),
    profileId: 'p',
    profileName: 'Tienda',
    range: { kind: 'sales', ...range },
    filter: reportFilterSchema.parse({}),
    format: 'xlsx',
    path: join(folder, name),
    language: 'es',
    decimalSign: 'point',
    madeAt: Date.parse('2026-12-01T15:00:00Z'),
    ...change,
  })

/** Writes a workbook whose sheets hold twenty rows. */
async function written(name: string, change: Partial<ExportRequest> = {}) {
  const asked = request(name, change)
  const db = openCacheReadOnly(asked.database)
  const told = await saveFile(asked.path, (out) =>
    writeWorkbook(db, null, asked, out, quiet, { mostRows }),
  )
  db.close()
  return { ...told, ...readBack(asked.path) }
}

let book: Awaited<ReturnType<typeof written>>
beforeAll(async () => {
  store('sales', sales)
  store('buys', buys)
  book = await written('years.xlsx', { kinds: ['buys'] })
})

const sheets = [
  { name: 'Ventas 2024 (1 de 3)', from: '2024-03-01', to: '2024-06-02', rows: 20 },
  { name: 'Ventas 2024 (2 de 3)', from: '2024-06-03', to: '2024-06-04', rows: 20 },
  { name: 'Ventas 2024 (3 de 3)', from: '2024-06-05', to: '2024-12-31', rows: 10 },
  { name: 'Ventas 2026', from: '2026-01-01', to: '2026-02-28', rows: 20 },
]
const idsIn = (name: string) => book.rows(name).map(({ Id }) => Id)

describe('a report that one sheet does not hold', () => {
  test('stands in a sheet for each year, and a large year in parts: every row once, in order', () => {
    expect(book.names).toEqual([
      ...['Resumen', 'Totales', 'Saldo diario', 'Comisiones', 'Extracto'],
      ...sheets.map(({ name }) => name),
      ...['Compras', 'Auditoría'],
    ])
    expect(sheets.flatMap(({ name }) => idsIn(name))).toEqual(sales.map(({ id }) => id))
    expect(idsIn('Compras')).toEqual(buys.map(({ id }) => id))
    expect(book.sheets).toBe(5)
  })

  test('adds up in each sheet, with a filter over its own rows', () => {
    const sums = sheets.map(({ name, rows }) => {
      const sum = book.cell(name, `G${rows + 2}`)
      expect(sum.f).toBe(`SUBTOTAL(109,G2:G${rows + 1})`)
      expect(book.sheet(name)['!autofilter']).toEqual({ ref: `A1:G${rows + 1}` })
      return Number(sum.v)
    })
    const all = sales.reduce((sum, { amount }) => sum + (amount?.minor ?? 0), 0)
    expect(Math.round(sums.reduce((one, other) => one + other, 0) * 100)).toBe(all)
  })

  test('says so, lists its sheets, and has one SHA-256 over all of them: that of the same rows as CSV', async () => {
    const facts = new Map(book.lines('Auditoría').map(([label, value]) => [label, value]))
    expect(facts.get('Operaciones')).toBe(10)
    expect(book.under('Auditoría', 'Hoja').map((cells) => cells.slice(0, 4))).toEqual(
      sheets.map(({ name, rows, from, to }) => [name, rows, daySerial(from), daySerial(to)]),
    )
    const summary = JSON.stringify(book.lines('Resumen'))
    expect(summary).toContain('Las 70 operaciones van en 4 hojas')
    expect(summary).toContain('Completo: cada día se comprobó')
    const csv = await runExport(request('years.csv', { format: 'csv' }), quiet)
    const [record] = book.records
    expect(record).toMatchObject({ kind: 'sales', rows: 70, sha256: csv.records[0]?.sha256 })
    const lines = sheets.flatMap(({ name }) =>
      book.rows(name).map((row) => {
        const time = new Date((Number(row['Fecha y hora']) - 25_569) * 86_400_000 + 0.5)
        const said = time.toISOString().slice(0, 19).replace('T', ' ')
        const cells = [
          row['Id'],
          said,
          row['Estado'],
          row['Id de producto'],
          row['Valor COP'],
          'COP',
        ]
        return `${cells.join('\t')}\n`
      }),
    )
    expect(createHash('sha256').update(lines.join('')).digest('hex')).toBe(record?.sha256)
  })

  test('stays in one sheet where a filter leaves few', async () => {
    const filter = reportFilterSchema.parse({ statusIds: ['3'] })
    const few = await written('few.xlsx', { filter })
    expect(few.names).toContain('Ventas')
    expect(few.sheets).toBe(1)
    expect(few.rows('Ventas').map(({ Estado }) => Estado)).toEqual(Array(7).fill('REJECTED'))
  })

  test('openpyxl reads each sheet, a row at a time', ({ skip }) => {
    if (pythonWithOpenpyxl === null) skip('no Python with openpyxl (python3-openpyxl) is here')
    const script = `
import sys, json, openpyxl
book = openpyxl.load_workbook(sys.argv[1], read_only=True)
print(json.dumps([[sheet.title, sum(1 for row in sheet.iter_rows(min_row=2)) - 1]
  for sheet in book if sheet.title.startswith('Ventas')]))`
    const path = join(folder, 'years.xlsx')
    const said: unknown = JSON.parse(runPython(pythonWithOpenpyxl ?? '', script, path))
    expect(said).toEqual(sheets.map(({ name, rows }) => [name, rows]))
  })
})

describe('which days go into which sheet', () => {
  const days = (counts: Record<string, number>) =>
    Object.entries(counts).map(([day, rows]) => ({ day, rows }))
  const spans = (parts: readonly DayRange[]) => parts.map(({ from, to }) => `${from} ${to}`)

  test('all of them into one that holds them, to the last row', () => {
    const few = days({ '2024-12-31': 10, '2025-01-01': 10 })
    expect(rowParts(range, few, 20)).toEqual([
      { ...range, rows: 20, year: null, part: 1, parts: 1 },
    ])
    expect(spans(rowParts(range, few, 19))).toEqual([
      '2024-03-01 2024-12-31',
      '2025-01-01 2025-12-31',
    ])
    expect(rowParts(range, [], 20)).toHaveLength(1)
  })

  test('none into a sheet that does not hold it', () => {
    const large = days({ '2024-12-31': 10, '2025-01-01': 21 })
    expect(() => rowParts(range, large, 20)).toThrow(
      new Failure('TOO_MANY_ROWS', { day: '2025-01-01', rows: 21, most: 20 }),
    )
  })
})
