import { spawn } from 'node:child_process'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { request } from 'undici'
import { z } from 'zod'
import { makeFolder } from '../tests/folders.ts'

const MAIN = join(import.meta.dirname, 'main.ts')
const children: ChildProcessWithoutNullStreams[] = []

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

function run(args: string[]) {
  const child = spawn(process.execPath, [MAIN, ...args])
  children.push(child)
  const text = { out: '', err: '' }
  child.stdout.on('data', (part: Buffer) => (text.out += part.toString()))
  child.stderr.on('data', (part: Buffer) => (text.err += part.toString()))
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.on('close', (code, signal) => {
      resolve({ code, signal })
    }),
  )
  return { child, text, ended }
}

async function ready(args: string[]) {
  const process = run(args)
  await expect.poll(() => process.text.out).toContain('\n')
  const line = z
    .strictObject({ url: z.url(), token: z.string().min(1) })
    .parse(JSON.parse(process.text.out))
  return { ...process, ...line }
}

async function business({ url, token }: { url: string; token: string }) {
  const reply = await request(`${url}/api/v1/commerces/getBusiness`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{"data":{}}',
  })
  return z
    .object({
      data: z.object({ Business: z.object({ balance: z.number(), profits: z.number() }) }),
    })
    .parse(await reply.body.json()).data.Business
}

describe('the command', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'prints one line when ready; %s ends it',
    async (signal) => {
      const sandbox = await ready(['--port', '0', '--token', 'T', '--balance', '1234.50'])
      expect(sandbox.token).toBe('T')
      expect(new URL(sandbox.url).hostname).toBe('127.0.0.1')
      expect((await business(sandbox)).balance).toBe(1234.5)
      sandbox.child.kill(signal)
      expect(await sandbox.ended).toEqual({ code: 0, signal: null })
      expect(sandbox.text.out.trim().split('\n')).toHaveLength(1)
      expect(sandbox.text.err).toBe('')
    },
  )

  it('takes every option of the history, a data folder and settings', async () => {
    const data = makeFolder('sandbox')
    const sandbox = await ready(
      `--data ${data} --seed abc --history-from 2026-10-01 --history-to 2026-10-03 --sales-per-day 4
       --busy-day 2026-10-02:30 --busy-day 2026-10-03:0 --currency USD --status-seconds 0
       --set slowSeconds=9 --set endDate=exclusive --set notFound=404
       --set cap=5 --set numbersAsStrings=false`.split(/\s+/),
    )
    const headers = { authorization: `Bearer ${sandbox.token}` }
    const get = async (path: string) =>
      (await request(`${sandbox.url}/_control/${path}`, { headers })).body.json()
    expect(await get('settings')).toMatchObject({
      endDate: 'exclusive',
      notFound: '404',
      cap: 5,
      statusSeconds: 0,
      slowSeconds: 9,
    })
    const ledger = z
      .object({ currency: z.string(), transactions: z.array(z.unknown()) })
      .parse(await get('ledger?kind=sales'))
    expect([ledger.currency, ledger.transactions.length]).toEqual(['USD', 34])
    sandbox.child.kill('SIGTERM')
    await sandbox.ended
    expect(readdirSync(data)).toContain('sandbox.db')
  })

  it('ends with its parent when asked to', async () => {
    const sandbox = await ready(['--exit-with-parent'])
    sandbox.child.stdin.end()
    expect((await sandbox.ended).code).toBe(0)
  })

  it('shows every option with --help', async () => {
    const { text, ended } = run(['--help'])
    expect((await ended).code).toBe(0)
    for (const option of [
      'port data token currency balance seed history-from history-to sales-per-day busy-day',
      'status-seconds set exit-with-parent help',
    ].flatMap((line) => line.split(' ')))
      expect(text.out).toContain(`--${option}`)
  })

  it('refuses a bad option with 2 and says which', async () => {
    const { text, ended } = run(['--port', '70000'])
    expect((await ended).code).toBe(2)
    expect(text.err).toContain('port')
    expect(text.out).toBe('')
  })

  it('says that the port is taken', async () => {
    const sandbox = await ready([])
    const { text, ended } = run(['--port', new URL(sandbox.url).port])
    expect((await ended).code).toBe(1)
    expect(text.err).toContain('EADDRINUSE')
  })
})
