import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { afterEach, expect, test } from 'vitest'
import { reportFilterSchema } from '../../../../../shared/contract/reports.ts'
import { addDays, serviceEpoch } from '../../../../../shared/domain/time/dates.ts'
import { openCache } from '../../../../store/cache/cache.ts'
import { intentSample } from '../../../../store/testing/journal-samples.ts'
import { openMemoryJournal } from '../../../../store/testing/memory-journal.ts'
import { exportRequestSchema } from '../../export/export-request.ts'
import { openLedger } from '../../ledger/ledger.ts'
import { saleRow } from '../../testing/list-double.ts'
import { select } from '../../ledger/selection.ts'
import { makeFolder } from '../../../../../tests/folders.ts'
import { sampleProfile, sampleRange, storeRows } from '../testing/month-sample.ts'
import { readBack } from '../testing/read-back.ts'
import { reconciledDays } from './reconciled.ts'
import { writeWorkbook } from '../workbook.ts'

const folder = makeFolder('reconciled')

const opened: { close(): void }[] = []
afterEach(() => {
  for (const one of opened.splice(0)) one.close()
})

/** The lines of the sample's days: one unproven sale of $ 5.000 sent at a moment, and one such row at another. */
function linesOf(sent: string, listed: string): (string | undefined)[][] {
  const { journal, db: journalDb } = openMemoryJournal()
  const db = openCache(':memory:')
  opened.push(journal, db)
  const at = serviceEpoch(sent)
  const prepared = journal.prepare(intentSample({ profileId: sampleProfile, createdAt: at }))
  journal.advance(
    prepared,
    { facts: { ...prepared, state: 'REVIEW', sentAt: at } },
    { kind: 'lookup', at: at + 1, error: null },
  )
  storeRows(db, 'sales', [saleRow('R', listed, { minor: 500_000 })])
  const ledger = openLedger(db, sampleProfile, 'sales')
  const span = { from: addDays(sampleRange.from, -1), to: addDays(sampleRange.to, 3) }
  const everything = select(ledger, span, reportFilterSchema.parse({}))
  const days = reconciledDays(everything, journalDb, sampleRange)
  return [...days].flatMap(({ lines }) =>
    lines.map(({ kind, sale, row }) => [kind, sale?.id, row?.id]),
  )
}

// Only where nothing proves that they are the same may both days ask for the pair.
test.each([
  ['hours after the sale', '2026-10-01T23:00:00', '2026-10-02T02:00:00'],
  ['minutes after the sale', '2026-10-01T23:55:00', '2026-10-02T00:04:00'],
  ['just before the sale, by the service’s clock', '2026-10-02T00:00:30', '2026-10-01T23:59:30'],
])('a possible record of the other day, %s, stands in one line', (_, sent, listed) => {
  expect(linesOf(sent, listed)).toEqual([['possible', 'sale-0001', 'R']])
})

test('more sales than can be read that only this register has are summed up, and never said to agree', async () => {
  const { journal, db: journalDb } = openMemoryJournal()
  const db = openCache(':memory:')
  opened.push(journal, db)
  storeRows(db, 'sales', [])
  const first = serviceEpoch(`${sampleRange.from}T09:00:00`)
  const sell = (index: number) => {
    const intent = { id: `s${index}`, draftId: `d${index}`, createdAt: first + index * 1000 }
    const prepared = journal.prepare(intentSample({ profileId: sampleProfile, ...intent }))
    const facts = { ...prepared, state: 'REVIEW', sentAt: prepared.createdAt } as const
    journal.advance(prepared, { facts }, { kind: 'lookup', at: first, error: null })
  }
  const written = async () => {
    const path = join(folder, 'book.xlsx')
    const out = createWriteStream(path)
    const request = exportRequestSchema.parse({
      ...{ database: '', profileId: sampleProfile, profileName: 'Tienda', format: 'xlsx', path },
      ...{ range: { kind: 'sales', ...sampleRange }, filter: reportFilterSchema.parse({}) },
      ...{ language: 'es', decimalSign: 'comma', madeAt: Date.parse('2026-12-01T15:00:00Z') },
    })
    const quiet = { progress: () => undefined, check: () => undefined }
    await writeWorkbook(db, journalDb, request, out, quiet)
    await finished(out)
    const lines = readBack(path).lines('Conciliación')
    return {
      listed: lines.filter((line) => line[11]?.toString().startsWith('s')).length,
      sum: lines.find(([name]) => name === 'Solo en esta caja')?.slice(0, 3),
      said: lines.flatMap(([text]) =>
        /demasiadas|Todo concuerda/.test(String(text)) ? [text] : [],
      ),
    }
  }
  for (let index = 0; index < 2000; index += 1) sell(index)
  expect(await written()).toEqual({
    ...{ listed: 2000, sum: ['Solo en esta caja', 2000, 10_000_000] },
    said: [],
  })
  sell(2000)
  expect(await written()).toEqual({
    ...{ listed: 0, sum: ['Solo en esta caja', 2001, 10_005_000] },
    said: [expect.stringContaining('demasiadas')],
  })
})
