import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { beforeAll, describe, expect, test } from 'vitest'
import { read, utils } from 'xlsx'
import { reportFilterSchema } from '../../../../shared/contract/reports.ts'
import { addDays, serviceDayBounds, serviceLocal } from '../../../../shared/domain/time/dates.ts'
import { paidBy } from '../../../../shared/domain/drawer/paid.ts'
import type { Tender } from '../../../../shared/domain/drawer/tender.ts'
import { money } from '../../../../shared/domain/money/money.ts'
import { openCache, openCacheReadOnly } from '../../../store/cache/cache.ts'
import { intentSample, transactionSample } from '../../../store/testing/journal-samples.ts'
import { openJournal, openJournalReadOnly } from '../../../store/journal/open-journal.ts'
import { writeCsv } from '../export/csv.ts'
import { exportRequestSchema, type ExportRequest } from '../export/export-request.ts'
import { saleRow } from '../testing/list-double.ts'
import { runExport } from '../export/run-export.ts'
import { makeFolder } from '../../../../tests/folders.ts'
import { sampleProfile, sampleRange, storeRows } from './testing/month-sample.ts'
import { pythonWithOpenpyxl, readBack, runPython } from './testing/read-back.ts'

// What this register knows of its own sales, in workbook and CSV: cents, what is nothing and what is not known.

const quiet = { progress: () => undefined, check: () => undefined }
const nine = serviceDayBounds(sampleRange.from).start + 9 * 3_600_000

interface Own {
  record: string
  /** Minor units; null: the quote gave none. */
  cost: number | null
  incentive: number | null
  /** As the service's record says. */
  costs?: number
}
const own: Own[] = [
  { record: '1', cost: 20_000, incentive: 15_050 },
  { record: '2', cost: 0, incentive: 0 },
  { record: '3', cost: null, incentive: null },
  { record: '4', cost: 20_000, incentive: null, costs: 30_025 },
]

/** How those sales were paid that were not paid in cash. */
const tenderOf: Readonly<Record<string, Tender>> = {
  '2': { kind: 'transfer', via: 'Nequi', note: '551', seen: false },
  '3': { kind: 'credit', name: 'Doña Ana' },
}

/** A data folder with these own sales of $ 5.000 (or of `minor`) each, and one that was made elsewhere. */
function shopOf(
  name: string,
  sales: readonly Own[],
  minor = 500_000,
  tenders: Readonly<Record<string, Tender>> = tenderOf,
): string {
  const data = makeFolder(name)
  const journal = openJournal(data)
  for (const { record, cost, incentive, costs } of sales) {
    const cop = (value: number | null) => (value === null ? null : money(value, 'COP'))
    const id = `own-${record}`
    const prepared = journal.prepare(
      intentSample({
        ...{ id, draftId: `draft-${id}`, profileId: sampleProfile, createdAt: nine },
        ...{ amount: money(minor, 'COP'), cost: cop(cost), incentive: cop(incentive) },
        ...{ cashier: '=Ana;', reference: '3001234567', shift: 'shift-1' },
        ...(tenders[record] === undefined ? {} : { tender: tenders[record] }),
      }),
    )
    const facts = { ...prepared, state: 'APPROVED', seen: true, sentAt: nine } as const
    const transaction = transactionSample({ id: record, costs: cop(costs ?? null) })
    journal.advance(prepared, { facts, transaction }, { kind: 'lookup', at: nine, error: null })
  }
  journal.close()
  const db = openCache(join(data, 'cache.db'))
  const rows = [...sales.map(({ record }) => record), '9'].map((id) =>
    saleRow(id, serviceLocal(nine + 1000 + Number(id) * 1000), { minor }),
  )
  storeRows(db, 'sales', rows)
  db.close()
  return data
}

function requestOf(data: string, change: Partial<ExportRequest> = {}): ExportRequest {
  const path = join(data, `libro.${change.format ?? 'xlsx'}`)
  return exportRequestSchema.parse({
    ...{ database: join(data, 'cache.db'), journal: data, profileId: sampleProfile, path },
    ...{ profileName: 'Tienda', range: { kind: 'sales', ...sampleRange }, format: 'xlsx' },
    ...{ filter: reportFilterSchema.parse({}), language: 'es', decimalSign: 'comma' },
    ...{ madeAt: Date.parse('2026-12-01T15:00:00Z'), ...change },
  })
}

async function written(data: string, change: Partial<ExportRequest> = {}): Promise<string> {
  const request = requestOf(data, change)
  await runExport(request, quiet)
  return request.path
}

let shop: string
beforeAll(() => {
  shop = shopOf('shop', own)
})

