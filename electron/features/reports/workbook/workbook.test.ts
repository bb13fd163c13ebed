import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { reportFilterSchema } from '../../../../shared/contract/reports.ts'
import { openCache, openCacheReadOnly } from '../../../store/cache/cache.ts'
import { saveFile } from '../../../store/files/save-file.ts'
import { openJournalReadOnly } from '../../../store/journal/open-journal.ts'
import type { ExportRequest } from '../export/export-request.ts'
import { runExport } from '../export/run-export.ts'
import { makeFolder } from '../../../../tests/folders.ts'
import { writeSampleMonth, type SampleMonth } from './testing/month-sample.ts'
import { pythonWithOpenpyxl, readBack, runPython, xmlOf } from './testing/read-back.ts'
import { publicRows } from './testing/public-rows.ts'
import { sampleRequest } from './testing/sample-request.ts'
import { writeWorkbook } from './workbook.ts'
import { daySerial, timeSerial } from './writing/excel-dates.ts'

const quiet = { progress: () => undefined, check: () => undefined }
const folder = makeFolder('book')
let sample: SampleMonth
let book: ReturnType<typeof readBack>

const request = (name: string, change: Partial<ExportRequest> = {}) =>
  sampleRequest(folder, name, change)

async function written(name: string, change: Partial<ExportRequest> = {}) {
  await runExport(request(name, change), quiet)
  return readBack(join(folder, name))
}

beforeAll(async () => {
  sample = writeSampleMonth(folder)
  book = await written('book.xlsx')
})

const units = (minor: number) => minor / 100
/** The sample's days of the sheet, without the sums under them. */
const balanceDays = (of: ReturnType<typeof readBack>) => of.under('Saldo diario', 'Día').slice(0, 5)

