import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { read, utils } from 'xlsx'
import { z } from 'zod'
import { startSandbox, type Sandbox } from '../../../sandbox/http/server.ts'
import { reportFilterSchema } from '../../../shared/contract/reports.ts'
import { inMemory, makeFolder } from '../../../tests/folders.ts'
import { parseCommandLine } from '../arguments.ts'
import { reportOptions } from '../report-options.ts'
import { run } from '../run.ts'
import { UsageError } from '../usage.ts'

const month = ['--month', '2026-10']
const rowSchema = z.object({ rows: z.int() })
const answerSchema = z.object({
  completeness: z.object({ complete: z.boolean() }),
  totals: rowSchema.extend({
    byStatus: z.array(rowSchema.extend({ id: z.string() })),
    byProduct: z.array(rowSchema.extend({ id: z.string(), name: z.string() })),
    byCategory: z.array(rowSchema.extend({ id: z.string() })),
  }),
  filter: reportFilterSchema.nullable(),
})

let service: Sandbox
let dataDir: string
beforeAll(async () => {
  service = await startSandbox({ historyFrom: '2026-10-01' })
  dataDir = makeFolder('report-filter', inMemory)
})
afterAll(() => service.close())

async function report(...args: string[]) {
  const ran = { code: -1, out: '', err: '' }
  const streams = {
    out: (text: string) => void (ran.out += text),
    err: (text: string) => void (ran.err += text),
  }
  const at = ['--base-url', service.url, '--country', 'CO', '--data-dir', dataDir]
  const env = { LANG: 'es_CO', MOSTRADOR_TOKEN: service.token }
  ran.code = await run(['report', 'sales', ...month, ...args, ...at], env, streams)
  return ran
}
const answer = async (...args: string[]) =>
  answerSchema.parse(JSON.parse((await report(...args, '--json')).out))

test('each filter of the window leaves the rows that its totals name, and says what it is', async () => {
  const { totals: all, filter } = await answer()
  expect(filter).toBeNull()
  const product = all.byProduct.find(({ id }) => id !== '')
  const approved = all.byStatus.find(({ id }) => id === '2')
  if (!product || !approved) throw new Error('the history is too small')
  const cases = [
    [['--status', 'approved'], { statusIds: ['2'] }, approved.rows],
    [['--status', '2', '--status', 'REJECTED'], { statusIds: ['2', '3'] }, null],
    [['--product', product.id], { productIds: [product.id] }, product.rows],
    [['--product', 'none'], { productIds: [''] }, 0],
    [['--search', product.name], { text: product.name }, null],
    [['--unreadable'], { unreadable: true }, 0],
  ] as const
  for (const [args, said, rows] of cases) {
    const one = await answer(...args)
    expect(one.filter, args.join(' ')).toEqual(reportFilterSchema.parse(said))
    expect(one.totals.rows, args.join(' ')).toBeLessThan(all.rows)
    if (rows !== null) expect(one.totals.rows, args.join(' ')).toBe(rows)
    // The days are proven whatever is left out of them.
    expect(one.completeness.complete).toBe(true)
  }
})

test('a category is the catalog’s, which is brought for it; one that it does not have is refused', async () => {
  const refused = await report('--category', 'x9')
  expect(refused).toMatchObject({ code: 2, out: '' })
  const [, id = '', name = ''] =
    /«--category x9»[^:]+: none, (\S+) \(([^)]+)\)/.exec(refused.err) ?? []
  const { totals, filter } = await answer('--category', id)
  expect(filter?.categoryIds).toEqual([id])
  expect(totals.byCategory.map((one) => one.id)).toEqual([id])
  const rest = await answer('--category', 'none')
  expect(rest.totals.rows).toBeLessThan((await answer()).totals.rows)
  const said = await report('--category', id, '--category', 'none')
  expect(said.err).toContain(`(categoría: ${name}, `)
  // Of a status that no row has, only its number is known.
  const none = await report('--status', 'approved', '--product', 'none')
  expect(none.err).toContain('(estado: APPROVED · producto: ninguno)')
})

test('a product that nobody knows is refused with those of the days', async () => {
  const refused = await report('--product', '424242')
  expect(refused).toMatchObject({ code: 2, out: '' })
  expect(refused.err).toMatch(/«--product 424242»[^:]+: none, \S+ \([^)]+\)/)
})

