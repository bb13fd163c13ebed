import { execFileSync } from 'node:child_process'
import { rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { storeWindow } from '../../electron/features/reports/ledger/ledger-windows.ts'
import { openLedger } from '../../electron/features/reports/ledger/ledger.ts'
import {
  sampleProfile,
  writeSampleMonth,
} from '../../electron/features/reports/workbook/testing/month-sample.ts'
import { openCache } from '../../electron/store/cache/cache.ts'
import { copiesIn, placeOf } from '../../electron/store/elsewhere/copy-names.ts'
import { newTicket, type Holder } from '../../electron/store/elsewhere/holder.ts'
import { newKey } from '../../electron/store/elsewhere/key.ts'
import { beginPlace, makeCopy } from '../../electron/store/elsewhere/make-copy.ts'
import { stageRestore } from '../../electron/store/elsewhere/stage-restore.ts'
import { makeBackup } from '../../electron/store/recovery/backups.ts'
import { readRecovery } from '../../electron/store/recovery/recovery-note.ts'
import { suggestedAccounts } from '../../shared/domain/books/suggestions.ts'
import { makeFolder } from '../folders.ts'
import { closedMonth, withBooks } from './month-books.ts'

// A closed month leaves the same bytes for ever: in another run, out of a copy, and on another computer.

const child = join(import.meta.dirname, 'month-books.ts')
const folder = makeFolder('closed-month')
let first: string

/** The names and sums of its files in each format, written by a process of its own on a computer set so. */
function exported(from: string, computer: Record<string, string> = {}): string {
  const env = { ...process.env, TZ: 'America/Bogota', LANG: 'es_CO.UTF-8', ...computer }
  const args = [child, from, makeFolder('closed-month-files')]
  return execFileSync(process.execPath, args, { encoding: 'utf8', env })
}

beforeAll(async () => {
  const { sales, buys } = writeSampleMonth(folder)
  const cache = openCache(join(folder, 'cache.db'))
  const days = { from: '2026-10-01', to: '2026-10-31' }
  const proof = { proven: days, saturated: null, ends: 'inclusive' } as const
  const at = Date.parse('2026-12-01T15:00:00Z')
  for (const [kind, rows] of [
    ['sales', sales],
    ['buys', buys],
  ] as const) {
    const window = { dateStart: days.from, dateEnd: days.to, rows: rows.length, full: false }
    const asked = { ...window, ...proof, startedAt: at, fetchedAt: at }
    storeWindow(openLedger(cache, sampleProfile, kind), asked, rows)
  }
  cache.close()
  await withBooks(folder, async (books) => {
    const chart = { branch: '01', vatRate: 1900, voucherType: '1', journal: 'MISC' }
    await books['books.setChart']({ ...chart, lines: [...suggestedAccounts.CO] })
    await books['books.close']({ month: closedMonth, reason: 'una venta falta en la lista' })
  })
  first = exported(folder)
  expect(first.split('\n')).toHaveLength(5)
})

test('after a restart, also with another map', async () => {
  await withBooks(folder, async (books) => {
    const { chart } = await books['books.chart']({})
    await books['books.setChart']({ ...chart, branch: '02', lines: [] })
  })
  expect(exported(folder)).toBe(first)
})

test('out of a copy, once the journal was damaged', () => {
  expect(makeBackup(folder, 'hourly')).not.toBe(null)
  truncateSync(join(folder, 'journal.db'), 8192)
  rmSync(join(folder, 'journal.db-wal'), { force: true })
  expect(exported(folder)).toBe(first)
  expect(readRecovery(folder)).not.toBe(null)
})

test('on another computer, of another place and language, that has no list of the month', async () => {
  const [key, stick, other] = [
    await newKey('es'),
    makeFolder('stick'),
    makeFolder('other-computer'),
  ]
  const holder = (writer: string): Holder => ({
    ...{ writtenBy: 'Mostrador', shop: 'La 14', writer, since: 1, computer: writer },
    ticket: newTicket(),
  })
  const [here, there] = [holder('pc-1'), holder('pc-2')]
  const { identity, recipient } = key
  await beginPlace(stick, recipient, here)
  const order = { dataDir: folder, folder: stick, recipient, writer: here.writer, last: null }
  const told = { shop: 'La 14', now: Date.now(), tickets: [here.ticket], ticket: newTicket() }
  await makeCopy({ ...order, ...told }, () => undefined)
  const place = placeOf(stick, recipient)
  const path = join(place, copiesIn(place)[0]?.name ?? '')
  const asked = { dataDir: other, path, identity, recipient, mustMark: false, openAside: 0 }
  await stageRestore({ ...asked, holder: there }, () => undefined)
  expect(exported(other, { TZ: 'Asia/Kolkata', LANG: 'en_US.UTF-8' })).toBe(first)
})
