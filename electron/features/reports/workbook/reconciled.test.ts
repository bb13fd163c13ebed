import { afterEach, expect, test } from 'vitest'
import { reportFilterSchema } from '../../../../shared/contract/reports.ts'
import { addDays, serviceEpoch } from '../../../../shared/domain/dates.ts'
import { openCache } from '../../../store/cache.ts'
import { intentSample } from '../../../store/journal-samples.ts'
import { openMemoryJournal } from '../../../store/open-journal.ts'
import { openLedger } from '../ledger.ts'
import { saleRow } from '../list-double.ts'
import { select } from '../selection.ts'
import { sampleProfile, sampleRange, storeRows } from './month-sample.ts'
import { reconciledDays } from './reconciled.ts'

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
  const everything = select(db, ledger, span, reportFilterSchema.parse({}))
  const days = reconciledDays(db, ledger, journalDb, sampleProfile, sampleRange, everything)
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
