import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { usualProfile } from '../../../shared/contract/connection.ts'
import { chartSchema } from '../../../shared/domain/books/chart.ts'
import type { OtherRegisters } from '../../../shared/domain/books/behind.ts'
import { suggestedAccounts } from '../../../shared/domain/books/suggestions.ts'
import { inMemory, makeFolder } from '../../../tests/folders.ts'
import { openCache } from '../../store/cache/cache.ts'
import { writtenJournal } from '../../store/journal/journal-access.ts'
import { openJournal } from '../../store/journal/open-journal.ts'
import { bookSource } from '../reports/books/book-source.ts'
import { sampleProfile, writeSampleMonth } from '../reports/workbook/testing/month-sample.ts'
import { createBooks } from './books.ts'

test('registers of the shop that have not sent all of the month are exceptions by name, as they were at its close', async () => {
  const folder = makeFolder('behind', inMemory)
  writeSampleMonth(folder)
  const [journal, cache] = [openJournal(folder), openCache(join(folder, 'cache.db'))]
  const now = Date.parse('2026-12-01T15:00:00Z')
  const place = { country: 'CO', baseUrl: 'http://localhost', sandbox: false } as const
  let others: OtherRegisters | null = null
  const handlers = createBooks({
    journal: writtenJournal(journal),
    profile: () => ({ ...usualProfile, id: sampleProfile, name: 'Tienda', ...place }),
    now: () => now,
    source: (profileId, month, branch) =>
      bookSource({ cache, profileId, journal, month, branch, now, others: () => others }),
    rowsOf: () => [],
    registerCode: () => 'C1',
    cashier: () => null,
    mayCloseUnproven: () => true,
    mustBeApproved: () => undefined,
    decimalSign: () => 'comma',
    others: () => others,
  })
  const behind = async (month = '2026-10') =>
    (await handlers['books.month']({ month })).exceptions.behind
  const heard = (complete: number | null, stream = 's'): OtherRegisters => ({
    ...{ stream, at: now },
    registers: [{ code: 'C2', name: 'Caja 2', joined: 1, retired: null, complete }],
  })
  // A shop with one register hears of none.
  others = heard(null)
  expect(await behind()).toEqual([])
  const stream = { id: 's', code: 'C1', name: 'Caja 1', login: 'l', url: 'u', ca: null }
  journal.outbox.begin({ ...stream, begunAt: 1 })
  expect(await behind()).toEqual(['C2 Caja 2'])
  others = heard(null, 'before')
  expect(await behind()).toEqual(['*'])
  // The month ends with the shop's last day of it, five hours after UTC's.
  const end = Date.parse('2026-11-01T05:00:00Z')
  others = heard(end - 1)
  expect([await behind(), await behind('2026-09')]).toEqual([['C2 Caja 2'], []])
  const chart = chartSchema.parse({ lines: suggestedAccounts.CO, vatRate: 1900 })
  await handlers['books.setChart'](chart)
  const month = '2026-10'
  await handlers['books.close']({ month, reason: 'la otra caja no ha enviado' })
  others = heard(end)
  expect(await behind()).toEqual(['C2 Caja 2'])
  const said = async () => (await handlers['books.month']({ month })).elsewhere
  expect(await said()).toEqual({ closed: [], notClosed: ['C2 Caja 2'] })
  // Another one's close of the same month stands beside it.
  const { exceptions } = await handlers['books.month']({ month })
  const told = { number: 7, closedAt: now, closedBy: 'Ana', exportedAt: null, reopenedAt: null }
  const of = { month, register: 'C2' }
  journal.books.setTold(sampleProfile, of, { name: 'Caja 2', exceptions, ...told })
  const closed = [{ register: 'C2 Caja 2', exceptions, ...told }]
  expect(await said()).toEqual({ closed, notClosed: [] })
  const path = join(folder, 'behind.csv')
  await handlers['books.export']({ month, format: 'csv', path, language: 'es' })
  const rows = readFileSync(path, 'utf8').trim().split('\n').slice(1)
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) expect(row).toContain('no han enviado todo el mes: C2 Caja 2')
  journal.close()
  cache.close()
})
