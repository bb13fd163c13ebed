import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { effectScope, ref } from 'vue'
import type { Reply } from '../../../shared/contract/bridge.ts'
import {
  reportFilterSchema,
  type Completeness,
  type ReportRange,
  type ReportTotals,
} from '../../../shared/contract/reports.ts'
import { money } from '../../../shared/domain/money/money.ts'
import { createFakeBridge } from '../../bridge/testing/fake-bridge.ts'
import { useComparison } from './use-comparison.ts'

// Without a network: what is stored of the days before is compared with all the same, and says what it lacks.

// What is kept in the window's storage is kept nowhere here.
vi.hoisted(() => Object.assign(globalThis, { window: {}, document: { createElement: () => ({}) } }))

const sum = { rows: 2, amount: [money(700_000, 'COP')] }
const stored: ReportTotals = {
  ...sum,
  approved: { ...sum, out: { rows: 0, amount: [] } },
  byDay: [],
  byStatus: [],
  byProduct: [],
  byCategory: [],
}
const state = (missingDays: string[]): Completeness => ({
  complete: missingDays.length === 0,
  missingDays,
  saturatedDays: [],
  provisionalDays: [],
  movingDays: [],
  unlistedSales: 0,
  unreadableRows: 0,
  fetchedAt: 1,
})
let asked: { name: string; input: unknown }[]
let lacking: string[]

beforeEach(() => {
  asked = []
  lacking = []
  const { bridge } = createFakeBridge(async (name, input): Promise<Reply> => {
    asked.push({ name, input })
    if (name === 'reports.totals') return { ok: true, value: stored }
    if (name === 'reports.completeness') return { ok: true, value: state(lacking) }
    return { ok: false, error: { code: 'CONNECTION_LOST' } }
  })
  vi.stubGlobal('window', { bridge })
})
afterEach(() => vi.unstubAllGlobals())

/** A report of November so far, whose own days are all there (or are still being brought: 0). */
function compare(rested: number) {
  const scope = effectScope()
  const range = ref<ReportRange>({ kind: 'sales', from: '2026-11-01', to: '2026-11-21' })
  const filter = ref(reportFilterSchema.parse({ statusIds: ['2'] }))
  const made = { range, filter, rested: ref(rested) }
  const comparison = scope.run(() => useComparison(made.range, made.filter, made.rested, ref(0)))
  if (!comparison) throw new Error('the scope ended')
  return { ...made, comparison, scope }
}
const names = () => asked.map(({ name }) => name)

test('the days before are compared with as they are stored, without a request', async () => {
  const { comparison, scope } = compare(1)
  await expect.poll(() => comparison.before.value).not.toBeNull()
  expect(comparison.before.value).toMatchObject({
    range: { kind: 'sales', from: '2026-10-01', to: '2026-10-21' },
    totals: stored,
    completeness: { complete: true },
  })
  expect(asked.find(({ name }) => name === 'reports.totals')?.input).toMatchObject({
    from: '2026-10-01',
    to: '2026-10-21',
    filter: { statusIds: ['2'] },
  })
  expect(names()).not.toContain('reports.gather')
  expect(comparison.error.value).toBeNull()
  scope.stop()
})

test('days that are missing are asked for once the report rests; offline what is stored stays, and the error is told', async () => {
  lacking = ['2026-10-03']
  const { comparison, rested, scope } = compare(0)
  await expect.poll(() => comparison.before.value).not.toBeNull()
  expect(names()).not.toContain('reports.gather')
  rested.value = 1
  await expect.poll(() => comparison.error.value).not.toBeNull()
  expect(comparison.error.value).toMatchObject({ code: 'CONNECTION_LOST' })
  expect(comparison.before.value).toMatchObject({
    totals: stored,
    completeness: { complete: false, missingDays: ['2026-10-03'] },
  })
  expect(comparison.progress.value).toBeNull()
  scope.stop()
})

test('another period, or none, forgets the days before at once', async () => {
  const { comparison, range, scope } = compare(1)
  await expect.poll(() => comparison.before.value).not.toBeNull()
  range.value = { kind: 'sales', from: '2026-11-16', to: '2026-11-21' }
  expect(comparison.before.value).toBeNull()
  await expect.poll(() => comparison.before.value?.range.from).toBe('2026-11-09')
  comparison.name.value = 'none'
  await expect.poll(() => comparison.before.value).toBeNull()
  scope.stop()
})
