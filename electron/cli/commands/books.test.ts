import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startSandbox } from '../../../sandbox/http/server.ts'
import { chartSchema } from '../../../shared/domain/books/chart.ts'
import { serviceDay } from '../../../shared/domain/time/dates.ts'
import { suggestedAccounts } from '../../../shared/domain/books/suggestions.ts'
import { inMemory, makeFolder } from '../../../tests/folders.ts'
import { openJournal } from '../../store/journal/open-journal.ts'
import { run } from '../run.ts'

const month = ['--month', '2026-10']
let sandbox: Awaited<ReturnType<typeof startSandbox>>
let dataDir: string
beforeAll(async () => {
  const october = { historyFrom: '2026-10-01', historyTo: '2026-10-31', salesPerDay: 2 }
  sandbox = await startSandbox({ token: 't', ...october })
  dataDir = makeFolder('cli-books', inMemory)
})
afterAll(() => sandbox.close())

/** What a command answers and says. */
async function cli(...args: string[]) {
  const said = { out: '', err: '' }
  const streams = {
    out: (text: string) => void (said.out += text),
    err: (text: string) => void (said.err += text),
  }
  const at = ['--base-url', sandbox.url, '--data-dir', dataDir]
  const code = await run([...args, ...at], { LANG: 'es_CO', MOSTRADOR_TOKEN: 't' }, streams)
  return { code, ...said }
}
const found = z.object({
  close: z.object({ number: z.int(), reason: z.string() }).nullable(),
  totals: z.array(z.object({ debit: z.int(), credit: z.int() })),
})

test('a month is looked at, closed and taken along, each again the same', async () => {
  const looked = await cli('entries', ...month)
  expect([looked.code, looked.out.split('\n')[0]], looked.err).toEqual([0, '2026-10: abierto'])
  expect(looked.err).toContain('sin cuenta: Saldo con el proveedor')
  const unmapped = await cli('close', ...month)
  expect([unmapped.code, unmapped.err.includes('plan de cuentas')]).toEqual([1, true])
  expect(unmapped.err).toContain('sin cuenta: Saldo con el proveedor')
  const early = await cli(
    'entries',
    ...month,
    '--format',
    'hledger',
    '--out',
    join(dataDir, '..', 'x'),
  )
  expect([early.code, early.err.includes('no está cerrado')]).toEqual([1, true])

  const journal = openJournal(dataDir)
  const name = createHash('sha256').update(`CO ${sandbox.url}`).digest('hex').slice(0, 12)
  journal.books.setChart(`cli-${name}`, chartSchema.parse({ lines: suggestedAccounts.CO }), 1)
  journal.close()
  const closed = await cli('close', ...month, '--json')
  expect(closed.code, closed.err).toBe(0)
  const { close, totals } = found.parse(JSON.parse(closed.out))
  expect(close).toEqual({ number: 1, reason: '' })
  const sum = (side: 'debit' | 'credit') => totals.reduce((all, one) => all + one[side], 0)
  expect(sum('debit')).toBe(sum('credit'))

  const folder = makeFolder('cli-books-out', inMemory)
  const write = async (name: string) => {
    const path = join(folder, name)
    const ran = await cli('entries', ...month, '--format', 'hledger', '--out', path)
    expect(ran).toEqual({ code: 0, out: `${path}\n`, err: '' })
    return readFileSync(path, 'utf8')
  }
  const first = await write('a.journal')
  expect(first).toMatch(/^; Mostrador 2026-10\n/)
  expect(await write('b.journal')).toBe(first)
})

test('the yearly list of payers is brought and written, by who may, and only of what can be understood', async () => {
  const path = join(makeFolder('cli-payers', inMemory), 'payers.csv')
  const year = serviceDay(Date.now()).slice(0, 4)
  const asked = ['payers', '--year', year, '--out', path]
  for (const wrong of [
    ['payers', '--out', path],
    ['payers', '--year', '26', '--out', path],
    ['payers', '--year', '2026'],
    [...asked, '--least', 'mil'],
    [...asked, '--least', '-1'],
  ]) {
    expect((await cli(...wrong)).code, wrong.join(' ')).toBe(2)
  }
  const written = await cli(...asked, '--least', '500000', '--json')
  // Of a year that runs the newest days may still get sales: today, wherever in the year that is.
  const said = z.object({ unproven: z.int() }).loose().parse(JSON.parse(written.out))
  expect(said).toMatchObject({ path, payers: 0, unreadable: 0 })
  expect(said.unproven).toBeGreaterThan(0)
  expect(written.code, written.err).toBe(16)
  expect(written.err).toContain('Nadie figura con su documento')
  expect(readFileSync(path, 'utf8')).toContain('Tipo de documento')
})