describe('the workbook', () => {
  test('shows cents of costs and commissions, leaves out what is not known, and says nought where it is', async () => {
    const path = await written(shop)
    const book = readBack(path)
    const rows = book.rows('Ventas')
    expect(rows.map((row) => [row['Id'], row['Costo COP'], row['Comisión COP']])).toEqual([
      ['1', 200, 150.5],
      ['2', 0, 0],
      ['3', undefined, undefined],
      // What the service's record says it cost goes before what was quoted.
      ['4', 300.25, undefined],
      ['9', undefined, undefined],
    ])
    expect(rows.map((row) => row['_id'])).toEqual(['own-1', 'own-2', 'own-3', 'own-4', undefined])
    const head = book.lines('Ventas')[0] ?? []
    const column = (title: string) => String.fromCharCode(65 + head.indexOf(title))
    const withCents = '"$"\\ #,##0.00;-"$"\\ #,##0.00'
    for (const title of ['Valor COP', 'Costo COP', 'Comisión COP']) {
      expect(book.cell('Ventas', `${column(title)}2`).z).toBe(withCents)
    }
    expect(book.cell('Ventas', `${column('Costo COP')}7`).v).toBe(500.25)
    expect(book.cell('Ventas', `${column('Comisión COP')}7`).v).toBe(150.5)
    const days = book.under('Comisiones', 'Día')
    expect(days[0]?.slice(1, 4)).toEqual([4, 2, 150.5])
    if (pythonWithOpenpyxl === null) return
    const script = `
import sys, json, openpyxl
sheet = openpyxl.load_workbook(sys.argv[1])['Ventas']
head = [cell.value for cell in sheet[1]]
cost, fee = head.index('Costo COP'), head.index('Comisión COP')
print(json.dumps([[row[cost].value, row[fee].value, row[fee].number_format] for row in sheet.iter_rows(min_row=2, max_row=6)]))`
    expect(JSON.parse(runPython(pythonWithOpenpyxl, script, path))).toEqual([
      [200, 150.5, withCents],
      [0, 0, withCents],
      [null, null, withCents],
      [300.25, null, withCents],
      [null, null, withCents],
    ])
  })

  test.each([
    ['none has any', [{ record: '1', cost: 20_000, incentive: 0 }], 500_000, '#,##0'],
    ['the values have', [{ record: '1', cost: 20_000, incentive: 0 }], 500_025, '#,##0.00'],
    ['only a cost has', [{ record: '1', cost: 20_050, incentive: 0 }], 500_000, '#,##0.00'],
  ])('shows pesos with cents exactly where they are there: %s', async (_, sales, minor, digits) => {
    const book = readBack(await written(shopOf('cents', sales, minor)))
    expect(book.cell('Ventas', 'G2').z).toBe(`"$"\\ ${digits};-"$"\\ ${digits}`)
    expect(book.cell('Ventas', 'G2').v).toBe(minor / 100)
  })

  test.each([
    ['long before the period', '2025-01-10', '#,##0'],
    ['long after it', '2027-01-10', '#,##0'],
    ['the day before it', addDays(sampleRange.from, -1), '#,##0.00'],
    ['in it', sampleRange.to, '#,##0.00'],
  ])('shows cents of a balance only of the period: one seen %s', async (_, day, digits) => {
    const data = shopOf('balance', [{ record: '1', cost: 20_000, incentive: 0 }])
    const journal = openJournal(data)
    const at = serviceDayBounds(day).start + 20 * 3_600_000
    const seen = { balance: money(100_050, 'COP'), profits: money(0, 'COP') }
    journal.recordBalance(sampleProfile, { at, reason: 'closing', ...seen })
    journal.close()
    const book = readBack(await written(data))
    expect(book.cell('Ventas', 'G2').z).toBe(`"$"\\ ${digits};-"$"\\ ${digits}`)
  })

  test('leaves commissions and profits out for whoever may not see them, and says so', async () => {
    const book = readBack(await written(shop, { commissions: false }))
    expect(book.names).toEqual(['Resumen', 'Totales', 'Ventas', 'Conciliación', 'Auditoría'])
    expect(book.lines('Ventas')[0]).not.toContain('Comisión COP')
    expect(book.lines('Ventas')[0]).toContain('Costo COP')
    expect(JSON.stringify(book.lines('Resumen'))).toContain('no puede ver comisiones')
  })
})

