import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inMemory, makeFolder } from '../../tests/folders.ts'
import { run } from './run.ts'

/** What cannot be understood is answered before anything is opened. */
async function cli(args: string[], LANG = 'es_CO') {
  const ran = { out: '', err: '' }
  const streams = {
    out: (text: string) => void (ran.out += text),
    err: (text: string) => void (ran.err += text),
  }
  const code = await run(args, { LANG }, streams)
  return { ...ran, code }
}

test.each([
  [[]],
  [['balanc']],
  [['constructor']],
  [['balance', 'extra']],
  [['balance', '--wait', '3']],
  [['sell', '10000', '--yes', '--wait', 'soon']],
  [['quote', '10000', '--set', 'amount']],
  [['quote', '10000', '--set', 'a=1', '--set', 'a=2']],
  [['journal', '--state', 'SOLD']],
  [['report', 'sales', '--from', '2026-02-30', '--to', '2026-03-01']],
  [['report', 'rents', '--from', '2026-02-01', '--to', '2026-03-01']],
  [['report', '--month', '2026-13', '--xlsx', 'x.xlsx']],
  [['report', 'sales', '--month', '2026-10', '--search', '%']],
  [['catalog', '--search', '-_-']],
  [['report', '--month', '2026-10', '--xlsx', 'wrong.csv']],
  [['report', 'sales', '--month', '2026-10', '--csv', 'wrong.xlsx']],
  [['report', '--month', '--xlsx', 'x.xlsx']],
  [['report', '--month', '2026-10', '--from', '2026-10-01', '--xlsx', 'x.xlsx']],
  [['report', '--month', '2026-10', '--csv', 'x.csv']],
  [['report', 'sales', '--month', '2026-10', '--quiet']],
  [['report', 'sales', '--month', '2026-10', '--csv', 'x.csv', '--separator', 'dot']],
  [['payers', '--year', '2026', '--out', 'wrong.xlsx']],
  [['balance', '--country', 'CO']],
  [['balance', '--token', 'secret']],
])('%j is answered in two lines at most, with 2', async (args) => {
  const ran = await cli(args)
  expect([ran.code, ran.out]).toEqual([2, ''])
  expect(ran.err).toMatch(/^([^\n]+\n){1,2}$/)
  expect(ran.err).toMatch(/[^?]\. Vea --help\.\n$|\.\nVea --help\.\n$/)
  const json = await cli([...args, '--json'])
  expect(json.code).toBe(2)
  expect(JSON.parse(json.out)).toMatchObject({ error: { code: 'BAD_INPUT' } })
})

test('it says what was given and what may be', async () => {
  const said = async (...args: string[]) => (await cli(args)).err
  const english = await cli(['journal', '--state', 'SOLD'], 'en')
  expect(english.err).toMatch(/^“--state SOLD” cannot be understood\. It may be: PREPARED, /)
  expect(await said('sell', '10000', '--yes', '--wait', 'soon')).toContain('«--wait soon»')
  expect(await said('report', '--month', '2026-10', '--status', 'DONE')).toContain('APPROVED')
  expect(await said('report', '--month', '2026-10', '--unreadable')).toContain('«report sales»')
  expect(await said()).toMatch(/^Falta COMMAND: balance, /)
})

test('a folder that is not there is said, not made', async () => {
  const folder = join(makeFolder('cli-mistakes', inMemory), 'nowhere')
  const ran = await cli(['day', '--data-dir', folder])
  expect([ran.code, ran.out]).toEqual([2, ''])
  expect(ran.err).toContain(folder)
  expect(existsSync(folder)).toBe(false)
})

test('help is of all commands, or of one', async () => {
  const all = await cli(['help'])
  expect([all.code, (await cli(['--help'])).out]).toEqual([0, all.out])
  expect(all.out).toContain('restore-copy FOLDER')
  const one = await cli(['report', '--help'])
  expect(one.out).toContain('--registers all|NAME')
  expect(one.out).not.toContain('restore-copy')
  for (const asked of [
    ['help', 'report'],
    ['--data-dir', '/x', 'report', '--help'],
  ])
    expect((await cli(asked)).out).toBe(one.out)
})
