import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { read, utils } from 'xlsx'
import { usualProfile } from '../../../shared/contract/connection.ts'
import { bookRoleSchema } from '../../../shared/domain/books/roles.ts'
import { suggestedAccounts } from '../../../shared/domain/books/suggestions.ts'
import { signed } from '../../../shared/domain/books/voucher.ts'
import { countTotal } from '../../../shared/domain/drawer/drawer-count.ts'
import { drawersOf } from '../../../shared/domain/drawer/drawer.ts'
import {
  countedDrawers,
  type Shift,
  type ShiftReport,
} from '../../../shared/domain/drawer/shift.ts'
import { Failure } from '../../../shared/errors.ts'
import { inMemory, makeFolder } from '../../../tests/folders.ts'
import { openCache } from '../../store/cache/cache.ts'
import { writtenJournal } from '../../store/journal/journal-access.ts'
import { openJournal, type OpenJournal } from '../../store/journal/open-journal.ts'
import type { Database } from '../../store/sqlite/db.ts'
import { bookSource } from '../reports/books/book-source.ts'
import { storeWindow } from '../reports/ledger/ledger-windows.ts'
import { openLedger } from '../reports/ledger/ledger.ts'
import { saleRow } from '../reports/testing/list-double.ts'
import {
  sampleProfile,
  writeSampleMonth,
  type SampleMonth,
} from '../reports/workbook/testing/month-sample.ts'
import { createBooks, type BooksDeps } from './books.ts'

const month = '2026-10'
const language = 'es'
const place = { country: 'CO', baseUrl: 'http://localhost', sandbox: false } as const
const now = Date.parse('2026-12-01T15:00:00Z')
const chart = {
  ...{ branch: '01', vatRate: 1900, voucherType: '1', journal: 'MISC' },
  lines: [...suggestedAccounts.CO],
}

const noExceptions = { days: [], unlisted: 0, unreadable: 0, differences: [], behind: [] }

let folder: string
let sample: SampleMonth
let journal: OpenJournal
let cache: Database
beforeEach(() => {
  folder = makeFolder('books', inMemory)
  sample = writeSampleMonth(folder)
  cache = openCache(join(folder, 'cache.db'))
  journal = openJournal(folder)
  store(sample.sales)
})
afterEach(() => {
  journal.close()
  cache.close()
})

/** Closes a shift whose drawer was counted to hold what it began with. */
function closeShift(shift: Shift, at: number): void {
  const drawers = drawersOf({
    base: shift.base.map(countTotal),
    ...{ sales: [], movements: [], payouts: [] },
  })
  journal.shifts.close(shift, at, (number): ShiftReport => ({
    ...{ sales: [], movements: [], payouts: [], credits: [], transfers: [], unconfirmed: [] },
    ...{ owed: [], owedElse: [], counts: [], note: '', prepaid: null, trail: null },
    shift: { ...shift, closedAt: at, number },
    at,
    drawers: countedDrawers(drawers, shift.base),
    closedBy: null,
    register: null,
  }))
}

/** The whole month, asked for once it was over. */
function store(
  sales: SampleMonth['sales'],
  days = { from: '2026-10-01', to: '2026-10-31' },
  buysRows = sample.buys,
): void {
  const proof = { proven: days, saturated: null, ends: 'inclusive' as const }
  for (const kind of ['sales', 'buys'] as const) {
    const rows = kind === 'sales' ? sales : buysRows
    const window = { dateStart: days.from, dateEnd: days.to, rows: rows.length, full: false }
    const at = { startedAt: now, fetchedAt: now }
    storeWindow(openLedger(cache, sampleProfile, kind), { ...window, ...proof, ...at }, rows)
  }
}

const books = (differs: Partial<BooksDeps> = {}) =>
  createBooks({
    journal: writtenJournal(journal),
    profile: () => ({ ...usualProfile, id: sampleProfile, name: 'Tienda', ...place }),
    now: () => now,
    source: (profileId, of, branch) =>
      bookSource({ cache, profileId, journal, month: of, branch, now, others: () => null }),
    rowsOf: () => [],
    registerCode: () => '01',
    cashier: () => 'Ana',
    mayCloseUnproven: () => true,
    mustBeApproved: () => undefined,
    decimalSign: () => 'comma',
    ...differs,
  })
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (caught: unknown) => (caught instanceof Failure ? caught.error.code : caught),
  )
async function closed() {
  const handlers = books()
  await handlers['books.setChart'](chart)
  await handlers['books.close']({ month, reason: 'una venta falta en la lista' })
  return handlers
}

