import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { monthFacts } from '../../electron/features/reports/books/month-facts.ts'
import { findLedger } from '../../electron/features/reports/ledger/ledger.ts'
import { openCacheReadOnly } from '../../electron/store/cache/cache.ts'
import { createJournalReader } from '../../electron/store/journal/journal-reader.ts'
import { openDatabase } from '../../electron/store/sqlite/db.ts'
import { chartSchema, entriesOf } from '../../shared/domain/books/chart.ts'
import { suggestedAccounts } from '../../shared/domain/books/suggestions.ts'
import { vouchersOf } from '../../shared/domain/books/vouchers.ts'
import { makeFolder, removeFolder } from '../../tests/folders.ts'
import { month, profileId, writeMonth } from '../ledger.ts'
import { machine, median, processorTime, table } from '../measure.ts'
import { writeOwnSales } from '../own-sales.ts'

/**
 * The entries of a month of 25,000 sales, all of them this register's own, from the files to the accounts, against a bare
 * SQL grouping of the same rows: each row of the report with its sale, by day and all that entries differ by.
 */
const rows = 25_000
const rounds = 9
const most = 3
const folder = makeFolder('entries')
const cachePath = join(folder, 'cache.db')
const data = join(folder, 'data')

const bareGrouping = `select r.day, r.currency, r.product, r.status, s.direction, s.cash_outcome, s.tender, s.shift,
    count(*), sum(r.amount), sum(s.total), sum(coalesce(s.found ->> '$.costs.minor', s.cost)), sum(s.incentive),
    sum(s.balance_change)
  from report_row r left join own.sale s on s.service_id = r.key and +s.profile_id = ?
  where r.ledger = ? and r.gone = 0 and r.day between ? and ?
  group by 1, 2, 3, 4, 5, 6, 7, 8`

try {
  writeMonth(cachePath, rows)
  mkdirSync(data)
  writeOwnSales(data, cachePath)
  const journalPath = join(data, 'journal.db')
  const cache = openCacheReadOnly(cachePath)
  const journalDb = openDatabase(journalPath, { synchronous: 'FULL', readOnly: true })
  const journal = createJournalReader(journalDb)
  const ledgers = {
    sales: findLedger(cache, profileId, 'sales'),
    buys: findLedger(cache, profileId, 'buys'),
  }
  const chart = chartSchema.parse({ vatRate: 1900, lines: suggestedAccounts.CO })
  const bareDb = openDatabase(cachePath, { synchronous: 'NORMAL' })
  bareDb.run('attach ? as own', journalPath)
  let entered = 0
  const entries = async () => {
    const { facts } = await monthFacts({
      ledgers,
      journal,
      month: month.from.slice(0, 7),
      branch: '01',
    })
    const vouchers = vouchersOf(facts, chart.vatRate)
    entered = entriesOf(vouchers, chart).entries.reduce((sum, { sales }) => sum + sales.length, 0)
  }
  const bare = () => bareDb.arrays(bareGrouping, profileId, ledgers.sales.id, month.from, month.to)
  const [bares, made]: [number[], number[]] = [[], []]
  for (let round = 0; round <= rounds; round += 1) {
    const [one, other] = [await processorTime(bare), await processorTime(entries)]
    // The first turn warms up.
    if (round === 0) continue
    bares.push(one)
    made.push(other)
  }
  if (entered < rows) throw new Error(`only ${entered} sales are in entries`)
  const [floor, took] = [median(bares), median(made)]
  const ratio = took / floor
  const value = `${ratio.toFixed(1)} x (${took.toFixed(0)} ms / ${floor.toFixed(0)} ms)`
  const name = 'entries of a month of 25,000 sales, against a bare SQL grouping of them (processor)'
  process.stdout.write(
    `${table([{ name, value, target: `${most} x`, met: ratio <= most }])}\n\n${machine()}\n`,
  )
  for (const db of [cache, journalDb, bareDb]) db.close()
} finally {
  await removeFolder(folder)
}
