import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createReports } from '../../electron/features/reports/reports.ts'
import { createMerchantService } from '../../electron/service/client.ts'
import type { MerchantService } from '../../electron/service/service.ts'
import { openCache } from '../../electron/store/cache/cache.ts'
import { startSandbox, type Sandbox } from '../../sandbox/http/server.ts'
import type { Profile } from '../../shared/contract/connection.ts'
import { reportFilterSchema, type ReportRange } from '../../shared/contract/reports.ts'
import { listDays } from '../../shared/domain/time/range.ts'
import { openSmallDisk } from '../simulation/small-disk.ts'
import { makeFolder } from '../folders.ts'
import { ledgerLines, workbookLines } from './sale-lines.ts'
import { profileSample } from '../../shared/contract/testing/profile-sample.ts'

// Whatever cuts a report or an export short, and wherever: the next run completes the ledger and the file.

const range: ReportRange = { kind: 'sales', from: '2026-10-01', to: '2026-10-31' }
const days = listDays(range)
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
  const timeouts = { connect: 60_000, list: 60_000, retryPause: 1 }
  service = createMerchantService({ profile: profile(), token: () => sandbox.token, timeouts })
})
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

const truth = () => ledgerLines(sandbox, range)
const listRequests = () => sandbox.control.requests().operations['listTransactions']?.requests ?? 0

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
  expect(workbookLines(file)).toEqual(truth())
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
  await expect.poll(() => listRequests(), { interval: 1 }).toBeGreaterThan(6)
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
  expect(workbookLines(file)).toEqual(truth())
})
