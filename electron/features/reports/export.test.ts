import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { read, utils, type WorkSheet } from 'xlsx'
import { z } from 'zod'
import { reportFilterSchema } from '../../../shared/contract/reports.ts'
import { openCache } from '../../store/cache/cache.ts'
import type { TransactionRow } from '../../../shared/domain/sale/transaction.ts'
import { cellText } from './workbook/writing/cell-text.ts'
import { createExporter } from './export/exporter.ts'
import { exportRequestSchema, type ExportRequest } from './export/export-request.ts'
import { storeWindow } from './ledger/ledger-windows.ts'
import { openLedger } from './ledger/ledger.ts'
import { saleRow } from './testing/list-double.ts'
import { runExport } from './export/run-export.ts'
import { fileFailure, saveFile } from '../../store/files/save-file.ts'
import { makeFolder } from '../../../tests/folders.ts'

const folder = makeFolder('export')
const database = join(folder, 'cache.db')
const quiet = { progress: () => undefined, check: () => undefined }

const nasty = [
  '=1+1',
  '=HYPERLINK("http://x.example","y")',
  '+57 300',
  '@SUM(A1)',
  'a\u0000b\u0008c\u001Bd',
  'no\uFFFEchar\uFFFF',
  'half \uD83D surrogate',
  '_x0041_ and _x005F_',
  '<tag attr="1">&amp;</tag> \'q\'',
  'línea 1\r\nlínea 2\ttab',
  'ñandú 😀 漢字',
  '  spaces  ',
  'x'.repeat(40_000),
]

const rows: TransactionRow[] = [
  ...nasty.map((name, index) => ({
    ...saleRow(`00${1000 + index}`, '2026-10-01T08:00:00', { minor: 12_345_67 + index }),
    product: { id: `p${index}`, name },
  })),
  {
    ...saleRow('7', '2026-10-02T23:59:59', { minor: -500 }),
    amount: { minor: -500, currency: 'USD' },
  },
  { ...saleRow('8', '2026-10-02T00:00:00'), amount: null, raw: '{"amount":"mil"}' },
  { ...saleRow('9', '2026-10-02T10:00:00'), status: null, statusId: '9', statusName: 'REVERSADA' },
]

beforeAll(() => {
  const db = openCache(database)
  const ledger = openLedger(db, 'p', 'sales')
  const at = Date.parse('2026-12-01T00:00:00Z')
  const window = {
    dateStart: '2026-10-01',
    dateEnd: '2026-11-01',
    full: false,
    ends: null,
    saturated: null,
  }
  const proven = { from: '2026-10-01', to: '2026-10-31' }
  storeWindow(ledger, { ...window, rows: rows.length, startedAt: at, fetchedAt: at, proven }, rows)
  db.close()
})

function request(name: string, change: Partial<ExportRequest> = {}): ExportRequest {
  return exportRequestSchema.parse({
    database,
    profileId: 'p',
    profileName: 'Tienda "La 14" & Cía',
    range: { kind: 'sales', from: '2026-10-01', to: '2026-10-31' },
    filter: reportFilterSchema.parse({}),
    format: 'xlsx',
    path: join(folder, name),
    language: 'es',
    decimalSign: 'comma',
    madeAt: Date.parse('2026-12-01T15:00:00Z'),
    ...change,
  })
}

const cellSchema = z.object({
  t: z.string(),
  v: z.union([z.string(), z.number()]).optional(),
  f: z.string().optional(),
  l: z.unknown().optional(),
  z: z.string().optional(),
})

function open(path: string) {
  const book = read(readFileSync(path), { cellDates: false, cellNF: true, cellFormula: true })
  const sheet = (name: string): WorkSheet => {
    const found = book.Sheets[name]
    if (!found) throw new Error(`no sheet ${name}`)
    return found
  }
  const cell = (name: string, address: string) => cellSchema.parse(sheet(name)[address])
  return { names: book.SheetNames, sheet, cell }
}