test('an open month says what it lacks, and what its entries come to by role', async () => {
  const found = await books()['books.month']({ month })
  expect(found).toMatchObject({
    hasEnded: true,
    close: null,
    exceptions: { days: [], unlisted: 1, unreadable: 0, differences: [] },
    open: { unclassified: [{ productId: '901', count: 1, total: { minor: 3_000_000 } }] },
  })
  expect(found.unmapped.map(({ role }) => role)).toContain('prepaid')
  // The balance of the sample is known to the cent: all is in the entries but what nobody said the way of.
  const prepaid = found.totals.find(({ role }) => role === 'prepaid')
  const moved =
    (sample.midnights.get('2026-10-06') ?? 0) - (sample.midnights.get('2026-10-01') ?? 0)
  expect((prepaid?.debit ?? 0) - (prepaid?.credit ?? 0)).toBe(moved + 3_000_000)
  // The balance was not seen as the month ended.
  expect(found.open?.prepaidDifference).toBe(null)
})

test('what is taken out of a drawer after its Z is no difference of that Z', async () => {
  const at = Date.parse('2026-10-20T15:00:00Z')
  const base = [{ currency: 'COP', pieces: [], other: 900_000 }]
  const shift = journal.shifts.begin({
    ...{ id: 'late', profileId: sampleProfile, cashierId: null, cashier: null },
    ...{ openedAt: at, base, follows: null },
  })
  closeShift(shift, at + 1000)
  journal.shifts.movements.addAfterClose({
    ...{ id: 'm', shiftId: 'late', at: at + 2000, direction: 'out', reason: 'safe' },
    ...{ amount: { minor: 900_000, currency: 'COP' }, note: '', cashier: null },
  })
  const found = await books()['books.month']({ month })
  expect(found.exceptions.differences).toEqual([])
  expect(found.totals.find(({ role }) => role === 'safe')?.debit).toBe(900_000)
})

test('a month is closed once, with everything mapped and a reason for what is not proven', async () => {
  const handlers = books()
  expect(await codeOf(handlers['books.close']({ month, reason: '' }))).toBe('BOOKS_UNMAPPED')
  await handlers['books.setChart'](chart)
  expect(await codeOf(handlers['books.close']({ month, reason: '' }))).toBe('BOOKS_NOT_PROVEN')
  expect(await codeOf(handlers['books.close']({ month: '2026-12', reason: 'porque' }))).toBe(
    'MONTH_RUNNING',
  )
  const reason = 'una venta falta en la lista'
  const others = books({ mayCloseUnproven: () => false })
  expect(await codeOf(others['books.close']({ month, reason }))).toBe('NOT_ALLOWED')
  const done = await handlers['books.close']({ month, reason })
  expect(done.close).toMatchObject({ number: 1, closedBy: 'Ana', closedAt: now, exportedAt: null })
  expect(await codeOf(handlers['books.close']({ month, reason: 'otra vez' }))).toBe('MONTH_CLOSED')
})

test('days that sales may still come to, and what cannot be read or is of another currency, are named', async () => {
  store([], { from: '2026-11-01', to: '2026-11-30' }, [])
  const { exceptions } = await books()['books.month']({ month: '2026-11' })
  // The lists were brought 34 hours after the 29th, and 10 after the 30th.
  expect(exceptions.days).toEqual(['2026-11-29', '2026-11-30'])
  const [own, ...others] = sample.sales
  const [load] = sample.buys
  if (!own || !load) throw new Error('the sample has rows')
  const dollars = { ...own, amount: { minor: 500_000, currency: 'USD' }, raw: 'dollars' }
  store([dollars, ...others], undefined, [{ ...load, amount: null, raw: 'none' }])
  const october = await books()['books.month']({ month })
  expect(october.exceptions.unreadable).toBe(2)
  expect(october.vouchers.filter(({ currency }) => currency !== 'COP')).toEqual([])
})

test('a close stays with the connection and the person that asked for it, whatever is switched meanwhile', async () => {
  await books()['books.setChart'](chart)
  const other = { ...usualProfile, id: 'p2', name: 'Otra', ...place }
  let switched = false
  const handlers = books({
    profile: () => (switched ? other : { ...other, id: sampleProfile }),
    cashier: () => (switched ? 'Beto' : 'Ana'),
    source: (profileId, of, branch) => {
      switched = true
      return bookSource({ cache, profileId, journal, month: of, branch, now, others: () => null })
    },
  })
  await handlers['books.close']({ month, reason: 'una venta falta en la lista' })
  expect(journal.books.closes('p2')).toEqual([])
  expect(journal.books.closes(sampleProfile)).toMatchObject([{ month, closedBy: 'Ana' }])
})

