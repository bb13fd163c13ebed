import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { formats } from '../../electron/features/books/formats/formats.ts'
import {
  chartSchema,
  entriesOf,
  roleTotals,
  type EntryVoucher,
} from '../../shared/domain/books/chart.ts'
import type { MonthFacts } from '../../shared/domain/books/facts.ts'
import { bookFaults } from '../../shared/domain/books/faults.ts'
import { suggestedAccounts } from '../../shared/domain/books/suggestions.ts'
import { emptyMonth, saleFact } from '../../shared/domain/books/testing/fact-samples.ts'
import { vouchersOf } from '../../shared/domain/books/vouchers.ts'
import { words } from '../../shared/words/words.ts'
import { makeFolder } from '../folders.ts'

// What programs of accountants read of a month's entries: hledger and ledger of Debian, and an xlsx reader of Python.

const folder = makeFolder('books-real')
const path = (name: string) => join(folder, name)
// hledger reads a file as the locale says, and a bare machine has none.
const env = { ...process.env, LC_ALL: 'C.UTF-8' }
const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

/** A month of each kind of sale, a shift that is short, a load, a withdrawal, two currencies. */
const facts: MonthFacts = {
  ...emptyMonth,
  sales: [
    ...Array.from({ length: 40 }, (_, at) =>
      saleFact({ id: `a${at}`, day: `2026-10-${String(1 + (at % 28)).padStart(2, '0')}` }),
    ),
    saleFact({ id: 'b', nature: 'resale' }, { incentive: 80_000, change: -1_920_000 }),
    saleFact({ id: 'c', amount: 8_500_001 }, { total: 8_650_000, cost: 149_999 }),
    saleFact({ id: 'd', nature: 'cash-out', direction: 'out' }, { shift: 's1' }),
    saleFact({ id: 'e', nature: null }, null),
    saleFact({ id: 'f', outcome: 'open' }, { change: -2_000_000 }),
    saleFact({ id: 'g', currency: 'USD', amount: 1_050 }, { shift: null }),
    saleFact({ id: 'h' }, { tender: 'transfer', via: 'Nequi; o "otro"' }),
  ],
  loads: [{ id: 'l', day: '2026-10-02', currency: 'COP', minor: 50_000_000 }],
  openings: [
    { shift: 's1', day: '2026-10-01', currency: 'COP', base: 500_000, due: null, isFirst: true },
  ],
}
const drawer = 500_000 + 40 * 2_000_000 + 2_000_000 + 8_650_000 - 2_000_000 + 2_000_000
/** The Z of that shift: a hundred pesos short. */
const counted = drawer - 10_000
const month: MonthFacts = {
  ...facts,
  closes: [{ shift: 's1', day: '2026-10-31', currency: 'COP', counted, difference: -10_000 }],
}
const chart = chartSchema.parse({ vatRate: 1900, lines: suggestedAccounts.CO })
let entries: EntryVoucher[]
let journal: string

beforeAll(async () => {
  const vouchers = vouchersOf(month, chart.vatRate)
  expect(bookFaults(month, vouchers)).toEqual([])
  entries = entriesOf(vouchers, chart).entries
  const told = { month: '2026-10', chart, say: words.in('es'), caution: '' }
  for (const [name, format] of Object.entries(formats)) {
    const files = await format.files(entries, told)
    files.forEach((file, at) => writeFileSync(path(`${name}${at}${format.ending}`), file))
  }
  journal = path('hledger0.journal')
})

/** Each account's balance in minor units, as entries say it. */
const expected = () =>
  new Map(
    roleTotals(entries)
      .map(({ account, currency, debit, credit }): [string, number] => [
        `${account} ${currency}`,
        debit - credit,
      ])
      .filter(([, minor]) => minor !== 0),
  )
const minorOf = (text: string) => Math.round(Number(text) * 100)

test('hledger finds the journal strictly right, with the cash that the Z counted', () => {
  const day = '2026-10-31'
  const cash = (counted / 100).toFixed(2)
  const asserted = path('asserted.journal')
  const wrong = path('wrong.journal')
  const text = readFileSync(journal, 'utf8')
  // 110505 is the drawer alone here: the sale without a shift is of another currency.
  const assertion = (amount: string) => `${text}\n${day} Z\n    110505  COP 0.00 = COP ${amount}\n`
  writeFileSync(asserted, assertion(cash))
  writeFileSync(wrong, assertion(((counted + 1) / 100).toFixed(2)))
  run('hledger', '-f', asserted, 'check', '-s', 'ordereddates')
  expect(() => run('hledger', '-f', wrong, 'check', '-s')).toThrow(/balance assertion/i)
})

