import { fork } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { request } from 'undici'
import { z } from 'zod'
import { gather } from '../electron/features/reports/gather/gather.ts'
import { createMerchantService } from '../electron/service/client.ts'
import { openCache } from '../electron/store/cache/cache.ts'
import type { Profile } from '../shared/contract/connection.ts'
import { listDays, type DayRange } from '../shared/domain/time/range.ts'
import { makeFolder, removeFolder } from '../tests/folders.ts'
import { machine, median, table, timed, type Result } from './measure.ts'
import { profileSample } from '../shared/contract/testing/profile-sample.ts'

/**
 * Bringing a month of 25,000 sales from the sandbox, which runs as a process of its own, against a bare loop over the
 * same windows: a request, its body, JSON.parse, and the next one.
 */
const rounds = 7
const month: DayRange = { from: '2026-10-01', to: '2026-10-31' }
/** No day at the cap, the busiest just below it. */
const perDay = listDays(month).map((_, day) => (day === 14 ? 999 : 712 + ((day * 61) % 181)))
const short = 25_000 - perDay.reduce((sum, count) => sum + count, 0)
const counts = perDay.map((count, day) =>
  day === 14 ? count : count + Math.floor(short / 30) + (day === 0 ? short % 30 : 0),
)

/** The fewest windows of whole days below the cap. */
function leastWindows(): number {
  let [windows, rows] = [1, 0]
  for (const count of counts) {
    if (rows + count >= 1000) [windows, rows] = [windows + 1, 0]
    rows += count
  }
  return windows
}

const folder = makeFolder('gather')
const child = fork(fileURLToPath(new URL('./sandbox-child.ts', import.meta.url)))
const sandbox = await new Promise<{ url: string; token: string }>((resolve, reject) => {
  child.once('message', (told) => {
    resolve(z.object({ url: z.string(), token: z.string() }).parse(told))
  })
  child.once('exit', () => reject(new Error('the sandbox ended')))
  child.send({
    month,
    busyDays: Object.fromEntries(listDays(month).map((day, i) => [day, counts[i]])),
  })
})

const profile: Profile = profileSample({
  id: 'bench',
  name: 'Bench',
  country: 'CO',
  baseUrl: sandbox.url,
  sandbox: true,
})
const service = createMerchantService({ profile, token: () => sandbox.token })

type Window = [dateStart: string, dateEnd: string]

/** Gathers the month into a new ledger; answers the windows that it asked for, and how long it took. */
async function gatherMonth(round: number): Promise<{ asked: Window[]; took: number }> {
  const db = openCache(join(folder, `${round}.db`))
  const asked: Window[] = []
  const begun = performance.now()
  await gather({
    db,
    list: (from, to, signal) => {
      asked.push([from, to])
      return service.list('sales', from, to, signal)
    },
    now: Date.now,
    profileId: 'bench',
    kind: 'sales',
    range: month,
    signal: new AbortController().signal,
    progress: () => undefined,
  })
  const took = performance.now() - begun
  db.close()
  return { asked, took }
}

async function bareLoop(windows: readonly Window[]): Promise<void> {
  for (const [dateStart, dateEnd] of windows) {
    const answer = await request(`${sandbox.url}/api/v1/transactions/list`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ data: { typeReport: 'sales', dateStart, dateEnd } }),
    })
    JSON.parse(await answer.body.text())
  }
}

try {
  // Both once unmeasured: connections and compiled code.
  const { asked: windows } = await gatherMonth(0)
  await bareLoop(windows)
  const [gathers, bares]: [number[], number[]] = [[], []]
  for (let round = 1; round <= rounds; round += 1) {
    bares.push(await timed(() => bareLoop(windows)))
    gathers.push((await gatherMonth(round)).took)
  }
  const [ours, bare, least] = [median(gathers), median(bares), leastWindows()]
  const most = 1.4 * least + 2
  const results: Result[] = [
    {
      name: 'gathering a month of 25,000 rows, against a bare loop over the same windows',
      value: `${(ours / bare).toFixed(2)} x (${ours.toFixed(0)} ms / ${bare.toFixed(0)} ms)`,
      target: '1.3 x',
      met: ours / bare <= 1.3,
    },
    {
      name: 'requests for it',
      value: `${windows.length}; at least ${least} are needed`,
      target: `${most.toFixed(1)}`,
      met: windows.length <= most,
    },
  ]
  process.stdout.write(`${table(results)}\n\n${machine()}\n`)
} finally {
  child.removeAllListeners('exit')
  child.kill()
  await service.close()
  await removeFolder(folder)
}