test('lets others have their turn while the journal of a month is read', async () => {
  let turns = 0
  let isRead = false
  const count = () => {
    turns += 1
    if (!isRead) setImmediate(count)
  }
  setImmediate(count)
  await books()['books.month']({ month })
  isRead = true
  // The days of the month at least, and those beside it: the sample sold on five of them.
  expect(turns).toBeGreaterThan(31)
})

test('what is learnt after a close never changes it: it is one adjustment in the next open month', async () => {
  const handlers = await closed()
  const before = await handlers['books.month']({ month })
  const one = sample.sales[0]
  if (!one) throw new Error('the sample has sales')
  const late = { ...saleRow('888', '2026-10-02T18:00:00', { minor: 70_000 }), product: one.product }
  store([...sample.sales, late])
  expect(await handlers['books.month']({ month })).toEqual(before)
  const next = await handlers['books.month']({ month: '2026-11' })
  const adjusted = next.vouchers.filter(({ kind }) => kind === 'adjustment')
  expect(adjusted.map(({ day, sales }) => [day, sales])).toEqual([
    ['2026-11-01', 1],
    ['2026-11-01', 1],
  ])
  expect(adjusted[0]?.cause).toContain('2026-10-02-elsewhere-collected-COP')
  expect(adjusted[0]?.lines.map(({ role, side, minor }) => [role, side, minor])).toEqual([
    ['elsewhere', 'debit', 70_000],
    ['income', 'credit', 70_000],
  ])
})

test('what nobody knows of a closed month any more teaches nothing: it is named, and adjusts nothing', async () => {
  const handlers = await closed()
  cache.run('delete from report_row')
  cache.run('delete from report_window')
  const next = await handlers['books.month']({ month: '2026-11' })
  expect(next.vouchers.filter(({ kind }) => kind === 'adjustment')).toEqual([])
  expect(next.exceptions.days).toContain(month)
  // Once its lists were brought again all is as it was.
  store(sample.sales)
  const again = await handlers['books.month']({ month: '2026-11' })
  expect(again.vouchers).toEqual([])
  expect(again.exceptions.days).not.toContain(month)
})

test('a month that is opened again takes back what a later close had adjusted of it', async () => {
  const handlers = await closed()
  const one = sample.sales[0]
  if (!one) throw new Error('the sample has sales')
  const late = { ...saleRow('888', '2026-10-02T18:00:00', { minor: 70_000 }), product: one.product }
  store([...sample.sales, late])
  await handlers['books.close']({ month: '2026-11', reason: 'noviembre sin listas' })
  await handlers['books.reopen']({ month, reason: 'faltaba una cuenta' })
  await handlers['books.close']({ month, reason: 'una venta falta en la lista' })
  const both = [month, '2026-11'].map((of) => handlers['books.month']({ month: of }))
  const elsewhere = (await Promise.all(both))
    .flatMap(({ vouchers }) => vouchers.flatMap(({ lines }) => lines))
    .filter(({ role }) => role === 'elsewhere')
    .reduce((sum, line) => sum + signed(line), 0)
  expect(elsewhere).toBe(5 * 1_000_000 + 70_000)
  expect((await handlers['books.month']({ month: '2026-12' })).vouchers).toEqual([])
})

test('a close may be opened again until its entries left, and its number stays taken', async () => {
  const handlers = await closed()
  await handlers['books.reopen']({ month, reason: 'faltaba una cuenta' })
  expect((await handlers['books.month']({ month })).close).toBe(null)
  const again = await handlers['books.close']({ month, reason: 'una venta falta en la lista' })
  expect(again.close?.number).toBe(2)
  const path = join(folder, 'a.csv')
  await handlers['books.export']({ month, format: 'csv', path, language })
  expect(await codeOf(handlers['books.reopen']({ month, reason: 'tarde' }))).toBe('MONTH_EXPORTED')
})

const formats = ['hledger', 'csv', 'xlsx', 'siigo', 'odoo'] as const
const hashesIn = (into: string) =>
  readdirSync(into).map((file) => [
    file,
    createHash('sha256')
      .update(readFileSync(join(into, file)))
      .digest('hex'),
  ])

