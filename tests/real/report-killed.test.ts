import { spawn, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSandbox, type Sandbox } from '../../sandbox/http/server.ts'
import type { ReportRange } from '../../shared/contract/reports.ts'
import { ledgerLines, workbookLines } from '../contract/sale-lines.ts'
import { makeFolder } from '../folders.ts'

// The command line's report, killed wherever it is: the next run completes the ledger and the file.

const house = fileURLToPath(new URL('../..', import.meta.url))
const range: ReportRange = { kind: 'sales', from: '2026-10-01', to: '2026-10-31' }
let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await startSandbox({
    seed: '11',
    historyFrom: range.from,
    historyTo: range.to,
    salesPerDay: 420,
  })
})
afterAll(() => sandbox.close())

const listRequests = () => sandbox.control.requests().operations['listTransactions']?.requests ?? 0

function report(dataDir: string, file: string): { child: ChildProcess; err: () => string } {
  const child = spawn(
    process.execPath,
    [
      ...['electron/cli.ts', 'report', 'sales', '--from', range.from, '--to', range.to],
      ...['--xlsx', file, '--base-url', sandbox.url, '--country', 'CO', '--data-dir', dataDir],
    ],
    {
      cwd: house,
      env: { ...process.env, LANG: 'es_CO', MOSTRADOR_TOKEN: sandbox.token },
    },
  )
  let err = ''
  child.stderr.on('data', (data: Buffer) => (err += data.toString()))
  return { child, err: () => err }
}
const ended = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))

/** Runs it and kills it as soon as `isTime`; false when it was done before, as where this process is late to see that. */
async function killWhen(dataDir: string, file: string, isTime: () => boolean) {
  const { child, err } = report(dataDir, file)
  let isOver = false
  const over = ended(child).finally(() => (isOver = true))
  while (!isOver && !isTime()) await new Promise((resolve) => setTimeout(resolve, 1))
  child.kill('SIGKILL')
  // What was killed has no exit code; what ended by itself has done its work.
  const code = await over
  if (code !== null) expect(code, err()).toBe(0)
  return code === null
}

test('in the middle of gathering and of writing: the next run has it all, and no half workbook is left', async () => {
  const dataDir = makeFolder('killed')
  const out = makeFolder('killed-out')
  const file = join(out, 'octubre.xlsx')
  // Each answer takes a moment, so that a kill finds the program at work.
  sandbox.control.addFaults({
    operation: 'listTransactions',
    fault: 'latency',
    ms: 8,
    count: 999,
  })
  let killed = 0
  for (const requests of [1, 2, 5, 9]) {
    sandbox.control.clearRequests()
    if (await killWhen(dataDir, file, () => listRequests() >= requests)) killed += 1
  }
  expect(killed).toBe(4)
  const isWriting = () => readdirSync(out).some((name) => name.endsWith('.tmp'))
  while (!(await killWhen(dataDir, file, isWriting))) rmSync(file)
  expect(readdirSync(out)).not.toContain('octubre.xlsx')

  const whole = report(dataDir, file)
  expect(await ended(whole.child), whole.err()).toBe(0)
  expect(workbookLines(file)).toEqual(ledgerLines(sandbox, range))
  // An older workbook is untouched by a kill in the middle of writing it anew.
  const temporary = () => readdirSync(out).filter((name) => name.endsWith('.tmp')).length
  const left = temporary()
  let before: Buffer
  do before = readFileSync(file)
  while (!(await killWhen(dataDir, file, () => temporary() > left)))
  expect(readFileSync(file).equals(before)).toBe(true)
})