/** What hledger's csv of balances says of each account and currency. Minor units. */
function balancesOf(csv: string): Map<string, number> {
  const found = csv
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').map((field) => field.replaceAll('"', '')))
  return new Map(
    found.map(([account, currency, amount]) => [`${account} ${currency}`, minorOf(amount ?? '')]),
  )
}

test('hledger and ledger come to the same balances as the entries', () => {
  const csv = run('hledger', '-f', journal, 'bal', '--flat', '-N', '-O', 'csv', '--layout=bare')
  expect(balancesOf(csv)).toEqual(expected())
  const lines = run(
    'ledger',
    '-f',
    journal,
    'reg',
    '--format',
    '%(account)\t%(commodity)\t%(quantity(amount))\n',
  )
  const sums = new Map<string, number>()
  for (const line of lines.trim().split('\n')) {
    const [account, currency, amount] = line.split('\t')
    const key = `${account} ${currency}`
    sums.set(key, (sums.get(key) ?? 0) + minorOf(amount ?? ''))
  }
  expect(new Map([...sums].filter(([, minor]) => minor !== 0))).toEqual(expected())
})

test('hledger reads our csv by rules, to the same balances', () => {
  const rules = path('csv0.csv.rules')
  const columns =
    'date, voucher, description, commodity, debitaccount, third, centre, amountd, amountc, role, part, count'
  writeFileSync(
    rules,
    [
      'skip 1',
      `fields ${columns}`,
      'date-format %Y-%m-%d',
      'account1 %debitaccount',
      'amount1 %commodity %amountd',
      'account2 %debitaccount',
      'amount2 %commodity -%amountc',
      'account3 puente',
      '',
    ].join('\n'),
  )
  const csv = run(
    'hledger',
    '-f',
    path('csv0.csv'),
    'bal',
    '--flat',
    '-N',
    '-O',
    'csv',
    '--layout=bare',
    'not:puente',
  )
  expect(balancesOf(csv)).toEqual(expected())
})

const openpyxl = `
import openpyxl, sys, json
sums = {}
for path in sys.argv[5:]:
    rows = list(openpyxl.load_workbook(path).worksheets[0].values)
    at = {name: index for index, name in enumerate(rows[0])}
    for row in rows[1:]:
        key = f"{row[at[sys.argv[1]]]} {row[at[sys.argv[2]]]}"
        sums[key] = sums.get(key, 0) + round((row[at[sys.argv[3]]] or 0) * 100) - round((row[at[sys.argv[4]]] or 0) * 100)
print(json.dumps([[key, value] for key, value in sums.items() if value]))
`
test.each([
  ['xlsx', 'Cuenta', 'Moneda', ['xlsx0.xlsx']],
  ['siigo', 'Código cuenta contable', 'Sigla moneda', ['siigo0.xlsx', 'siigo1.xlsx']],
] as const)('openpyxl reads %s to the same balances', (_, account, currency, files) => {
  const said = run(
    '/usr/bin/python3',
    '-c',
    openpyxl,
    account,
    currency,
    'Débito',
    'Crédito',
    ...files.map(path),
  )
  const found: unknown = JSON.parse(said)
  expect(found).toEqual(expect.arrayContaining([...expected()]))
  expect(found).toHaveLength(expected().size)
})

test('Python reads Odoo’s csv to the same balances, each External ID once', () => {
  const answer = z.object({
    ids: z.int(),
    apart: z.int(),
    sums: z.array(z.tuple([z.string(), z.int()])),
  })
  const script = `
import csv, sys, json
sums, ids = {}, []
for path in sys.argv[1:]:
    for row in csv.DictReader(open(path, encoding='utf-8-sig')):
        if row['id']:
            ids.append(row['id'])
            currency = row['id'].rsplit('-', 1)[1]
        key = row['line_ids/account_id'] + ' ' + currency
        sums[key] = sums.get(key, 0) + round(float(row['line_ids/debit']) * 100) - round(float(row['line_ids/credit']) * 100)
print(json.dumps({'ids': len(ids), 'apart': len(set(ids)), 'sums': [[k, v] for k, v in sums.items() if v]}))
`
  const found = answer.parse(
    JSON.parse(run('/usr/bin/python3', '-c', script, path('odoo0.csv'), path('odoo1.csv'))),
  )
  const vouchers = entries.filter(({ lines }) => lines.length > 0).length
  expect([found.ids, found.apart]).toEqual([vouchers, vouchers])
  expect(new Map(found.sums)).toEqual(expected())
})