describe('the CSV', () => {
  /** The file as SheetJS reads it, each line by its heads. */
  const linesOf = (path: string) => {
    const text = readFileSync(path, 'utf8').slice(1)
    const book = read(text, { type: 'string', FS: ';', raw: true })
    return utils.sheet_to_json<Record<string, unknown>>(book.Sheets[book.SheetNames[0] ?? ''] ?? {})
  }

  test('has the same columns of own sales, masked the same', async () => {
    const lines = linesOf(await written(shop, { format: 'csv' }))
    expect(lines.map((line) => [line['Id'], line['Costo COP'], line['Comisión COP']])).toEqual([
      ['1', '200', '150,5'],
      ['2', '0', '0'],
      ['3', undefined, undefined],
      ['4', '300,25', undefined],
      ['9', undefined, undefined],
    ])
    expect(lines[0]).toMatchObject({ Efectivo: 'Entrada', Referencia: '******4567', _id: 'own-1' })
    // A formula is none, and the separator breaks no line.
    expect(lines[0]?.['Cajero']).toBe("'=Ana;")
    const paid = ['Efectivo', 'Transferencia Nequi', 'Fiado', 'Efectivo', undefined]
    expect(lines.map((line) => line['Pago'])).toEqual(paid)
    // A name is a customer's, too: its end alone, unless it was asked for.
    expect(lines[2]?.['Cliente']).not.toContain('Doña')
    const [, , whole] = linesOf(await written(shop, { format: 'csv', full: true }))
    expect(whole?.['Cliente']).toBe('Doña Ana')
    expect(lines[4]).toMatchObject({ Efectivo: 'Sin clasificar' })
    expect(lines[4]?.['_id']).toBeUndefined()
  })

  test('says of each way what it paid, so that a column comes to what the drawer of the shift says', async () => {
    const all = Array.from({ length: 42 }, (_, n) => String(n + 1))
    const cop = (minor: number) => money(minor, 'COP')
    const sent = { kind: 'transfer', via: 'Nequi', note: '', seen: false } as const
    const owes = { kind: 'credit', name: 'Doña Ana' } as const
    const cash = { kind: 'cash', received: null } as const
    const tenderAt = (n: number): Tender => {
      const amount = cop(1 + ((n * 11_981) % 500_000))
      const split = [
        { ...cash, first: { ...sent, amount } },
        { ...cash, first: { ...owes, amount } },
        { ...owes, first: { ...sent, amount } },
      ]
      return [cash, sent, owes, ...split][n % 6] ?? cash
    }
    const tenders = Object.fromEntries(all.map((record, n) => [record, tenderAt(n)]))
    const sales = all.map((record) => ({ record, cost: 1_050, incentive: null }))
    const data = shopOf('ways', sales, 500_000, tenders)
    const lines = linesOf(await written(data, { format: 'csv' }))
    const titles = ['Pagado en efectivo COP', 'Pagado por transferencia COP', 'Fiado COP']
    const sums = titles.map((title) =>
      lines.reduce((sum, line) => {
        const said = line[title]
        return typeof said === 'string'
          ? sum + Math.round(Number(said.replace(',', '.')) * 100)
          : sum
      }, 0),
    )
    const journal = openJournal(data)
    const drawer = paidBy(journal.shifts.cash.groups('shift-1'))
    journal.close()
    expect(drawer.map(({ tender }) => tender)).toEqual(['cash', 'transfer', 'credit'])
    expect(sums).toEqual(drawer.map(({ total }) => total.minor))
    expect(sums.reduce((sum, one) => sum + one, 0)).toBe(42 * 520_000)
  })

  test('shows customers only when asked, and commissions only to who may see them', async () => {
    const [full] = linesOf(await written(shop, { format: 'csv', full: true }))
    expect(full).toMatchObject({ Referencia: '3001234567', 'Comisión COP': '150,5' })
    const path = await written(shop, { format: 'csv', commissions: false })
    expect(readFileSync(path, 'utf8')).not.toContain('Comisión')
    expect(linesOf(path)[0]).toMatchObject({ 'Costo COP': '200' })
  })

  test('has none of them where this register sold nothing', async () => {
    const path = await written(shopOf('none', []), { format: 'csv' })
    expect(Object.keys(linesOf(path)[0] ?? {})).toEqual([
      'Fecha y hora',
      'Id',
      'Producto',
      'Id de producto',
      'Estado',
      'Valor',
      'Moneda',
    ])
  })

  test('reads the journal for its own sales, a list a day, and for nothing else', async () => {
    const db = openCacheReadOnly(join(shop, 'cache.db'))
    const journal = openJournalReadOnly(shop)
    if (!journal) throw new Error('no journal')
    let asked = 0
    const counting: typeof journal = {
      ...journal,
      get: (row, sql, ...params) => {
        asked += 1
        return journal.get(row, sql, ...params)
      },
      all: (row, sql, ...params) => {
        asked += 1
        return journal.all(row, sql, ...params)
      },
      arrays: (sql, ...params) => {
        asked += 1
        return journal.arrays(sql, ...params)
      },
    }
    await writeCsv(db, counting, requestOf(shop, { format: 'csv' }), new PassThrough(), quiet)
    // Whether it is one register's, its currency, what is said of products twice, the one day's sales and those of its other
    // records.
    expect(asked).toBeLessThanOrEqual(6)
    db.close()
    journal.close()
  })

  test('of a journal that cannot be read is told of as lacking it, where it would have had any of it', async () => {
    const data = shopOf('unreadable', own)
    writeFileSync(join(data, 'journal.db'), 'no journal at all')
    const lacksOf = async (change: Partial<ExportRequest>) =>
      (await runExport(requestOf(data, { format: 'csv', ...change }), quiet)).lacks
    expect(await lacksOf({})).toEqual(['journal'])
    expect(await lacksOf({ commissions: false })).toEqual(['journal', 'commissions'])
    expect(await lacksOf({ range: { kind: 'buys', ...sampleRange } })).toEqual([])
    expect(await lacksOf({ journal: null })).toEqual([])
    expect((await runExport(requestOf(shop, { format: 'csv' }), quiet)).lacks).toEqual([])
  })
})
