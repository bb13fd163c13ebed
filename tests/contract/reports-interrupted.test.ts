import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { read, utils } from 'xlsx'
import { createReports } from '../../electron/features/reports/reports.ts'
import { createMerchantService } from '../../electron/service/client.ts'
import type { MerchantService } from '../../electron/service/service.ts'
import { openCache } from '../../electron/store/cache/cache.ts'
import { startSandbox, type Sandbox } from '../../sandbox/http/server.ts'
import type { Profile } from '../../shared/contract/connection.ts'
import { reportFilterSchema, type ReportRange } from '../../shared/contract/reports.ts'
import { decimalFromMinor } from '../../shared/domain/money/money.ts'
import { listDays } from '../../shared/domain/time/range.ts'
import { openSmallDisk } from '../simulation/small-disk.ts'
import { makeFolder } from '../folders.ts'
import { profileSample } from '../../shared/contract/testing/profile-sample.ts'

// Whatever cuts a report or an export short, and wherever: the next run completes the ledger and the file.

const house = fileURLToPath(new URL('../..', import.meta.url))
const range: ReportRange = { kind: 'sales', from: '2026-10-01', to: '2026-10-31' }
const days = listDays(range)
const folder = makeFolder('cut')
let sandbox: Sandbox
/** One client for all: the thread that reads its large answers starts once. */
let service: MerchantService

beforeAll(async () => {
  sandbox = await startSandbox({
    seed: '11',
    historyFrom: range.from,
    historyTo: range.to,
    salesPerDay: 420,
  })
  const timeouts = { connect: 10_000, list: 20_000, retryPause: 1 }
  service = createMerchantService({ profile: profile(), token: () => sandbox.token, timeouts })
}, 60_000)
beforeEach(() => {
  sandbox.control.clearFaults()
  sandbox.control.clearRequests()
})
afterAll(async () => {
  await service.close()
  await sandbox.close()
})

const profile = (): Profile =>
  profileSample({
    id: 'cut',
    name: 'Tienda',
    country: 'CO',
    baseUrl: sandbox.url,
    sandbox: true,
  })

const truth = () =>
  sandbox.ledger
    .transactions(range)
    .map(({ id, amount, createdAt }) => `${id} ${decimalFromMinor(amount)} ${createdAt}`)
    .toSorted()
const listRequests = () => sandbox.control.requests().operations['listTransactions']?.requests ?? 0

/** What a program that is not ours reads in the workbook. */
function rowsIn(path: string): string[] {
  const { Sheets, SheetNames } = read(readFileSync(path))
  const name = SheetNames.find((one) => one === 'Ventas') ?? ''
  const rows = utils.sheet_to_json<Record<string, unknown>>(Sheets[name] ?? {})
  return rows
    .filter((row) => /^\d+$/.test(String(row['Id'])) && typeof row['Fecha y hora'] === 'number')
    .map((row) => {
      // A date in a sheet is days since 1899-12-30, in a fraction: the second is the nearest one.
      const second = Math.round((Number(row['Fecha y hora']) - 25_569) * 86_400) * 1000
      const time = new Date(second).toISOString().slice(0, 19).replace('T', ' ')
      return `${String(row['Id'])} ${String(row['Valor COP'])} ${time}`
    })
    .toSorted()
}

describe('the command line, killed', () => {
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

  /** Runs it and kills it as soon as `isTime`; false when it ended before. */
  async function killWhen(dataDir: string, file: string, isTime: (err: string) => boolean) {
    const { child, err } = report(dataDir, file)
    let isOver = false
    const over = ended(child).then(() => (isOver = true))
    while (!isOver && !isTime(err())) await new Promise((resolve) => setTimeout(resolve, 1))
    const wasKilled = !isOver && child.kill('SIGKILL')
    await over
    return wasKilled
  }

  test('in the middle of gathering and of writing: the next run has it all, and no half workbook is left', async () => {
    const dataDir = join(folder, 'killed')
    const out = join(folder, 'killed-out')
    mkdirSync(out, { recursive: true })
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
    expect(await killWhen(dataDir, file, isWriting)).toBe(true)
    expect(readdirSync(out)).not.toContain('octubre.xlsx')

    const whole = report(dataDir, file)
    expect(await ended(whole.child), whole.err()).toBe(0)
    expect(rowsIn(file)).toEqual(truth())
    // An older workbook is untouched by a kill in the middle of writing it anew.
    const before = readFileSync(file)
    const temporary = () => readdirSync(out).filter((name) => name.endsWith('.tmp')).length
    const left = temporary()
    expect(await killWhen(dataDir, file, () => temporary() > left)).toBe(true)
    expect(readFileSync(file).equals(before)).toBe(true)
  })
})

