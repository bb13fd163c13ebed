import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { read, utils } from 'xlsx'
import { z } from 'zod'
import { run } from '../../electron/cli/run.ts'
import { findLedger } from '../../electron/features/reports/ledger/ledger.ts'
import { readCompleteness } from '../../electron/features/reports/ledger/reader.ts'
import { openCache } from '../../electron/store/cache/cache.ts'
import { createJournalReader } from '../../electron/store/journal/journal-reader.ts'
import { openJournalReadOnly } from '../../electron/store/journal/open-journal.ts'
import { startSandbox, type Sandbox } from '../../sandbox/http/server.ts'
import { addDays, serviceDay } from '../../shared/domain/time/dates.ts'
import { makeFolder } from '../folders.ts'

// A sale of this register that the service's list does not show yet: no report without it may pass for whole.

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({})
})
afterAll(async () => {
  await sandbox.close()
})

/** The command line over one data folder. */
function openShop() {
  const dataDir = makeFolder('unlisted')
  const at = ['--base-url', sandbox.url, '--country', 'CO', '--data-dir', dataDir]
  // By the service's clock, and asked for each time: it may be past midnight by now.
  const days = () => {
    const today = serviceDay(Date.parse(sandbox.control.clock().now))
    return ['--from', addDays(today, -1), '--to', today]
  }
  async function cli(...args: string[]) {
    const ran = { out: '', err: '' }
    const streams = {
      out: (text: string) => void (ran.out += text),
      err: (text: string) => void (ran.err += text),
    }
    const code = await run(
      [...args, ...at],
      { LANG: 'es_CO', MOSTRADOR_TOKEN: sandbox.token },
      streams,
    )
    return { ...ran, code }
  }
  return {
    dataDir,
    sell: (...how: string[]) =>
      cli(
        ...['sell', '10000', '--set', 'customerCellphone=3001234567', '--set', 'amount=4000'],
        ...['--yes', ...how],
      ),
    report: (...how: string[]) => cli('report', 'sales', ...days(), ...how),
  }
}

const summaryOf = (path: string) => {
  const { SheetNames, Sheets } = read(readFileSync(path))
  return utils.sheet_to_csv(Sheets[SheetNames[0] ?? ''] ?? {})
}

test('a sale whose end is not known and that no list shows leaves a report incomplete, until one shows it', async () => {
  const shop = openShop()
  const files = makeFolder('unlisted-files')
  const [csv, xlsx] = [join(files, 'v.csv'), join(files, 'v.xlsx')]
  sandbox.control.addFaults({ operation: 'sell', fault: 'late', seconds: 300 })
  await shop.sell('--wait', '1')
  const first = await shop.report('--csv', csv, '--quiet', '--strict')
  expect(first.code).toBe(16)
  expect(first.err).toContain(
    'Ventas de esta caja que aún no aparecen en la lista del servicio: 1.',
  )
  expect((await shop.report('--xlsx', xlsx, '--quiet')).code).toBe(0)
  expect(summaryOf(xlsx)).toContain('INCOMPLETO: 1 venta de esta caja aún no aparece')
  sandbox.control.changeClock({ advanceSeconds: 301 })
  const then = await shop.report('--csv', csv, '--quiet', '--strict')
  expect([then.code, then.err]).toEqual([0, ''])
})

test('an approved sale that the ledger does not hold leaves a report of sales incomplete', async () => {
  const shop = openShop()
  expect((await shop.sell()).code).toBe(0)
  expect((await shop.report('--strict')).code).toBe(0)
  const cache = openCache(join(shop.dataDir, 'cache.db'))
  const books = openJournalReadOnly(shop.dataDir)
  if (books === null) throw new TypeError('no journal')
  const row = z.object({ profile_id: z.string(), created_at: z.int() })
  const sold = row.parse(books.get(row, 'select profile_id, created_at from sale'))
  const day = serviceDay(sold.created_at)
  const ledger = findLedger(cache, sold.profile_id, 'sales')
  const own = createJournalReader(books)
  const stateOf = (from: string, to: string) =>
    readCompleteness(ledger, { from, to }, Date.now(), own)
  expect(stateOf(day, day)).toMatchObject({ complete: true, unlistedSales: 0 })
  cache.run('update report_row set gone = 1')
  expect(stateOf(day, day)).toMatchObject({ complete: false, unlistedSales: 1, missingDays: [] })
  // The day before has no part in it.
  expect(stateOf(addDays(day, -1), addDays(day, -1)).unlistedSales).toBe(0)
  books.close()
  cache.close()
})
