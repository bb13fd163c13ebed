import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { read, utils } from 'xlsx'
import { z } from 'zod'
import { startSandbox, type Sandbox } from '../../sandbox/http/server.ts'
import { hashPin } from '../features/people/pin.ts'
import { openJournal } from '../store/journal/open-journal.ts'
import { readRecovery, writeRecovery } from '../store/recovery/recovery-note.ts'
import { inMemory, makeFolder } from '../../tests/folders.ts'
import { steadyPort } from '../../tests/steady-port.ts'
import { run } from './run.ts'
import { noCashLimits } from '../../shared/domain/people/cash-limits.ts'

const house = fileURLToPath(new URL('../..', import.meta.url))
let dataDir: string
let service: Sandbox

beforeAll(async () => {
  dataDir = makeFolder('cli', inMemory)
  service = await startSandbox({ historyFrom: '2026-10-01', settings: { statusSeconds: 0 } })
})
afterAll(() => service.close())

interface Ran {
  code: number | null
  out: string
  err: string
}

interface Given {
  env?: Record<string, string>
  /** Without the options of the service and the data folder. */
  bare?: boolean
}

/** What a script gives: arguments and variables. */
function given(args: string[], { env, bare }: Given) {
  const at = ['--base-url', service.url, '--country', 'CO', '--data-dir', dataDir]
  return {
    argv: bare ? args : [...args, ...at],
    env: { LANG: 'es_CO', MOSTRADOR_TOKEN: service.token, ...env },
  }
}

/** The command line in this process: what the program runs, with its arguments, variables and streams. */
async function cli(args: string[], options: Given = {}): Promise<Ran> {
  const { argv, env } = given(args, options)
  const ran: Ran = { code: null, out: '', err: '' }
  const streams = {
    out: (text: string) => void (ran.out += text),
    err: (text: string) => void (ran.err += text),
  }
  const code = await run(argv, env, streams)
  return { ...ran, code }
}

/** The program itself, as a script runs it: half a second, so for what only a process of its own shows. */
function program(args: string[], options: Given = {}) {
  const { argv, env } = given(args, options)
  const child = spawn(process.execPath, ['electron/cli.ts', ...argv], {
    cwd: house,
    env: { ...process.env, ...env },
  })
  const ran: Ran = { code: null, out: '', err: '' }
  child.stdout.on('data', (data: Buffer) => (ran.out += data.toString()))
  child.stderr.on('data', (data: Buffer) => (ran.err += data.toString()))
  return new Promise<Ran>((resolve) => child.once('close', (code) => resolve({ ...ran, code })))
}

const saleOf = (ran: Ran) =>
  z.object({ id: z.string(), state: z.string() }).parse(JSON.parse(ran.out))
const errorOf = (ran: Ran) =>
  z.object({ error: z.object({ code: z.string() }) }).parse(JSON.parse(ran.out)).error.code
const bearerOf = ({ authorization = '' }: IncomingHttpHeaders) => ({ authorization })
const topUp = ['10000', '--set', 'customerCellphone=3001234567', '--set']

test('where people work a sale is a cashier’s, who proves it by PIN, and stands in the trail', async () => {
  const folder = makeFolder('cli-people', inMemory)
  const journal = openJournal(folder)
  const ana = { id: 'Ana', name: 'Ana', role: 'cashier', rights: ['sell'] } as const
  const line = { at: 1, person: null, action: 'people.created', subject: 'Ana' }
  const pinHash = await hashPin('2468', 16)
  journal.people.put({ ...ana, limits: noCashLimits, active: true, createdAt: 1, pinHash }, line)
  journal.close()
  const asked = ['sell', ...topUp, 'amount=4000', '--yes', '--json', '--base-url', service.url]
  const sell = (cashier: string[], pin = '2468') =>
    cli([...asked, '--data-dir', folder, ...cashier], { bare: true, env: { MOSTRADOR_PIN: pin } })
  const nobody = await sell([])
  expect([nobody.code, errorOf(nobody)]).toEqual([2, 'BAD_INPUT'])
  expect(nobody.err).toContain('--cashier')
  expect(errorOf(await sell(['--cashier', 'ana'], '1111'))).toBe('PIN_WRONG')
  const { id } = saleOf(await sell(['--cashier', 'ana']))
  const after = openJournal(folder)
  expect(after.sale(id)).toMatchObject({ cashier: 'Ana', cashierId: 'Ana' })
  const { entries } = after.trail.page({ start: 0, end: Infinity, personId: null }, 9, 0)
  expect(entries.slice(0, 2)).toMatchObject([
    { action: 'cli.sell', subject: id, person: { name: 'Ana' } },
    { action: 'people.signIn' },
  ])
  after.close()
})