test('a closed month leaves the same bytes again, whatever changed since, and in another run', async () => {
  const handlers = await closed()
  const written = async (by: ReturnType<typeof books>, into: string) => {
    for (const format of formats) {
      await by['books.export']({ month, format, path: join(into, `a.${format}`), language })
    }
    return hashesIn(into)
  }
  const first = await written(handlers, makeFolder('books-first', inMemory))
  await handlers['books.setChart']({ ...chart, lines: [], branch: '02', vatRate: null })
  store(sample.sales.slice(1))
  journal.close()
  journal = openJournal(folder)
  const second = await written(books(), makeFolder('books-second', inMemory))
  expect(first).toHaveLength(5)
  expect(second).toEqual(first)
  expect(
    await codeOf(books()['books.export']({ month: '2026-09', format: 'csv', path: 'x', language })),
  ).toBe('MONTH_NOT_CLOSED')
})

test('a further part of a file replaces none that holds something else', async () => {
  const of = { closedAt: now, closedBy: null, reason: '', exceptions: noExceptions }
  const sums = { role: 'cash', part: '', minor: 100, count: 1, account: '1', third: '', centre: '' }
  const lines = (['debit', 'credit'] as const).map((side) => ({
    ...sums,
    side,
    role: 'cash' as const,
  }))
  const voucher = { day: '2026-10-01', kind: 'movements' as const, lines, sales: [], cause: '' }
  const vouchers = ['COP', 'USD'].map((currency) => ({ ...voucher, id: currency, currency }))
  journal.books.close(sampleProfile, { month, ...of }, { chart, vouchers })
  const path = join(folder, 'o.csv')
  const write = () => books()['books.export']({ month, format: 'odoo', path, language })
  const { paths } = await write()
  expect(paths).toEqual([path, join(folder, 'o (2).csv')])
  // The same again is no loss.
  await write()
  writeFileSync(join(folder, 'o (2).csv'), 'otra cosa')
  writeFileSync(path, 'se preguntó por este')
  expect(await codeOf(write())).toBe('FILE_IS_ANOTHER')
  expect(readFileSync(path, 'utf8')).toBe('se preguntó por este')
})

test('every format has the same balances, and no customer in it', async () => {
  const handlers = await closed()
  const total = (await handlers['books.month']({ month })).totals
  const expected = Object.fromEntries(
    [...Map.groupBy(total, ({ account }) => account)].map(([account, of]) => [
      account,
      of.reduce((sum, { debit, credit }) => sum + debit - credit, 0),
    ]),
  )
  const add = (sums: Record<string, number>, account: string, minor: number) => {
    sums[account] = (sums[account] ?? 0) + minor
  }
  for (const [format, account, debit, credit] of [
    ['csv', 'Cuenta', 'Débito', 'Crédito'],
    ['xlsx', 'Cuenta', 'Débito', 'Crédito'],
    ['siigo', 'Código cuenta contable', 'Débito', 'Crédito'],
    ['odoo', 'line_ids/account_id', 'line_ids/debit', 'line_ids/credit'],
  ] as const) {
    const path = join(folder, `b.${format}`)
    await handlers['books.export']({ month, format, path, language })
    const sheet = Object.values(read(readFileSync(path), { raw: true }).Sheets)[0] ?? {}
    const rows = utils.sheet_to_json<Record<string, unknown>>(sheet)
    const sums: Record<string, number> = {}
    for (const row of rows) {
      const minor = Math.round((Number(row[debit]) - Number(row[credit])) * 100)
      add(sums, String(row[account]), minor)
    }
    expect([format, sums]).toEqual([format, expected])
    expect(JSON.stringify(rows)).not.toContain('3001234567')
  }
})

test('the map goes out with a row for every role, and comes back as it was', async () => {
  const handlers = books()
  await handlers['books.setChart'](chart)
  const path = join(folder, 'map.xlsx')
  await handlers['books.saveChart']({ path, language })
  const back = await handlers['books.readChart']({ base64: readFileSync(path).toString('base64') })
  expect(back).toEqual(chart)
  expect(back.lines).toHaveLength(bookRoleSchema.options.length)
  const twice = {
    ...chart,
    lines: [
      ...chart.lines,
      { role: 'cash' as const, part: '', account: '9', third: '', centre: '' },
    ],
  }
  journal.books.setChart(sampleProfile, twice, now)
  await handlers['books.saveChart']({ path, language })
  const doubled = { base64: readFileSync(path).toString('base64') }
  expect(await codeOf(Promise.resolve(handlers['books.readChart'](doubled)))).toBe(
    'FILE_NOT_A_CHART',
  )
  const none = Buffer.from('no es un libro').toString('base64')
  expect(await codeOf(handlers['books.readChart']({ base64: none }))).toBe('FILE_NOT_A_CHART')
})
