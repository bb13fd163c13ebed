import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { month, profileId, writeMonth } from '../../../../bench/ledger.ts'
import { reportColumnSchema, reportFilterSchema } from '../../../../shared/contract/reports.ts'
import { openCache } from '../../../store/cache/cache.ts'
import { openJournal } from '../../../store/journal/open-journal.ts'
import type { Database } from '../../../store/sqlite/db.ts'
import { makeFolder } from '../../../../tests/folders.ts'
import { storeWindow } from '../ledger/ledger-windows.ts'
import { findLedger, type Ledger } from '../ledger/ledger.ts'
import { saleRow } from '../testing/list-double.ts'
import { sortedPage } from '../testing/sorted-page.ts'
import { createPageReader } from './page-reader.ts'
import { createPages } from './pages.ts'
import { readTotals } from '../testing/read-totals.ts'

const folder = makeFolder('pages')
let db: Database
let journal: ReturnType<typeof openJournal>
let pages: ReturnType<typeof createPages>
let ledger: Ledger
beforeAll(() => {
  // More rows than are ever sorted at once.
  writeMonth(join(folder, 'cache.db'), 21_000)
  db = openCache(join(folder, 'cache.db'))
  journal = openJournal(folder)
  pages = createPages(() => ({ reader: journal, folder }))
  ledger = findLedger(db, profileId, month.kind)
})
afterAll(async () => {
  await pages.close()
  journal.close()
  db.close()
})

const filters = [{}, { statusIds: ['3'] }, { text: '4001' }, { text: 'producto 10003' }]
const query = (
  column: (typeof reportColumnSchema.options)[number],
  change: object,
  offset: number,
) => ({
  ...month,
  filter: reportFilterSchema.parse(change),
  sort: { column, descending: true },
  ...{ offset, limit: 50 },
})

test.each(reportColumnSchema.options)(
  'a large report by %s has the same pages, first and far down, as one that is read at once',
  async (column) => {
    for (const change of filters) {
      for (const offset of [0, 500, 10_000, 20_990]) {
        const asked = query(column, change, offset)
        expect(await pages.page(ledger, asked)).toEqual(sortedPage(ledger, asked))
      }
    }
  },
)

test('its totals are the same too, and what came meanwhile is in the next page', async () => {
  for (const change of filters) {
    const filter = reportFilterSchema.parse(change)
    expect(await pages.totals(ledger, month, filter)).toEqual(readTotals(ledger, month, filter))
  }
  const before = await pages.page(ledger, query('amount', {}, 20_000))
  const window = { dateStart: month.from, dateEnd: month.from, rows: 1, full: true, ends: null }
  const rest = { startedAt: 0, fetchedAt: 0, proven: null, saturated: null }
  const dear = saleRow('9000001', `${month.from}T10:00:00`, { minor: 9_000_000_000 })
  storeWindow(ledger, { ...window, ...rest }, [dear])
  const first = await pages.page(ledger, query('amount', {}, 0))
  expect(first.rows[0]?.id).toBe('9000001')
  const after = await pages.page(ledger, query('amount', {}, 20_000))
  expect(after.count).toBe(before.count + 1)
  expect(after.rows[1]).toEqual(before.rows[0])
})

test('what waits for a text that is no longer looked for is called off', async () => {
  const asked = query('createdAt', { text: '4001' }, 0)
  const other = { ...asked, filter: reportFilterSchema.parse({ text: '4002' }) }
  // The thread waits at a file that another has locked, for what no text calls off: what is asked meanwhile waits for its
  // turn.
  const path = join(folder, 'locked.db')
  const lock = new DatabaseSync(path)
  lock.exec('begin exclusive')
  const locked = { ...ledger, db: { ...db, path } }
  const busy = pages.completeness(locked, month, { now: 0, onPaper: false })
  const left = pages.page(ledger, asked)
  const totals = pages.totals(ledger, month, asked.filter)
  const wanted = pages.page(ledger, other)
  const all = Promise.allSettled([busy, left, totals, wanted])
  lock.close()
  const ends = await all
  expect(ends[0]).toMatchObject({ status: 'rejected' })
  expect(ends[3]).toMatchObject({ status: 'fulfilled', value: sortedPage(ledger, other) })
  for (const end of ends.slice(1, 3)) {
    expect(end).toMatchObject({ status: 'rejected', reason: { error: { code: 'CANCELLED' } } })
  }
})

test('a deep page by time walks over no more rows than its own days hold', () => {
  const skipped: unknown[] = []
  const seen: Database = {
    ...db,
    get: (row, sql, ...params) => {
      if (sql.includes('order by r.day')) skipped.push(params.at(-1))
      return db.get(row, sql, ...params)
    },
  }
  const reader = createPageReader()
  const filter = reportFilterSchema.parse({})
  for (const offset of [0, 10_000, 20_990]) {
    const asked = { ...query('createdAt', {}, offset), filter }
    const page = reader.page({ ...ledger, db: seen }, asked)
    expect(page).toEqual(sortedPage(ledger, asked))
  }
  expect(skipped).toHaveLength(3)
  // A day of the month holds a thirtieth of its rows.
  for (const rows of skipped) expect(rows).toBeLessThan(700)
})
