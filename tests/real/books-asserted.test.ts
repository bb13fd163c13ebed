import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { runExport } from '../../electron/features/reports/export/run-export.ts'
import {
  sampleProfile,
  writeSampleMonth,
} from '../../electron/features/reports/workbook/testing/month-sample.ts'
import { readBack } from '../../electron/features/reports/workbook/testing/read-back.ts'
import { sampleRequest } from '../../electron/features/reports/workbook/testing/sample-request.ts'
import { storeWindow } from '../../electron/features/reports/ledger/ledger-windows.ts'
import { openLedger } from '../../electron/features/reports/ledger/ledger.ts'
import { openCache } from '../../electron/store/cache/cache.ts'
import { openJournal } from '../../electron/store/journal/open-journal.ts'
import { bookRoleSchema } from '../../shared/domain/books/roles.ts'
import { drawersOf } from '../../shared/domain/drawer/drawer.ts'
import { countedDrawers } from '../../shared/domain/drawer/shift.ts'
import { money } from '../../shared/domain/money/money.ts'
import { serviceEpoch } from '../../shared/domain/time/dates.ts'
import { makeFolder } from '../folders.ts'
import { closedMonth, withBooks } from './month-books.ts'

// hledger and ledger hold a month's entries to balances that stand in its workbook and in its Zs, which nobody made from entries.