describe('reading', () => {
  test('balance is one JSON document, and nothing else is on standard output', async () => {
    const ran = await program(['balance', '--json'])
    expect(ran).toMatchObject({ code: 0, err: '' })
    expect(JSON.parse(ran.out)).toMatchObject({ balance: { currency: 'COP' } })
  })

  test('catalog searches without accents; product shows its form; quote its value', async () => {
    const [found, product, quoted] = await Promise.all([
      cli(['catalog', '--search', 'recargá clara']),
      cli(['product', '10000']),
      cli(['quote', ...topUp, 'amount=5000', '--json']),
    ])
    expect(found.out, found.err).toMatch(/^10000 .*Recarga Clara/)
    expect(product.out).toContain('customerCellphone')
    expect(JSON.parse(quoted.out)).toMatchObject({ amount: { minor: 500000 }, missing: [] })
    expect(found.out).not.toContain('hidden')
    const refused = await cli([
      'quote',
      '10000',
      '--set',
      'customerCellphone=3001230004',
      '--set',
      'amount=5000',
    ])
    expect([refused.code, refused.err]).toEqual([1, 'El proveedor no tiene valores por pagar\n'])
    const misspelt = await cli(['sell', ...topUp, 'amount=5000', '--set', 'ammount=4', '--yes'])
    const said = 'El formulario no tiene «ammount». Tiene: customerCellphone, amount'
    expect(misspelt).toMatchObject({ code: 2, out: '' })
    expect(misspelt.err).toContain(said)
  })

  test('report brings the month, says its totals and writes the file', async () => {
    const file = join(makeFolder('cli-files'), 'octubre.csv')
    const range = ['--from', '2026-10-01', '--to', '2026-10-31']
    const ran = await cli(['report', 'sales', ...range, '--csv', file, '--json'])
    expect(ran.code).toBe(0)
    const { totals, completeness } = z
      .object({
        totals: z.object({ rows: z.number() }),
        completeness: z.object({ complete: z.boolean() }),
      })
      .parse(JSON.parse(ran.out))
    expect(completeness.complete).toBe(true)
    expect(totals.rows).toBeGreaterThan(300)
    expect(readFileSync(file, 'utf8').trim().split('\n').length).toBeGreaterThan(totals.rows)
    expect(ran.err).toContain('Trayendo 31/31')
  })

  test('report of a month makes the accountant’s workbook, and says only where it is', async () => {
    const file = join(makeFolder('cli-files'), 'Libro {month}.xlsx')
    const ran = await cli(['report', '--month', '2026-10', '--xlsx', file, '--quiet', '--strict'])
    const path = file.replace('{month}', '2026-10')
    expect(ran).toEqual({ code: 0, out: `${path}\n`, err: '' })
    const { SheetNames, Sheets } = read(readFileSync(path))
    expect(SheetNames).toEqual(
      expect.arrayContaining(['Resumen', 'Saldo diario', 'Ventas', 'Compras', 'Auditoría']),
    )
    for (const [name, kind] of [
      ['Ventas', 'sales'],
      ['Compras', 'buys'],
    ] as const) {
      const rows = utils.sheet_to_json<Record<string, unknown>>(Sheets[name] ?? {}).slice(0, -1)
      const shown = rows.map((row) => [row['Id'], Number(row['Valor COP']) * 100].join(' '))
      expect(shown.toSorted()).toEqual(await inLedger(kind))
    }
  })

  test('last month is the month before the service’s, whatever this computer’s clock says', async () => {
    const own = await startSandbox({ token: 't' })
    onTestFinished(() => own.close())
    own.control.changeClock({ now: '2027-03-01T00:10:00-05:00' })
    const file = join(makeFolder('cli-files'), '{month}.csv')
    const ran = await cli(
      [
        ...['report', 'sales', '--month', 'last', '--csv', file, '--quiet'],
        ...['--base-url', own.url, '--country', 'CO', '--data-dir', dataDir],
      ],
      { bare: true, env: { MOSTRADOR_TOKEN: own.token } },
    )
    expect(ran).toMatchObject({ code: 0, out: `${file.replace('{month}', '2027-02')}\n` })
  })

  test('both reports say which total is of sales and which of purchases', async () => {
    const ran = await cli(['report', '--month', '2026-10'])
    expect(ran.out).toMatch(
      /^Total aprobado de ventas {2}.*^Todas las filas {2}.*^Total aprobado de compras {2}/ms,
    )
  })

  test('what is stored already is not brought again, and is not said to be', async () => {
    const ran = await cli(['report', 'sales', '--month', '2026-10'])
    expect(ran.err).toBe('')
  })

  test('report separates a CSV as asked', async () => {
    const file = join(makeFolder('cli-files'), 'tab.csv')
    const range = ['--month', '2026-10', '--separator', 'tab']
    const ran = await cli(['report', 'sales', ...range, '--csv', file, '--quiet'])
    expect(ran).toEqual({ code: 0, out: `${file}\n`, err: '' })
    expect(readFileSync(file, 'utf8')).toMatch(/^\uFEFFFecha y hora\tId\tProducto/)
  })
})

