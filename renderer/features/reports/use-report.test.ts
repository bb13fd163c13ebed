import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { effectScope, ref, watch } from 'vue'
import type { Reply } from '../../../shared/contract/bridge.ts'
import type { Completeness } from '../../../shared/contract/reports.ts'
import { createFakeBridge } from '../../bridge/testing/fake-bridge.ts'
import { useToday } from '../../bridge/today.ts'
import { useReport } from './use-report.ts'

// The clock ticks only where there is a window when it is imported.
vi.hoisted(() => Object.assign(globalThis, { window: {}, document: { createElement: () => ({}) } }))

const noTotals = {
  rows: 0,
  amount: [],
  approved: { rows: 0, amount: [], out: { rows: 0, amount: [] } },
  byDay: [],
  byStatus: [],
  byProduct: [],
  byCategory: [],
}
const lacking: Completeness = {
  complete: false,
  missingDays: ['2026-11-01'],
  saturatedDays: [],
  provisionalDays: [],
  movingDays: [],
  unlistedSales: 0,
  unreadableRows: 0,
  fetchedAt: null,
}
let asked: { name: string; input: unknown }[]
let endGather: (reply: Reply) => void

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T15:00:00Z') })
  asked = []
  const { bridge } = createFakeBridge(async (name, input) => {
    asked.push({ name, input })
    if (name === 'reports.gather') return await new Promise<Reply>((end) => (endGather = end))
    return { ok: true, value: name === 'reports.totals' ? noTotals : lacking }
  })
  vi.stubGlobal('window', { bridge })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A report whose missing days are being brought; the service's clock may be another. */
async function gathering(skewMs = ref<number | null>(null)) {
  const scope = effectScope()
  const report = scope.run(() => useReport(useToday(skewMs)))
  if (!report) throw new Error('the scope ended')
  await expect.poll(() => names()).toContain('reports.gather')
  return { report, scope }
}
const names = () => asked.map(({ name }) => name)
const jobOf = (name: string) => asked.findLast((one) => one.name === name)?.input

test('leaving the page stops what is being brought for it', async () => {
  const { report, scope } = await gathering()
  scope.stop()
  expect(jobOf('reports.gather')).toMatchObject(Object(jobOf('reports.cancel')))
  expect(report.progress.value).toBeNull()
  const before = asked.length
  endGather({ ok: false, error: { code: 'CANCELLED' } })
  await vi.advanceTimersByTimeAsync(10)
  expect(asked).toHaveLength(before)
  expect(report.error.value).toBeNull()
})

test('what a person stopped is no error; what failed is', async () => {
  const { report, scope } = await gathering()
  report.cancel()
  endGather({ ok: false, error: { code: 'CANCELLED' } })
  await expect.poll(() => report.progress.value).toBeNull()
  expect(report.error.value).toBeNull()
  const again = report.gather()
  await vi.advanceTimersByTimeAsync(0)
  endGather({ ok: false, error: { code: 'CONNECTION_TIMEOUT' } })
  await again
  expect(report.error.value).toMatchObject({ code: 'CONNECTION_TIMEOUT' })
  scope.stop()
})

test('after midnight "this month" is the month until the new day', async () => {
  const { report, scope } = await gathering()
  expect(report.range.value).toMatchObject({ from: '2026-11-01', to: '2026-11-21' })
  await vi.advanceTimersByTimeAsync(15 * 3_600_000)
  expect(report.today.value).toBe('2026-11-22')
  expect(report.range.value).toMatchObject({ from: '2026-11-01', to: '2026-11-22' })
  scope.stop()
})

test('"today" is the service’s day, also where this computer is a day ahead of it', async () => {
  const skewMs = ref<number | null>(null)
  const { report, scope } = await gathering(skewMs)
  expect(report.today.value).toBe('2026-11-21')
  skewMs.value = -24 * 3_600_000
  await vi.advanceTimersByTimeAsync(0)
  expect(report.today.value).toBe('2026-11-20')
  expect(report.range.value).toMatchObject({ from: '2026-11-01', to: '2026-11-20' })
  // Seconds are no other day.
  skewMs.value = 30_000
  expect(report.today.value).toBe('2026-11-21')
  scope.stop()
})

test('days that are on their way are not said to be missing, not for a moment', async () => {
  const scope = effectScope()
  const report = scope.run(() => useReport(useToday(ref(null))))
  if (!report) throw new Error('the scope ended')
  const saysMissing = () => !report.settling.value && report.totals.value?.rows === 0
  const said: boolean[] = [saysMissing()]
  scope.run(() => watch(saysMissing, (says) => said.push(says), { flush: 'sync' }))
  await expect.poll(() => names()).toContain('reports.gather')
  endGather({ ok: true, value: { completeness: lacking } })
  // Nothing came: now it is said.
  await expect.poll(() => said).toEqual([false, true])
  const again = report.gather()
  expect(said).toEqual([false, true, false])
  await vi.advanceTimersByTimeAsync(0)
  report.cancel()
  endGather({ ok: false, error: { code: 'CANCELLED' } })
  await again
  expect(said).toEqual([false, true, false, true])
  scope.stop()
})

test('totals of another range than the one chosen say that they load', async () => {
  const { report, scope } = await gathering()
  await expect.poll(() => report.totals.value).not.toBeNull()
  expect(report.loading.value).toBe(false)
  report.range.value = { ...report.range.value, from: '2022-01-01' }
  expect(report.loading.value).toBe(true)
  expect(report.totalsOf.value.from).toBe('2026-11-01')
  await expect.poll(() => report.loading.value).toBe(false)
  expect(report.totalsOf.value.from).toBe('2022-01-01')
  scope.stop()
})
