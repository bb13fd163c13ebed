import { afterAll, beforeAll, expect, test } from 'vitest'
import { createReports } from '../../electron/features/reports/reports.ts'
import { createMerchantService } from '../../electron/service/client.ts'
import type { MerchantService } from '../../electron/service/service.ts'
import { openCache } from '../../electron/store/cache/cache.ts'
import { startSandbox, type Sandbox } from '../../sandbox/http/server.ts'
import type { Profile } from '../../shared/contract/connection.ts'
import { reportFilterSchema, type ReportRange } from '../../shared/contract/reports.ts'
import { addDays, serviceDay } from '../../shared/domain/time/dates.ts'
import type { AppError } from '../../shared/errors.ts'
import { profileSample } from '../../shared/contract/testing/profile-sample.ts'

// A day that fills while the register is open: the sandbox's clock runs from morning to night in minutes.

const day = addDays(serviceDay(Date.now()), -1)
const range: ReportRange = { kind: 'sales', from: day, to: day }
const online = { activeId: 'busy', reach: 'online', clockSkewMs: null, lastAnswerAt: null } as const

let sandbox: Sandbox
/** One client for all: the thread that reads its large answers starts once. */
let service: MerchantService
beforeAll(async () => {
  sandbox = await startSandbox({
    historyFrom: addDays(day, -1),
    historyTo: day,
    salesPerDay: 40,
    busyDays: { [day]: 2200 },
    seed: '5',
  })
  service = createMerchantService({ profile: profile(), token: () => sandbox.token })
})
afterAll(async () => {
  await service.close()
  await sandbox.close()
})

const profile = (): Profile =>
  profileSample({
    id: 'busy',
    name: 'Tienda',
    country: 'CO',
    baseUrl: sandbox.url,
    sandbox: true,
  })

/** The reports of a shop whose timers are turned by hand, as the sandbox's clock goes. */
function openShop() {
  const cache = openCache(':memory:')
  const problems: AppError[] = []
  const now = () => Date.parse(sandbox.control.clock().now)
  let timer: { at: number; work: () => void } | null = null
  let asked = 0
  const counted = {
    ...service,
    list: (...how: Parameters<typeof service.list>) => {
      asked += 1
      return service.list(...how)
    },
  }
  const reports = createReports({
    cache,
    profile,
    service: () => counted,
    now,
    emit: () => undefined,
    mustBeApproved: () => undefined,
    decimalSign: () => 'comma',
    maySeeCommissions: () => true,
    onProblem: (error) => problems.push(error),
    after(delay, work) {
      timer = { at: now() + delay, work }
      return () => (timer = null)
    },
  })
  /** Runs the timers that are due until then; each look ends before the clock goes on. */
  async function until(time: string): Promise<void> {
    const end = Date.parse(`${day}T${time}-05:00`)
    while (timer && timer.at <= end) {
      const { at, work } = timer
      timer = null
      sandbox.control.changeClock({ now: new Date(at).toISOString() })
      work()
      await expect.poll(() => timer, { interval: 1 }).not.toBeNull()
    }
    sandbox.control.changeClock({ now: new Date(end).toISOString() })
  }
  return {
    reports,
    problems,
    until,
    asked: () => asked,
    pending: () => timer !== null,
    async close() {
      await reports.close()
      cache.close()
    },
  }
}

test.each([
  ['newest', 'inclusive'],
  ['newest', 'exclusive'],
] as const)(
  'a day that fills is gathered as it goes (%s, end %s), and still not called whole',
  async (capPick, endDate) => {
    sandbox.control.changeSettings({ capPick, endDate })
    sandbox.control.changeClock({ now: `${day}T06:00:00-05:00`, frozen: true })
    const shop = openShop()
    shop.reports.onConnection(online)
    await shop.until('23:59:59')
    const [handlers, filter] = [shop.reports.handlers, reportFilterSchema.parse({})]
    const state = await handlers['reports.gather']({ ...range, jobId: 'evening' })
    expect(state).toMatchObject({ complete: false, saturatedDays: [day], missingDays: [] })
    const totals = await handlers['reports.totals']({ ...range, filter })
    const truth = sandbox.ledger.transactions(range)
    expect(truth).toHaveLength(2200)
    expect(totals.rows).toBe(2200)
    const minor = truth.reduce((sum, { amount }) => sum + amount, 0)
    expect(totals.amount).toEqual([{ currency: 'COP', minor }])
    // One look in ten minutes at least, one a minute at most, one or two requests a look.
    expect(shop.asked()).toBeGreaterThan(100)
    expect(shop.asked()).toBeLessThan(2 * 18 * 60)
    expect(shop.problems).toEqual([])
    await shop.close()
  },
)

test('nothing is asked for while the service cannot be reached, and a failure is told and not repeated at once', async () => {
  sandbox.control.changeClock({ now: `${day}T09:00:00-05:00`, frozen: true })
  const shop = openShop()
  shop.reports.onConnection({ ...online, reach: 'offline' })
  expect(shop.pending()).toBe(false)
  shop.reports.onConnection(online)
  sandbox.control.addFaults({ operation: 'listTransactions', fault: 'unauthorized' })
  await shop.until('09:05:00')
  expect(shop.problems.map(({ code }) => code)).toEqual(['UNAUTHORIZED'])
  expect(shop.asked()).toBe(1)
  await shop.until('09:12:00')
  expect(shop.asked()).toBe(2)
  shop.reports.onConnection({ ...online, reach: 'unauthorized' })
  expect(shop.pending()).toBe(false)
  await shop.close()
})