test('amounts are found as the screen writes them', async () => {
  const { totals } = await answer('--search', '20000')
  for (const text of ['20.000', '$ 20.000', '20,000', '20000.00', '$\u00a020.000,00']) {
    expect([text, (await answer('--search', text)).totals.rows]).toEqual([text, totals.rows])
  }
  expect(totals.rows).toBeGreaterThan(0)
})

test('a filtered report says so on screen, in its file and to a task', async () => {
  const words = 'no es todo lo del periodo'
  const file = join(makeFolder('filtered'), 'v.xlsx')
  const ran = await report('--status', 'APPROVED', '--xlsx', file)
  expect(ran).toMatchObject({ code: 0 })
  expect(ran.out).toMatch(/^Total aprobado de ventas con filtro {2}/)
  expect(ran.err).toMatch(/Con filtro \(estado: \S+\): /)
  expect(ran.err).toContain(words)
  const { Sheets } = read(readFileSync(file))
  const summary = utils.sheet_to_json<string[]>(Sheets['Resumen'] ?? {}, { header: 1 })
  expect(summary.find(([label]) => label === 'Filtro')?.[1]).toMatch(/^Estado: /)
  const rows = utils.sheet_to_json<Record<string, unknown>>(Sheets['Ventas'] ?? {}).slice(0, -1)
  expect(new Set(rows.map((row) => row['Estado'])).size).toBe(1)
  const quiet = await report('--search', 'recarga', '--csv', file.replace('xlsx', 'csv'), '--quiet')
  expect(quiet.out.split('\n')).toHaveLength(2)
  expect(quiet.err).toContain(`Con filtro («recarga»): ${words}`)
})

test.each([
  [['sales', '--status', 'DONE']],
  [['sales', '--status', '']],
  [['sales', '--product', '']],
  [['sales', '--category', ' ']],
  [['sales', '--search', ' ']],
  [['sales', '--search', '%']],
  [['sales', '--xlsx', 'wrong.csv']],
  [['sales', '--csv', 'wrong.xlsx']],
  [['buys', '--product', '10000']],
  [['buys', '--category', 'none']],
  // A filter is one report's own.
  [['--status', 'APPROVED']],
  [['--unreadable']],
])('report %j cannot be understood', (args) => {
  const line = () => parseCommandLine(['report', ...args, ...month], {})
  expect(() => reportOptions(line(), Date.parse('2026-11-21T12:00:00Z'))).toThrow(UsageError)
})

test('purchases are filtered by what the window filters them by', () => {
  const args = ['buys', ...month, '--status', 'PENDING', '--search', '77', '--unreadable']
  const line = parseCommandLine(['report', ...args], {})
  const { kinds, filter } = reportOptions(line, Date.parse('2026-11-21T12:00:00Z'))
  expect(kinds).toEqual(['buys'])
  expect(filter).toEqual({
    statusIds: ['1'],
    productIds: [],
    categoryIds: [],
    unreadable: true,
    text: '77',
  })
})

test('a file without an ending gets its own', () => {
  const line = parseCommandLine(['report', 'sales', ...month, '--csv', '/tmp/{month}'], {})
  expect(reportOptions(line, Date.parse('2026-11-21T12:00:00Z')).file?.path).toMatch(
    /2026-10\.csv$/,
  )
})

test('days that have not come are refused, by the service’s clock', async () => {
  const own = await startSandbox({ token: 't' })
  const at = ['--base-url', own.url, '--data-dir', dataDir, '--strict']
  const ask = async (now: string, ...days: string[]) => {
    own.control.changeClock({ now })
    let err = ''
    const streams = { out: () => undefined, err: (text: string) => void (err += text) }
    const env = { LANG: 'es_CO', MOSTRADOR_TOKEN: 't' }
    const code = await run(['report', 'sales', ...days, ...at], env, streams)
    return { code, err }
  }
  const now = '2026-11-22T12:00:00-05:00'
  for (const days of [
    ['--from', '2026-12-10', '--to', '2026-12-12'],
    ['--from', '2026-11-20', '--to', '2026-12-05'],
    ['--month', '2027-03'],
  ]) {
    const ran = await ask(now, ...days)
    expect([ran.code, days], ran.err).toEqual([2, days])
    expect(ran.err).toContain('todavía no han llegado. Hoy es 2026-11-22')
  }
  const ahead = await ask('2027-03-01T12:00:00-05:00', '--month', '2027-03')
  expect(ahead.err).not.toContain('todavía')
  await own.close()
})