describe('the workbook, read back by another program', () => {
  test('holds every row with real dates, numbers and texts', async () => {
    const { rows: count } = await runExport(request('full.xlsx'), quiet)
    expect(count).toBe(rows.length)
    const { names, sheet, cell } = open(join(folder, 'full.xlsx'))
    expect(names).toEqual([
      ...['Resumen', 'Totales', 'Saldo diario', 'Comisiones', 'Extracto', 'Ventas', 'Auditoría'],
    ])
    const sales = sheet('Ventas')
    const titles = utils.sheet_to_json<string[]>(sales, { header: 1 })[0]
    expect(titles).toEqual([
      'Fecha y hora',
      'Día',
      'Id',
      'Producto',
      'Id de producto',
      'Estado',
      'Valor COP',
      'Valor USD',
      'Texto original',
    ])
    expect(cell('Ventas', 'A2')).toMatchObject({ t: 'n', z: 'yyyy-mm-dd hh:mm:ss' })
    expect(cell('Ventas', 'A2').v).toBeCloseTo(46296 + 8 / 24, 9)
    expect(cell('Ventas', 'B2')).toMatchObject({ t: 'n', v: 46296 })
    expect(cell('Ventas', 'C2')).toMatchObject({ t: 's', v: '001000' })
    expect(cell('Ventas', 'G2')).toMatchObject({ t: 'n', v: 12345.67 })
    const last = rows.length + 2
    expect(cell('Ventas', `G${last}`).f).toBe(`SUBTOTAL(109,G2:G${last - 1})`)
    const cop = rows.reduce(
      (sum, { amount }) => sum + (amount?.currency === 'COP' ? amount.minor : 0),
      0,
    )
    expect(cell('Ventas', `G${last}`).v).toBe(cop / 100)
    expect(cell('Ventas', `H${last}`).v).toBe(-5)
    expect(sales['!autofilter']).toEqual({ ref: `A1:I${last - 1}` })
    const originals = utils
      .sheet_to_json<Record<string, unknown>>(sales)
      .map((row) => row['Texto original'])
    expect(originals).toContain('{"amount":"mil"}')
  })

  test('shows nothing of a name as formula, link or broken text', async () => {
    await runExport(request('nasty.xlsx'), quiet)
    const { cell } = open(join(folder, 'nasty.xlsx'))
    const names = new Map<unknown, unknown>()
    for (let row = 2; row < rows.length + 2; row += 1) {
      const name = cell('Ventas', `D${row}`)
      expect([name.f, name.l]).toEqual([undefined, undefined])
      names.set(cell('Ventas', `E${row}`).v, name.v)
    }
    expect(names.get('p0')).toBe('=1+1')
    expect(names.get('p1')).toBe('=HYPERLINK("http://x.example","y")')
    expect(names.get('p4')).toBe('a\uFFFDb\uFFFDc\uFFFDd')
    expect(names.get('p5')).toBe('no\uFFFDchar\uFFFD')
    expect(names.get('p7')).toBe('_x0041_ and _x005F_')
    expect(names.get('p8')).toBe('<tag attr="1">&amp;</tag> \'q\'')
    expect(names.get('p9')).toBe('línea 1\nlínea 2\ttab')
    expect(names.get('p10')).toBe('ñandú 😀 漢字')
    expect(String(names.get('p12'))).toHaveLength(32_767)
  })

  test('says how far it can be trusted, and sums by status, product and day', async () => {
    await runExport(request('facts.xlsx'), quiet)
    const { sheet } = open(join(folder, 'facts.xlsx'))
    const flat = ['Resumen', 'Totales'].flatMap((name) =>
      utils.sheet_to_json<unknown[]>(sheet(name), { header: 1 }).map((line) => line.join('|')),
    )
    expect(flat).toContain('Conexión|Tienda "La 14" & Cía')
    expect(flat).toContain('Periodo|2026-10-01 a 2026-10-31')
    expect(flat).toContain(
      'Completitud|Completo por ahora: en 1 día aún pueden llegar o cambiar operaciones.',
    )
    expect(flat.some((line) => line.startsWith('REVERSADA|1|1000'))).toBe(true)
    expect(flat.filter((line) => line.startsWith(`Total|${rows.length}|`))).toHaveLength(3)
  })

  test('restricts rows and totals to the filter, and says so', async () => {
    const filter = reportFilterSchema.parse({ statusIds: ['9'] })
    expect((await runExport(request('filtered.xlsx', { filter }), quiet)).rows).toBe(1)
    const { sheet } = open(join(folder, 'filtered.xlsx'))
    expect(utils.sheet_to_csv(sheet('Resumen'))).toContain('Estado: REVERSADA')
  })

  test('an empty report is still a workbook, in English too', async () => {
    const range = { kind: 'buys', from: '2026-11-01', to: '2026-11-02' } as const
    expect((await runExport(request('empty.xlsx', { range, language: 'en' }), quiet)).rows).toBe(0)
    const { names, sheet } = open(join(folder, 'empty.xlsx'))
    expect(names).toEqual(['Summary', 'Totals', 'Purchases', 'Audit'])
    expect(utils.sheet_to_csv(sheet('Summary'))).toContain('INCOMPLETE: 2 days')
  })

  test('is read by Python’s own parsers too', async ({ skip }) => {
    if (spawnSync('python3', ['--version']).status !== 0) skip('there is no python3 here')
    await runExport(request('python.xlsx'), quiet)
    const script = `
import sys, zipfile, xml.dom.minidom as m
z = zipfile.ZipFile(sys.argv[1])
assert z.testzip() is None
for name in z.namelist():
    if name.endswith('.xml') or name.endswith('.rels'): m.parseString(z.read(name))
print('fine')`
    const path = join(folder, 'python.xlsx')
    const said = execFileSync('python3', ['-c', script, path, String(rows.length)])
    expect(String(said).trim()).toBe('fine')
  })
})