/** What the service itself holds of October, as `id amount`; amounts in minor units. */
async function inLedger(kind: 'sales' | 'buys'): Promise<string[]> {
  const query = `kind=${kind}&from=2026-10-01&to=2026-10-31`
  const answer = await fetch(`${service.url}/_control/ledger?${query}`, {
    headers: { Authorization: `Bearer ${service.token}` },
  })
  const { transactions } = z
    .object({ transactions: z.array(z.object({ id: z.number(), amount: z.number() })) })
    .parse(await answer.json())
  expect(transactions.length).toBeGreaterThan(0)
  return transactions.map(({ id, amount }) => `${id} ${amount}`).toSorted()
}

describe('selling', () => {
  test('a draft is sold once, however often it is repeated, and the same sale is refused', async () => {
    const sell = ['sell', ...topUp, 'amount=5000', '--yes', '--json']
    const first = await program([...sell, '--draft', 'turno-1'])
    expect(first.code).toBe(0)
    expect(saleOf(first).state).toBe('APPROVED')
    const second = await cli([...sell, '--draft', 'turno-1'])
    expect(second.code).toBe(0)
    expect(saleOf(second)).toEqual(saleOf(first))
    const another = ['sell', ...topUp, 'amount=6000', '--yes', '--json']
    const other = await cli([...another, '--draft', 'turno-1'])
    expect([other.code, errorOf(other)]).toEqual([1, 'DRAFT_DIFFERS'])
    const scanned = await cli(['sell', ...topUp, 'amount=7702004003508', '--yes', '--json'])
    expect([scanned.code, errorOf(scanned)]).toEqual([1, 'AMOUNT_TOO_LARGE'])
    expect(scanned.err).toContain('código de barras')
    const same = await cli(sell)
    expect([same.code, errorOf(same)]).toEqual([1, 'SAME_SALE_RECENTLY'])
    expect(same.err).toContain('Hace menos de 1\u00a0min')
    expect(same.err).toContain('--again')
    const listed = await cli(['journal', '--state', 'APPROVED', '--json'])
    expect(z.array(z.object({ id: z.string() })).parse(JSON.parse(listed.out))).toHaveLength(1)
  })

  test('an answer that no reader can read is not taken for nothing sent, and the same sale is asked about', async () => {
    const carriedOut: string[] = []
    const between = createServer(async (request, response) => {
      const { url = '', method, headers } = request
      const body = await text(request)
      const init = { method, headers: { ...bearerOf(headers), 'content-type': 'application/json' } }
      const answer = await fetch(
        `${service.url}${url}`,
        method === 'POST' ? { ...init, body } : init,
      )
      const said = await answer.text()
      const isSale = url.endsWith('/transactions/sell')
      if (isSale) carriedOut.push(said)
      const deep = `{"x":${'['.repeat(2_500)}${']'.repeat(2_500)},${said.slice(1)}`
      response.writeHead(answer.status, { 'content-type': 'application/json' })
      response.end(isSale ? deep : said)
    })
    await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void between.close())
    const address = z.object({ port: z.number() }).parse(between.address())
    const at = ['--base-url', `http://127.0.0.1:${address.port}`, '--country', 'CO']
    const sell = ['sell', ...topUp, 'amount=7500', '--yes', '--json', ...at]
    const ask = [...sell, '--data-dir', join(dataDir, 'deep')]
    const first = await cli(ask, { bare: true })
    expect([first.code, saleOf(first).state]).toEqual([0, 'APPROVED'])
    const second = await cli(ask, { bare: true })
    expect([second.code, errorOf(second)]).toEqual([1, 'SAME_SALE_RECENTLY'])
    expect(carriedOut).toHaveLength(1)
  })

  test('a sale that was declined says why, and its line once', async () => {
    service.control.addFaults({ operation: 'sell', fault: 'error500-before', status: 400 })
    const ran = await cli(['sell', ...topUp, 'amount=7500', '--yes'])
    expect([ran.code, ran.out.split('\n').length]).toEqual([12, 2])
    expect(ran.out).toMatch(/^DECLINED /)
    expect(ran.err).not.toContain('DECLINED')
    const reason = z
      .array(z.object({ error: z.object({ params: z.object({ message: z.string() }) }) }))
      .parse(JSON.parse((await cli(['journal', '--state', 'DECLINED', '--json'])).out))[0]
      ?.error.params
    expect(ran.err).toContain(reason?.message)
  })

  test('without waiting it answers 10, and resolve sees it through', async () => {
    // So that the first look finds it waiting still, however late it comes.
    service.control.changeSettings({ statusSeconds: 3_600 })
    onTestFinished(() => void service.control.changeSettings({ statusSeconds: 0 }))
    const sold = await cli(['sell', ...topUp, 'amount=7000', '--yes', '--json', '--wait', '0'])
    expect(sold.code).toBe(10)
    const [entry] = service.ledger.transactions({ _id: saleOf(sold).id })
    service.control.setStatus(entry?.id ?? 0, 'APPROVED')
    const resolved = await cli(['resolve', '--json'])
    expect(resolved.code).toBe(0)
    expect(JSON.parse(resolved.out)).toMatchObject([{ id: saleOf(sold).id, state: 'APPROVED' }])
  })

  test('nothing is sold from a recovered journal until somebody has read of it', async () => {
    const blank = { setAside: ['journal-1'], restoredFrom: null, replayed: 2, unreadable: 0 }
    const note = writeRecovery(dataDir, { phase: 'done', at: Date.now(), ...blank })
    const sold = await cli(['sell', ...topUp, 'amount=9000', '--yes', '--json'])
    expect([sold.code, errorOf(sold)]).toEqual([1, 'JOURNAL_RECOVERED_OPEN'])
    const told = await cli(['resolve', '--json', '--wait', '0'])
    expect(told.err).toContain('Ventas recuperadas de intents.log: 2')
    expect(told.err).toContain('resolve --acknowledge')
    expect(readRecovery(dataDir)).toEqual(note)
    const read = await cli(['resolve', '--json', '--wait', '0', '--acknowledge'])
    expect(read.err).toContain('damaged/journal-1')
    expect(readRecovery(dataDir)).toBeNull()
  })

  test('while the register is open, looking works and selling says so', async () => {
    const register = openJournal(dataDir)
    const [listed, quoted, sold, resolved] = await Promise.all([
      program(['journal', '--json']),
      cli(['quote', ...topUp, 'amount=8000', '--json']),
      program(['sell', ...topUp, 'amount=8000', '--yes', '--json']),
      cli(['resolve', '--json']),
    ])
    register.close()
    expect([listed.code, quoted.code]).toEqual([0, 0])
    expect([sold.code, errorOf(sold)]).toEqual([1, 'REGISTER_ALREADY_OPEN'])
    expect([resolved.code, errorOf(resolved)]).toEqual([1, 'REGISTER_ALREADY_OPEN'])
  })
})