describe('the accountant’s workbook', () => {
  test('has its sheets in order, in Spanish and in English', async () => {
    expect(book.names).toEqual([
      'Resumen',
      'Totales',
      'Saldo diario',
      'Comisiones',
      'Extracto',
      'Ventas',
      'Compras',
      'Conciliación',
      'Auditoría',
    ])
    const english = await written('english.xlsx', { language: 'en' })
    expect(english.names).toEqual([
      'Summary',
      'Totals',
      'Daily balance',
      'Commissions',
      'Statement',
      'Sales',
      'Purchases',
      'Reconciliation',
      'Audit',
    ])
  })

  test('names the business, and adds up the cash by what was said of it, never by a guess', () => {
    const facts = new Map(book.lines('Resumen').map(([label, value]) => [label, value]))
    expect(book.lines('Resumen')[0]?.[0]).toBe('Tienda La 14 & Cía')
    expect(facts.get('NIT')).toBe('0800.197.268-4')
    expect(facts.get('Establecimiento')).toBe('Sede Centro')
    const approved = sample.sales.filter(({ status }) => status === 'APPROVED')
    const sumOf = (...ids: string[]) =>
      approved
        .filter(({ product }) => ids.includes(product?.id ?? ''))
        .reduce((sum, { amount }) => sum + (amount?.minor ?? 0), 0)
    const came = sumOf('10000', '527611')
    const went = sumOf('412001')
    const cash = book.under('Resumen', 'Efectivo de las operaciones aprobadas').slice(0, 4)
    expect(cash.map((cells) => cells.slice(0, 3))).toEqual([
      ['Entradas', 15, units(came)],
      ['Salidas', 5, units(went)],
      ['Neto (entradas menos salidas)', '', units(came - went)],
      ['Sin clasificar', 1, units(sumOf('901'))],
    ])
    const [topUps] = book
      .under('Totales', 'Por producto: ventas')
      .filter(([name]) => name === 'Recarga Clara')
    const all = sample.sales.filter(({ product }) => product?.id === '10000')
    const minor = (rows: typeof all) => rows.reduce((sum, row) => sum + (row.amount?.minor ?? 0), 0)
    expect(topUps?.slice(0, 5)).toEqual([
      ...['Recarga Clara', all.length, units(minor(all)), units(sumOf('10000')), 'Reventa'],
    ])
    const natures = book.under('Resumen', 'Naturaleza de las operaciones aprobadas')
    expect(natures.slice(0, 4).map(([name, rows]) => [name, rows])).toEqual([
      ['Recaudo de terceros', 5],
      ['Reventa', 10],
      ['Entrega de efectivo', 5],
      ['Sin clasificar', 1],
    ])
    const taxes = book.under('Resumen', 'Impuestos (tarifas escritas por el contador)')
    expect(taxes.slice(0, 2).map(([name, rate]) => [name, rate])).toEqual([
      ['IVA', '19 %'],
      ['Otro', 'según tabla'],
    ])
  })

  test('follows the balance: what was seen, what it should be, and what does not fit', () => {
    const [days, [sums]] = [balanceDays(book), book.under('Saldo diario', 'Día').slice(5)]
    expect(days.map(([day]) => day)).toEqual(
      ['01', '02', '03', '04', '05'].map((day) => daySerial(`2026-10-${day}`)),
    )
    const midnight = (day: string) => units(sample.midnights.get(`2026-10-${day}`) ?? Number.NaN)
    expect(days.map(([, start, origin]) => [start, origin])).toEqual([
      [midnight('01'), 'observado'],
      [midnight('02'), 'observado'],
      [midnight('03'), 'observado'],
      // The sale that the list does not show is not in what was worked out.
      [midnight('04') + 7000, 'calculado'],
      [midnight('05'), 'observado'],
    ])
    expect(days.map((cells) => cells[9])).toEqual([
      midnight('02'),
      midnight('03'),
      'sin observación',
      midnight('05'),
      midnight('06'),
    ])
    // One record differs by 1; one sale is not listed; one product was not classified.
    expect(days.map((cells) => cells[10])).toEqual([0, 1, '', -7000, -30_000])
    expect(days.map((cells) => cells[11])).toEqual([0, 0, 0, 0, 30_000])
    expect(days.map((cells) => cells[13])).toEqual(['Sí', 'Sí', 'Sí', 'Sí', 'Sí'])
    // Loads, sales, withdrawals and costs of the days above.
    const total = (column: number) => days.reduce((sum, cells) => sum + Number(cells[column]), 0)
    expect(sums?.slice(3, 7)).toEqual([3, 4, 5, 6].map(total))
    const row = book.lines('Saldo diario').findIndex(([first]) => first === 'Día') + 2
    expect(book.cell('Saldo diario', `I${row}`).f).toBe(`B${row}+SUM(D${row}:H${row})`)
    const notes = book.lines('Saldo diario').map(([first]) => first)
    expect(notes).toContain('· la comisión va a las ganancias y no al saldo: no se suma.')
  })

  test('holds the commissions quoted against those observed, and says where each comes from', () => {
    const days = book.under('Comisiones', 'Día').slice(0, 5)
    expect(days.map(([, sales, quoted, sum]) => [sales, quoted, sum])).toEqual([
      [3, 3, 300],
      [3, 3, 300],
      [4, 4, 450],
      [3, 3, 300],
      [3, 3, 300],
    ])
    // A sale made elsewhere earns, too.
    expect(days.map((cells) => [cells[4], cells[5]])).toEqual([
      [450, 150],
      [450, 150],
      ['sin observación', ''],
      ['sin observación', ''],
      [450, 150],
    ])
    const total = book.under('Comisiones', 'Día')[5]
    expect([total?.[4], total?.[7]]).toEqual([1350, 'Suma de 3 de 5 días'])
    expect(String(days[0]?.[6])).toContain('Registro de esta caja')
    expect(String(days[0]?.[7])).toContain('Ganancias de la cuenta')
  })

  test('lists every row, and what the register knows of its own, masked', () => {
    const rows = book.rows('Ventas')
    expect(rows.map((row) => row['Id'])).toEqual(sample.sales.map(({ id }) => id))
    for (const [index, row] of rows.entries()) {
      const source = sample.sales[index]
      const own = sample.own.get(source?.id ?? '')
      expect(row['Fecha y hora']).toBeCloseTo(timeSerial(source?.createdAt?.local ?? ''), 9)
      expect(row['Valor COP']).toBe(units(source?.amount?.minor ?? 0))
      expect([row['_id'], row['Referencia'], row['Cajero']]).toEqual(
        own ? [own, '******4567', 'Ana'] : [undefined, undefined, undefined],
      )
    }
    const sold = rows.find((row) => row['Producto'] === 'Factura de energía')
    expect(sold).toMatchObject({ 'Costo COP': 200, 'Comisión COP': 50, Efectivo: 'Entrada' })
    expect(sold).toMatchObject({ Naturaleza: 'Recaudo de terceros' })
    expect(rows.filter((row) => row['Efectivo'] === 'Salida')).toHaveLength(5)
  })

  test('shows customers in full only when asked', async () => {
    const full = await written('full.xlsx', { full: true })
    expect(full.rows('Ventas')[0]).toMatchObject({ Referencia: '3001234567' })
    expect(JSON.stringify(full.lines('Conciliación'))).toContain('3001234567')
    for (const name of book.names) {
      expect(JSON.stringify(book.lines(name))).not.toContain('3001234567')
    }
  })

  test('holds the journal against the service', () => {
    const tally = book.under('Conciliación', 'Resultado').map(([kind, rows]) => [kind, rows])
    expect(tally).toEqual([
      ['Concuerda', 14],
      ['Difiere', 1],
      ['Posible', 0],
      ['Solo en esta caja', 1],
      ['Solo en el servicio', 11],
    ])
    const lines = book.under('Conciliación', 'Fecha y hora')
    expect(lines).toHaveLength(13)
    const differs = lines.find(([, kind]) => kind === 'Difiere: otro valor')
    expect(differs?.[8]).toBe(1)
    expect(lines.find(([, kind]) => kind === 'Solo en esta caja')?.[4]).toBe(7000)
  })

  test('gives a SHA-256 that its own recipe works out again from the sheet', () => {
    const rows = book.rows('Ventas').map((row) => {
      const time = new Date(Math.round((Number(row['Fecha y hora']) - 25_569) * 86_400) * 1000)
      const local = time.toISOString().slice(0, 19).replace('T', ' ')
      const { Id, Estado, 'Id de producto': product, 'Valor COP': value } = row
      return `${[Id, local, Estado, product, value, 'COP'].map(String).join('\t')}\n`
    })
    const expected = createHash('sha256').update(rows.join('')).digest('hex')
    const facts = book.under('Auditoría', 'Control: Ventas')
    expect(facts.find(([label]) => label === 'SHA-256')?.[1]).toBe(expected)
    expect(facts.find(([label]) => label === 'Operaciones')?.[1]).toBe(rows.length)
    expect(book.under('Auditoría', 'Consultas que trajeron los datos: Ventas')).toContainEqual([
      daySerial('2026-09-29'),
      daySerial('2026-10-07'),
      sample.sales.length,
      'No',
      1,
      timeSerial('2026-12-01T07:00:00'),
      timeSerial('2026-12-01T07:00:00'),
      '2026-09-29 a 2026-10-07',
      '',
      'incluye el día',
    ])
  })

  test('totals follow the reader’s filter, and pages repeat their heads', () => {
    const last = sample.sales.length + 2
    expect(book.cell('Ventas', `C${last}`).f).toBe(`SUBTOTAL(103,C2:C${last - 1})`)
    expect(book.cell('Ventas', `G${last}`).f).toBe(`SUBTOTAL(109,G2:G${last - 1})`)
    const sum = sample.sales.reduce((total, { amount }) => total + (amount?.minor ?? 0), 0)
    expect(book.cell('Ventas', `G${last}`).v).toBe(units(sum))
    expect(book.cell('Ventas', 'G2').z).toBe('"$"\\ #,##0.00;-"$"\\ #,##0.00')
  })

  test('a filter restricts its report alone, and leaves the other out', async () => {
    const filter = reportFilterSchema.parse({ productIds: ['412001'] })
    const filtered = await written('filtered.xlsx', { filter, kinds: [] })
    expect(filtered.names).not.toContain('Compras')
    expect(filtered.rows('Ventas')).toHaveLength(5)
    // What is about the account is about all of it, and says so.
    for (const name of ['Saldo diario', 'Comisiones']) {
      expect(filtered.lines(name).map(([first]) => first)).toContain(
        'Cubre todo el periodo, sin filtro.',
      )
    }
    expect(balanceDays(filtered).map((cells) => cells[4])).toEqual(
      balanceDays(book).map((cells) => cells[4]),
    )
  })

  test('calls no day whole that was fetched before it ended', async () => {
    const early = makeFolder('early')
    writeSampleMonth(early)
    const database = join(early, 'cache.db')
    const db = openCache(database)
    const noon = Date.parse('2026-10-05T17:00:00Z')
    db.run('update report_window set started_at = ?, fetched_at = ?', noon, noon)
    db.close()
    const half = await written('early.xlsx', { database, journal: early })
    expect(JSON.stringify(half.lines('Resumen'))).toContain('INCOMPLETO: 1 día')
    const proven = balanceDays(half).map((cells) => cells[13])
    expect(proven).toEqual(['Sí', 'Sí', 'Sí', 'Sí', 'No'])
    const lines = half.under('Conciliación', 'Fecha y hora')
    const isLast = ([at]: readonly unknown[]) => Number(at) >= daySerial('2026-10-05')
    expect(new Set(lines.filter(isLast).map((cells) => cells[13]))).toEqual(new Set(['No']))
    expect(lines.find((cells) => !isLast(cells))?.[13]).toBe('Sí')
  })

  test('raw rows and those of the public interface are the same', async () => {
    const path = join(folder, 'public.xlsx')
    const db = openCacheReadOnly(join(folder, 'cache.db'))
    const journal = openJournalReadOnly(folder)
    await saveFile(path, (out) =>
      writeWorkbook(db, journal, request('public.xlsx'), out, quiet, { rowsInto: publicRows }),
    )
    db.close()
    journal?.close()
    const plain = readBack(path)
    for (const name of book.names) expect(plain.lines(name)).toEqual(book.lines(name))
    for (const address of ['A2', 'B2', 'C2', 'G2']) {
      expect(plain.cell('Ventas', address)).toEqual(book.cell('Ventas', address))
    }
  })

  test('without a journal there is still a workbook', async () => {
    const bare = await written('bare.xlsx', { journal: join(folder, 'nothing') })
    expect(bare.names).not.toContain('Conciliación')
    expect(Object.keys(bare.rows('Ventas')[0] ?? {})).not.toContain('_id')
    // Where nothing was seen, one sentence says from when on there will be something.
    for (const name of ['Saldo diario', 'Comisiones']) {
      const [title, sentence, ...more] = bare.lines(name).map(([first]) => first)
      expect([title, more]).toEqual([
        name === 'Comisiones' ? name : 'Saldo diario de la cuenta',
        [],
      ])
      expect(sentence).toContain('Todavía no se ha visto el saldo')
    }
  })

  test('with a journal that cannot be read there is one, too, and it says so', async () => {
    const damaged = makeFolder('damaged')
    writeFileSync(join(damaged, 'journal.db'), 'no database '.repeat(1000))
    const bare = await written('damaged.xlsx', { journal: damaged })
    expect(bare.rows('Ventas')).toHaveLength(sample.sales.length)
    expect(JSON.stringify(bare.lines('Resumen'))).toContain('no se pudo leer')
  })

  test('its first sheet is printed on two pages at most, as wide as one', () => {
    const [setUp] = /<pageSetup [^>]*>/.exec(xmlOf(join(folder, 'book.xlsx'), 1)) ?? ['']
    for (const said of ['fitToWidth="1"', 'fitToHeight="2"']) expect(setUp).toContain(said)
    expect(xmlOf(join(folder, 'book.xlsx'), 1)).toContain('fitToPage="1"')
  })

  test('openpyxl reads it the same', ({ skip }) => {
    if (pythonWithOpenpyxl === null) skip('no Python with openpyxl (python3-openpyxl) is here')
    const script = `
import sys, json, openpyxl
book = openpyxl.load_workbook(sys.argv[1])
sales = book['Ventas']
print(json.dumps({
  'names': book.sheetnames, 'rows': sales.max_row, 'frozen': sales.freeze_panes,
  'lines': [book['Conciliación'].freeze_panes, book['Conciliación']['A12'].value],
  'titles': sales.print_title_rows, 'filter': sales.auto_filter.ref,
  'time': sales['A2'].value.isoformat(), 'day': sales['B2'].value.isoformat(),
  'id': sales['C2'].value, 'format': sales['G2'].number_format,
  'pages': book['Resumen'].page_setup.fitToHeight,
  'width': sales.column_dimensions['D'].width, 'fit': sales.sheet_properties.pageSetUpPr.fitToPage,
}))`
    const said: unknown = JSON.parse(
      runPython(pythonWithOpenpyxl ?? '', script, join(folder, 'book.xlsx')),
    )
    expect(said).toEqual({
      names: book.names,
      rows: sample.sales.length + 2,
      frozen: 'A2',
      // Right under the heads of the lines: what stands above says how many.
      lines: ['A13', 'Fecha y hora'],
      titles: '$1:$1',
      filter: `A1:S${sample.sales.length + 1}`,
      time: `${sample.sales[0]?.createdAt?.local}`,
      day: '2026-10-01T00:00:00',
      id: sample.sales[0]?.id,
      format: '"$"\\ #,##0.00;-"$"\\ #,##0.00',
      pages: 2,
      width: 34,
      fit: true,
    })
  })
})