/** The reports feature over a cache.db in a folder. */
function open(dataDir: string, now: () => number = Date.now) {
  const cache = openCache(join(dataDir, 'cache.db'))
  const { handlers, close } = createReports({
    cache,
    profile,
    service: () => service,
    now,
    emit: () => undefined,
    mustBeApproved: () => undefined,
    decimalSign: () => 'comma',
    maySeeCommissions: () => true,
  })
  return {
    gather: () => handlers['reports.gather']({ ...range, jobId: 'gather' }),
    completeness: () => handlers['reports.completeness'](range),
    export: (path: string) =>
      handlers['reports.export']({
        ...range,
        path,
        filter: reportFilterSchema.parse({}),
        jobId: 'export',
        format: 'xlsx',
        language: 'es',
        kinds: [],
        full: false,
        separator: null,
      }),
    async close() {
      await close()
      cache.close()
    },
  }
}

/** Before the service heard, after it had answered, in the middle of its answer, and half a document as a whole one. */
const cuts = [
  { fault: 'drop-before', how: 'reset' },
  { fault: 'truncated', style: 'content-length' },
  { fault: 'drop-after', how: 'close' },
  { fault: 'truncated', style: 'json' },
] as const

test('the network pulled at any request: what came is kept, read offline, and completed later', async () => {
  const dataDir = makeFolder('pulled')
  let proven = 0
  for (let skip = 0; ; skip += 3) {
    const reports = open(dataDir)
    sandbox.control.clearFaults()
    sandbox.control.clearRequests()
    const cut = cuts[(skip / 3) % cuts.length] ?? cuts[0]
    sandbox.control.addFaults({ operation: 'listTransactions', ...cut, skip, count: 99 })
    const outcome = await reports.gather().then(
      () => 'done',
      () => 'cut',
    )
    const state = await reports.completeness()
    // Every cut but the first lets answers through: what they proved is kept, and all from before.
    const kept = days.length - state.missingDays.length
    if (skip === 0) expect(kept).toBe(0)
    else expect(kept).toBeGreaterThan(proven)
    proven = kept
    expect(state.complete).toBe(outcome === 'done')
    await reports.close()
    if (outcome === 'done') break
  }
  const offline = open(dataDir)
  sandbox.control.clearRequests()
  const file = join(dataDir, 'octubre.xlsx')
  await offline.export(file)
  expect(rowsIn(file)).toEqual(truth())
  expect(await offline.completeness()).toMatchObject({ complete: true, missingDays: [] })
  expect(listRequests()).toBe(0)
  await offline.close()
})

const disk = openSmallDisk(24)
afterAll(() => disk?.dispose())

test.skipIf(disk === null)('a disk that fills at any point', async () => {
  const dataDir = join(disk?.folder ?? '', 'data')
  mkdirSync(dataDir)
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (caught: unknown) => JSON.stringify(caught),
    )
  const reports = open(dataDir)
  onTestFinished(() => reports.close())
  // Full from the first row on, and full again in the middle.
  disk?.fill()
  expect(await codeOf(reports.gather())).toContain('DISK_FULL')
  disk?.free()
  sandbox.control.addFaults({ operation: 'listTransactions', fault: 'latency', ms: 20, count: 999 })
  const half = codeOf(reports.gather())
  await expect.poll(() => listRequests(), { interval: 1, timeout: 30_000 }).toBeGreaterThan(6)
  disk?.fill()
  expect(await half).toContain('DISK_FULL')
  const state = await reports.completeness()
  expect(state.complete).toBe(false)
  disk?.free()
  expect(await reports.gather()).toMatchObject({ complete: true })
  // And while the file is written: no half workbook, the ledger as it was.
  const file = join(dataDir, 'octubre.xlsx')
  disk?.fill()
  expect(await codeOf(reports.export(file))).toContain('DISK_FULL')
  expect(readdirSync(dataDir).filter((name) => /xlsx|tmp$/.test(name))).toEqual([])
  disk?.free()
  await reports.export(file)
  expect(rowsIn(file)).toEqual(truth())
})