describe('mistakes', () => {
  test('a sale that was not confirmed says what is missing, and not the whole usage', async () => {
    const ran = await cli(['sell', '10000'])
    expect(ran).toEqual({
      code: 2,
      out: '',
      err: 'No se vendió nada: falta --yes, que confirma la venta.\n',
    })
    expect(errorOf(await cli(['sell', '10000', '--json']))).toBe('BAD_INPUT')
  })

  test('without a token it names the variable that holds it', async () => {
    const ran = await cli(['balance', '--json'], { env: { MOSTRADOR_TOKEN: '' } })
    expect([ran.code, errorOf(ran)]).toEqual([1, 'NO_TOKEN'])
    expect(ran.err).toContain('MOSTRADOR_TOKEN')
    expect(ran.out).toContain('MOSTRADOR_TOKEN')
  })

  test('the program itself ends with that code', async () => {
    const ran = await program(['balance', '--token', 'secret'], { bare: true })
    expect([ran.code, ran.out]).toEqual([2, ''])
    expect(ran.err).toMatch(
      /^«--token» no se entiende\. Puede ser: --base-url, .*\.\nVea --help\.\n$/,
    )
  })

  test('errors are said in the language of the system', async () => {
    const wrong = { MOSTRADOR_TOKEN: 'wrong' }
    const [spanish, english] = await Promise.all([
      cli(['balance'], { env: wrong }),
      cli(['balance', '--json'], { env: { ...wrong, LANG: 'en_US.UTF-8' } }),
    ])
    expect(spanish).toMatchObject({ code: 1, out: '' })
    expect(spanish.err).toContain('no acepta el token')
    expect(english.err).toContain('does not accept the access token')
    expect(errorOf(english)).toBe('UNAUTHORIZED')
  })

  test('without a connection it says so', async () => {
    const ran = await cli(['balance', '--data-dir', makeFolder('cli-empty')], { bare: true })
    expect(ran.code).toBe(1)
    expect(ran.err).toContain('Todavía no hay una conexión')
  })
})