describe('the CSV', () => {
  test('has a mark, semicolons and decimal commas, and defuses formulas', async () => {
    await runExport(request('full.csv', { format: 'csv' }), quiet)
    const text = readFileSync(join(folder, 'full.csv'), 'utf8')
    expect(text.startsWith('\uFEFFFecha y hora;Id;Producto;')).toBe(true)
    expect(text).toContain("2026-10-01 08:00:00;001000;'=1+1;p0;APPROVED;12345,67;COP;\r\n")
    const back = read(text.slice(1), { type: 'string', FS: ';', raw: true })
    expect(utils.sheet_to_json(back.Sheets[back.SheetNames[0] ?? ''] ?? {})).toHaveLength(
      rows.length,
    )
  })
  test('has commas and decimal points where those are usual', async () => {
    await runExport(request('point.csv', { format: 'csv', decimalSign: 'point' }), quiet)
    expect(readFileSync(join(folder, 'point.csv'), 'utf8')).toContain(',p0,APPROVED,12345.67,COP,')
  })
  test('keeps its columns whatever separates them', async () => {
    await runExport(request('comma.csv', { format: 'csv', separator: ',' }), quiet)
    const text = readFileSync(join(folder, 'comma.csv'), 'utf8')
    expect(text).toContain(',p0,APPROVED,"12345,67",COP,')
    await runExport(request('tab.csv', { format: 'csv', separator: '\t' }), quiet)
    expect(readFileSync(join(folder, 'tab.csv'), 'utf8')).toContain('\tAPPROVED\t12345,67\tCOP\t')
  })
})

