import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chartSchema } from '../../../shared/domain/books/chart.ts'
import { inMemory, makeFolder } from '../../../tests/folders.ts'
import { openCache } from '../../store/cache/cache.ts'
import { writtenJournal } from '../../store/journal/journal-access.ts'
import { openJournal } from '../../store/journal/open-journal.ts'
import { bookSource } from '../reports/books/book-source.ts'
import { sampleProfile, writeSampleMonth } from '../reports/workbook/testing/month-sample.ts'
import type { MonthReader } from './months.ts'
import { writePayers } from './payers.ts'

test('who paid for third parties stands by document, and as smaller payers below the limit', async () => {
  const folder = makeFolder('payers', inMemory)
  writeSampleMonth(folder)
  const [journal, cache] = [openJournal(folder), openCache(join(folder, 'cache.db'))]
  const now = () => Date.parse('2026-12-01T15:00:00Z')
  const others = () => null
  const of = { cache, profileId: sampleProfile, journal, now: now(), others }
  const books = { ...journal.books, chart: () => chartSchema.parse({}) }
  const source = (month: string, branch: string) => bookSource({ ...of, month, branch })
  const path = join(folder, 'payers.csv')
  const written = async (least: number, from: MonthReader['source'] = source) => {
    const told = await writePayers(
      {
        journal: writtenJournal(journal),
        decimalSign: () => 'comma',
        mustBeApproved: () => undefined,
        now,
      },
      { profileId: sampleProfile, books, source: from },
      { year: 2026, least, path, language: 'es' },
    )
    const rows = readFileSync(path, 'utf8').trim().split('\r\n').slice(1)
    return { ...told, rows: rows.map((row) => row.replaceAll('"', '').split(';')) }
  }
  // Five bills, of one of which the service's list says a peso more.
  const amounts = ['5', '212502,5', '212503,5', 'COP']
  const all = await written(0)
  expect(all.rows).toEqual([['CC', '52123456', '', '527611', 'Factura de energía', ...amounts]])
  // The lists of the other months are not here: that is said, and of days to come nothing.
  expect([all.payers, all.unproven > 300, all.unproven < 335]).toEqual([1, true, true])
  const none = await written(1e12)
  expect([none.payers, none.rows[0]?.[1], none.rows[0]?.[7]]).toEqual([0, 'Menores', amounts[2]])
  // Days that were asked for too soon after their end may still get sales; of some rows nobody knows what was paid.
  const soon = async (month: string, branch: string) => {
    const found = await source(month, branch)
    const sales = { ...found.sales, missingDays: [], provisionalDays: [`${month}-02`] }
    return { ...found, sales, unreadableSales: 1 }
  }
  const doubt = await written(0, soon)
  expect([doubt.unproven, doubt.unreadable]).toEqual([11, 12])
  journal.close()
  cache.close()
})