describe('a token of another shop at the same address', () => {
  test('does nothing before somebody said whose it is', async () => {
    const port = await steadyPort()
    const first = await startSandbox({ token: 'one', port, settings: { statusSeconds: 0 } })
    const at = ['--base-url', first.url, '--data-dir', join(dataDir, 'shops'), '--json']
    const as = (token: string) => ({ bare: true, env: { MOSTRADOR_TOKEN: token } })
    const sold = await cli(['sell', ...topUp, 'amount=5000', '--yes', ...at], as('one'))
    expect(sold.code).toBe(0)
    await first.close()

    const second = await startSandbox({ token: 'two', port })
    onTestFinished(() => second.close())
    const asked = await cli(['balance', ...at], as('two'))
    expect([asked.code, errorOf(asked)]).toEqual([1, 'SHOP_UNPROVEN'])
    const apart = ['--shop', 'Otra', ...at]
    expect((await cli(['balance', ...apart], as('two'))).code).toBe(0)
    const journal = await cli(['journal', ...apart], as('two'))
    expect(JSON.parse(journal.out)).toEqual([])
    expect((await cli(['balance', ...at, '--same-shop'], as('two'))).code).toBe(0)
    expect((await cli(['balance', ...at], as('two'))).code).toBe(0)
  })
})