describe('a file is written whole or not at all', () => {
  const leftovers = () => readdirSync(folder).filter((name) => name.endsWith('.tmp'))

  test('a folder that is gone', async () => {
    const path = join(folder, 'gone', 'x.xlsx')
    await expect(runExport(request('x', { path }), quiet)).rejects.toMatchObject({
      error: { code: 'FOLDER_NOT_FOUND' },
    })
  })
  test('a name that a folder has', async () => {
    await expect(
      runExport(request('x', { path: join(tmpdir(), '..', 'tmp') }), quiet),
    ).rejects.toMatchObject({
      error: { code: 'FILE_NAME_OF_FOLDER' },
    })
  })
  test('a cancel half way leaves the older file untouched', async () => {
    const path = join(folder, 'old.xlsx')
    writeFileSync(path, 'old')
    const check = () => {
      throw new Error('stop')
    }
    const many = openCache(database)
    const ledger = openLedger(many, 'p', 'buys')
    const buys = Array.from({ length: 200 }, (_, index) =>
      saleRow(`b${index}`, '2026-10-03T10:00:00'),
    )
    const at = Date.now()
    const window = {
      dateStart: '2026-10-03',
      dateEnd: '2026-10-04',
      full: false,
      ends: null,
      saturated: null,
    }
    storeWindow(ledger, { ...window, rows: 200, startedAt: at, fetchedAt: at, proven: null }, buys)
    many.close()
    const range = { kind: 'buys', from: '2026-10-01', to: '2026-10-31' } as const
    await expect(runExport(request('x', { path, range }), { ...quiet, check })).rejects.toThrow(
      'stop',
    )
    expect(readFileSync(path, 'utf8')).toBe('old')
    expect(leftovers()).toEqual([])
    expect((await runExport(request('x', { path, range }), quiet)).rows).toBe(200)
    expect(open(path).names).toEqual(['Resumen', 'Totales', 'Compras', 'Auditoría'])
  })
  test.each([
    ['ENOSPC', 'DISK_FULL'],
    ['EBUSY', 'FILE_NOT_WRITABLE'],
    ['EPERM', 'FILE_NOT_WRITABLE'],
    ['ENOENT', 'FOLDER_NOT_FOUND'],
  ])('%s is said as %s', (code, expected) => {
    const caught = Object.assign(new Error(code), { code })
    expect(fileFailure(caught, '/a/b.xlsx')).toMatchObject({ error: { code: expected } })
  })
  test('more rows than a sheet holds', async () => {
    const large = join(folder, 'large.db')
    const db = openCache(large)
    const ledger = openLedger(db, 'p', 'sales')
    const [row] = rows
    if (!row) throw new Error('no row')
    const window = { dateStart: '2026-10-01', dateEnd: '2026-10-01', rows: 1, full: false }
    const proof = { proven: null, saturated: null, ends: null, startedAt: 0, fetchedAt: 0 }
    storeWindow(ledger, { ...window, ...proof }, [row])
    const path = join(folder, 'large.xlsx')
    const asked = { ...request('large.xlsx'), database: large, path }
    const exporting = async (stored: number) => {
      db.run('update report_day set counts = json_array(?)', stored)
      return (await runExport(asked, quiet)).rows
    }
    await expect(exporting(1_048_575)).rejects.toMatchObject({ error: { code: 'TOO_MANY_ROWS' } })
    expect(existsSync(path)).toBe(false)
    expect(await exporting(1_048_574)).toBe(1)
    db.close()
  })
  test('a disk that fills half way', async () => {
    const path = join(folder, 'full-disk.xlsx')
    const filling = saveFile(path, (out) => {
      out.write('half')
      out.destroy(Object.assign(new Error('no space left'), { code: 'ENOSPC' }))
      return new Promise<number>(() => undefined)
    })
    await expect(filling).rejects.toMatchObject({ error: { code: 'DISK_FULL' } })
    expect(existsSync(path)).toBe(false)
    expect(leftovers()).toEqual([])
  })
})

describe('the worker thread', () => {
  test('writes the same file, tells how far it is, and passes failures on', async () => {
    const exporter = createExporter()
    const signal = new AbortController().signal
    const told: number[] = []
    const path = join(folder, 'thread.xlsx')
    const written = await exporter.export(request('thread.xlsx'), signal, ({ done }) =>
      told.push(done),
    )
    expect(written.rows).toBe(rows.length)
    expect(told.at(-1)).toBe(rows.length)
    expect(open(path).names).toEqual([
      ...['Resumen', 'Totales', 'Saldo diario', 'Comisiones', 'Extracto', 'Ventas', 'Auditoría'],
    ])
    const gone = request('x', { path: join(folder, 'gone', 'x.xlsx') })
    await expect(exporter.export(gone, signal, () => undefined)).rejects.toMatchObject({
      error: { code: 'FOLDER_NOT_FOUND' },
    })
    await exporter.close()
    const again = exporter.export(request('again.csv', { format: 'csv' }), signal, () => undefined)
    expect((await again).rows).toBe(rows.length)
    await exporter.close()
  })
})

test('texts of cells lose only what Excel cannot hold', () => {
  expect(cellText('Recarga Móvil 😀')).toBe('Recarga Móvil 😀')
  expect(cellText('_x0041_')).toBe('_x005F_x0041_')
  expect(
    z
      .string()
      .max(32_767)
      .safeParse(cellText('😀'.repeat(20_000))).success,
  ).toBe(true)
})
