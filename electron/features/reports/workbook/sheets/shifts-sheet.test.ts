import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reportFilterSchema } from '../../../../../shared/contract/reports.ts'
import { businessSchema } from '../../../../../shared/domain/receipt/business.ts'
import { serviceEpoch } from '../../../../../shared/domain/time/dates.ts'
import { countedDrawers, type ShiftReport } from '../../../../../shared/domain/drawer/shift.ts'
import { drawersOf } from '../../../../../shared/domain/drawer/drawer.ts'
import { money } from '../../../../../shared/domain/money/money.ts'
import { openCache } from '../../../../store/cache/cache.ts'
import { openJournal } from '../../../../store/journal/open-journal.ts'
import { exportRequestSchema } from '../../export/export-request.ts'
import { runExport } from '../../export/run-export.ts'
import { makeFolder } from '../../../../../tests/folders.ts'
import { sampleProfile, sampleRange, writeSampleMonth } from '../testing/month-sample.ts'
import { readBack } from '../testing/read-back.ts'

const folder = makeFolder('shifts')

/** Closes a shift of the sample's first day with these figures of cash (whole units); `cents` come with the float and go out again. */
function closeShift(counted: number, data = folder, cents = 0): void {
  const journal = openJournal(data)
  const openedAt = serviceEpoch(`${sampleRange.from}T08:00:00`)
  const who = { cashierId: null, cashier: '=Ana' }
  const base = [{ currency: 'COP', pieces: [], other: 20_000_000 + cents }]
  const about = { id: `shift-${counted}`, profileId: sampleProfile, openedAt, base }
  const draft = { ...about, ...who, follows: null }
  const shift = journal.shifts.begin(draft)
  const at = serviceEpoch(`${sampleRange.from}T18:30:00`)
  const movements = [
    {
      direction: 'out' as const,
      reason: 'expense' as const,
      amount: money(2_300_000 + cents, 'COP'),
    },
    { direction: 'in' as const, reason: 'shop-sales' as const, amount: money(800_000, 'COP') },
  ]
  const drawers = drawersOf({
    base: [money(20_000_000 + cents, 'COP')],
    sales: [],
    movements,
    payouts: [],
  })
  const counts = [{ currency: 'COP', pieces: [], other: counted * 100 }]
  const none = {
    sales: [],
    movements: [],
    payouts: [],
    credits: [],
    transfers: [],
    unconfirmed: [],
    owed: [],
    owedElse: [],
  }
  journal.shifts.close(shift, at, (number): ShiftReport => ({
    ...none,
    register: null,
    shift: { ...shift, closedAt: at, number },
    at,
    drawers: countedDrawers(drawers, counts),
    counts: [],
    note: 'Faltó sencillo',
    prepaid: null,
    trail: null,
    closedBy: null,
  }))
  journal.close()
}

const quiet = { progress: () => undefined, check: () => undefined }
const requestOf = (data: string, path: string) =>
  exportRequestSchema.parse({
    database: join(data, 'cache.db'),
    journal: data,
    profileId: sampleProfile,
    profileName: 'Tienda',
    range: { kind: 'sales', ...sampleRange },
    filter: reportFilterSchema.parse({}),
    format: 'xlsx',
    path,
    language: 'es',
    decimalSign: 'comma',
    business: businessSchema.parse({}),
    madeAt: Date.parse('2026-12-01T15:00:00Z'),
  })

test('the month’s closes stand in a sheet, with formulas that say the same as the journal', async () => {
  writeSampleMonth(folder)
  closeShift(184_000)
  closeShift(185_000)
  const path = join(folder, 'book.xlsx')
  const request = requestOf(folder, path)
  await runExport(request, quiet)
  const book = readBack(path)
  expect(book.names).toContain('Turnos')
  const rows = book.under('Turnos', 'Cierre Z')
  expect(rows[0]?.slice(0, 2)).toEqual([1, '=Ana'])
  expect(rows.map((row) => [row[7], row[12], row[14], row[15]])).toEqual([
    [8_000, 185_000, 184_000, -1_000],
    [8_000, 185_000, 185_000, 0],
  ])
  // A filter is of the rows: the closes are those of the whole period, and the sheet says so.
  const whole = 'Cubre todo el periodo, sin filtro.'
  expect(book.lines('Turnos').map(([first]) => first)).not.toContain(whole)
  const filter = reportFilterSchema.parse({ productIds: ['412001'] })
  await runExport({ ...request, filter }, quiet)
  const filtered = readBack(path)
  expect(filtered.lines('Turnos').map(([first]) => first)).toContain(whole)
  expect(filtered.under('Turnos', 'Cierre Z')).toHaveLength(2)
})

test.each([
  ['none of them has any', 0, '#,##0'],
  ['only the float and what went out have', 50, '#,##0.00'],
])('shows cents exactly where an amount of a close has them: %s', async (_, cents, digits) => {
  const data = makeFolder('cents')
  openCache(join(data, 'cache.db')).close()
  closeShift(185_000, data, cents)
  const path = join(data, 'book.xlsx')
  await runExport(requestOf(data, path), quiet)
  const book = readBack(path)
  const at = book.lines('Turnos').findIndex(([first]) => first === 1) + 1
  const base = book.cell('Turnos', `F${at}`)
  expect([base.v, base.z]).toEqual([(20_000_000 + cents) / 100, `"$"\\ ${digits};-"$"\\ ${digits}`])
})