const folder = makeFolder('books-asserted')
// hledger reads a file as the locale says, and a bare machine has none.
const env = { ...process.env, LC_ALL: 'C.UTF-8' }
const run = (program: string, ...args: readonly string[]) =>
  execFileSync(program, args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
let journal: string
let assertions: { day: string; account: string; minor: number }[]

/** A shift of the first day: 200.000 to begin with, 23.000 spent, 8.000 of the shop's own goods, and a thousand missing. */
function closeShift(): void {
  const register = openJournal(folder)
  const [openedAt, at] = ['08:00:00', '18:30:00'].map((time) => serviceEpoch(`2026-10-01T${time}`))
  if (openedAt === undefined || at === undefined) throw new Error('the day has hours')
  const base = [{ currency: 'COP', pieces: [], other: 20_000_000 }]
  const who = { cashierId: null, cashier: 'Ana', follows: null }
  const shift = register.shifts.begin({
    id: 's1',
    profileId: sampleProfile,
    openedAt,
    base,
    ...who,
  })
  const movements = [
    { direction: 'out', reason: 'expense', amount: money(2_300_000, 'COP') },
    { direction: 'in', reason: 'shop-sales', amount: money(800_000, 'COP') },
  ] as const
  for (const [place, moved] of movements.entries()) {
    const of = { id: `m${place}`, shiftId: 's1', at: at - 1000, cashier: 'Ana', note: '' }
    register.shifts.movements.add({ ...of, ...moved })
  }
  const none = { sales: [], payouts: [] }
  const drawers = drawersOf({ base: [money(20_000_000, 'COP')], movements, ...none })
  const counts = [{ currency: 'COP', pieces: [], other: 18_400_000 }]
  register.shifts.close(shift, at, (number) => ({
    ...{ ...none, movements: [], credits: [], transfers: [], unconfirmed: [], owed: [] },
    ...{ owedElse: [], counts: [], note: '', prepaid: null, trail: null, closedBy: null },
    ...{ register: null, at, shift: { ...shift, closedAt: at, number } },
    drawers: countedDrawers(drawers, counts),
  }))
  register.close()
}

/** The whole month, asked for once it was over. */
function prove({ sales, buys }: ReturnType<typeof writeSampleMonth>): void {
  const cache = openCache(join(folder, 'cache.db'))
  const days = { from: '2026-10-01', to: '2026-10-31' }
  const at = Date.parse('2026-12-01T15:00:00Z')
  const proof = { proven: days, saturated: null, ends: 'inclusive', fetchedAt: at } as const
  for (const [kind, rows] of [
    ['sales', sales],
    ['buys', buys],
  ] as const) {
    const window = { dateStart: days.from, dateEnd: days.to, rows: rows.length, full: false }
    storeWindow(
      openLedger(cache, sampleProfile, kind),
      { ...window, ...proof, startedAt: at },
      rows,
    )
  }
  cache.close()
}

const minorOf = (value: unknown) => Math.round(Number(value) * 100)
const amountOf = (minor: number) => (minor / 100).toFixed(2)

/** What the balances must be at the end of each day: of the prepaid balance as it was seen, of the drawer as it was counted. */
function readWorkbook(path: string): void {
  const book = readBack(path)
  const days = book.under('Saldo diario', 'Día').slice(0, 5)
  const opening = minorOf(days[0]?.[1])
  const dated = days.map((cells, at) => ({ cells, day: `2026-10-0${at + 1}` }))
  assertions = dated.flatMap(({ day, cells }) => {
    // A day at whose end nobody looked says nothing; what nobody classified moved the balance and no entry.
    if (typeof cells[9] !== 'number') return []
    return [{ day, account: 'prepaid', minor: minorOf(cells[9]) + minorOf(cells[11]) }]
  })
  expect(assertions.map(({ day }) => day.slice(-1))).toEqual(['1', '2', '4', '5'])
  const [z] = book.under('Turnos', 'Cierre Z')
  assertions.push({ day: '2026-10-01', account: 'drawer s1', minor: minorOf(z?.[14]) })
  // Of the first two days the list shows all that was sold: what the quotes promised is what the provider owes.
  let quoted = 0
  for (const [at, cells] of book.under('Comisiones', 'Día').slice(0, 2).entries()) {
    quoted += minorOf(cells[3])
    assertions.push({ day: `2026-10-0${at + 1}`, account: 'provider', minor: quoted })
  }
  const text = readFileSync(journal, 'utf8')
  const began = `2026-09-30 before\n    prepaid  COP ${amountOf(opening)}\n    opening  COP -${amountOf(opening)}`
  // The days in order, so that each assertion comes after the entries of its day.
  const [head = '', ...vouchers] = text.split(/\n\n/)
  writeFileSync(journal, [head, began, ...vouchers].join('\n\n'))
}

/** The journal with the balances asserted at the end of each day, one of them off by so much. */
function asserted(wrongAt = -1): string {
  const [head = '', ...vouchers] = readFileSync(journal, 'utf8').trim().split(/\n\n/)
  const said = assertions.map(({ day, account, minor }, at) => {
    const amount = amountOf(at === wrongAt ? minor + 1 : minor)
    return `${day} what was seen\n    ${account}  COP 0.00 = COP ${amount}`
  })
  const dated = [...vouchers, ...said].map((text, place) => ({
    text,
    place,
    day: text.slice(0, 10),
  }))
  dated.sort((one, other) =>
    one.day < other.day ? -1 : one.day > other.day ? 1 : one.place - other.place,
  )
  const path = join(folder, `asserted${wrongAt}.journal`)
  writeFileSync(path, `${[head, ...dated.map(({ text }) => text)].join('\n\n')}\n`)
  return path
}

beforeAll(async () => {
  const sample = writeSampleMonth(folder)
  closeShift()
  prove(sample)
  journal = join(folder, 'entries.journal')
  const roles = bookRoleSchema.options.map((role) => ({ role, part: '', account: `${role}` }))
  const lines = [...roles, { role: 'cash' as const, part: 's1', account: 'drawer s1' }]
  await withBooks(folder, async (books) => {
    const chart = { branch: '01', vatRate: 1900, voucherType: '1', journal: 'MISC' }
    const named = lines.map((line) => ({ ...line, third: '', centre: '' }))
    await books['books.setChart']({ ...chart, lines: named })
    await books['books.close']({ month: closedMonth, reason: 'una venta falta en la lista' })
    const format = 'hledger' as const
    await books['books.export']({ month: closedMonth, format, path: journal, language: 'es' })
  })
  const quiet = { progress: () => undefined, check: () => undefined }
  await runExport(sampleRequest(folder, 'book.xlsx'), quiet)
  readWorkbook(join(folder, 'book.xlsx'))
})

test('hledger finds the entries strictly right, with the balances of the workbook and the Z after each day', () => {
  expect(assertions).toHaveLength(7)
  run('hledger', '-f', asserted(), 'check', '-s', 'ordereddates')
  for (const [at, { day, account }] of assertions.entries()) {
    const check = () => run('hledger', '-f', asserted(at), 'check', '-s')
    expect(check, `${day} ${account}`).toThrow(/balance assertion/i)
  }
})

test('ledger holds the same assertions, and comes to the same balances', () => {
  const balances = (text: string) =>
    text
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s{2,}|\t/))
      .filter(([, account]) => account !== undefined)
      .map(([amount, account]) => `${account} ${amount}`)
      .toSorted()
  const format = ['--flat', '--no-total', '--format', '%(quantity(display_total))\t%(account)\n']
  const ours = run('hledger', '-f', asserted(), 'bal', '--flat', '-N', '-O', 'csv', '--layout=bare')
  const there = new Map(
    ours
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.replaceAll('"', '').split(','))
      .map(([account, , amount]): [string, number] => [account ?? '', minorOf(amount)]),
  )
  const ledger = balances(run('ledger', '-f', asserted(), 'bal', ...format))
  expect(ledger).toEqual(
    [...there].map(([account, minor]) => `${account} ${minor / 100}`).toSorted(),
  )
  expect(() => run('ledger', '-f', asserted(0), 'bal')).toThrow(/assertion/i)
})
