import { afterEach, expect, test, vi } from 'vitest'
import { effectScope, nextTick, ref } from 'vue'
import { z } from 'zod'
import { reportFilterSchema, type ReportRange } from '../../../../shared/contract/reports.ts'
import { usePages } from './use-pages.ts'

const pageInput = z.object({
  offset: z.int(),
  limit: z.int(),
  sort: z.object({ column: z.string(), descending: z.boolean() }),
})

/** A main process that holds this many rows and notes what it was asked. */
function stubBridge(count: number, failing: readonly number[] = []) {
  const asked: z.output<typeof pageInput>[] = []
  const call = (_: string, input: unknown) => {
    const { offset, limit, sort } = pageInput.parse(input)
    asked.push({ offset, limit, sort })
    if (failing.includes(offset)) {
      return Promise.resolve({ ok: false, error: { code: 'STORE_FAILED' } })
    }
    const length = Math.max(0, Math.min(limit, count - offset))
    const rows = Array.from({ length }, (_, place) => ({
      id: String(offset + place),
      status: null,
      statusId: '9',
      statusName: 'X',
      product: null,
      amount: null,
      createdAt: null,
      fromJournal: false,
      unreadable: null,
      own: null,
    }))
    return Promise.resolve({ ok: true, value: { rows, count, own: [] } })
  }
  vi.stubGlobal('window', { bridge: { call, subscribe: () => () => undefined } })
  return asked
}

function setUp() {
  const range = ref<ReportRange>({ kind: 'sales', from: '2026-10-01', to: '2026-10-31' })
  const filter = ref(reportFilterSchema.parse({}))
  const version = ref(0)
  const scope = effectScope()
  const totalsOf = ref({ ...range.value })
  const pages = scope.run(() => usePages(range, filter, version, totalsOf))
  if (!pages) throw new Error('the scope is closed')
  return { pages, range, totalsOf, version, filter, scope }
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('only the pages in sight are asked for, each once', async () => {
  const asked = stubBridge(300_000)
  const { pages, version, scope } = setUp()
  version.value += 1
  await expect.poll(() => pages.count.value).toBe(300_000)
  pages.show(150_050, 150_080)
  pages.show(150_060, 150_130)
  await expect.poll(() => pages.rowAt(150_129)?.id).toBe('150129')
  expect(asked.map(({ offset }) => offset)).toEqual([0, 150_000, 150_100])
  expect(pages.rowAt(299_999)).toBeUndefined()
  scope.stop()
})

test('another order or filter brings what is in sight again, where it is', async () => {
  const asked = stubBridge(5_000)
  const { pages, filter, scope } = setUp()
  pages.show(2_000, 2_030)
  await expect.poll(() => pages.rowAt(2_000)).toBeDefined()
  pages.sortBy('amount')
  await nextTick()
  await expect.poll(() => asked).toHaveLength(2)
  expect(asked.at(-1)).toMatchObject({
    offset: 2_000,
    sort: { column: 'amount', descending: true },
  })
  pages.sortBy('amount')
  await expect.poll(() => asked.at(-1)?.sort.descending).toBe(false)
  filter.value = { ...filter.value, text: 'claro' }
  await expect.poll(() => asked).toHaveLength(4)
  expect(pages.rowAt(2_000)?.id).toBe('2000')
  scope.stop()
})

/** One that answers a sort when it is told to, each row with its order in its name. */
function slowBridge(count: number) {
  const held: (() => void)[] = []
  const call = async (_: string, input: unknown) => {
    const { offset, limit, sort } = pageInput.parse(input)
    if (sort.column !== 'createdAt') await new Promise<void>((answer) => held.push(answer))
    const rows = Array.from({ length: limit }, (__, place) => ({
      ...{ id: `${sort.column} ${offset + place}`, status: null, statusId: '9', statusName: 'X' },
      ...{ product: null, amount: null, createdAt: null, fromJournal: false },
      ...{ unreadable: null, own: null },
    }))
    return { ok: true, value: { rows, count, own: [] } }
  }
  vi.stubGlobal('window', { bridge: { call, subscribe: () => () => undefined } })
  return held
}

test('rows of the order before stay for a moment only, and none of them stands among those of the new one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const held = slowBridge(5_000)
  const { pages, version, scope } = setUp()
  version.value += 1
  pages.show(0, 130)
  await vi.advanceTimersByTimeAsync(1)
  expect([pages.rowAt(0)?.id, pages.rowAt(100)?.id]).toEqual(['createdAt 0', 'createdAt 100'])
  pages.sortBy('amount')
  await vi.advanceTimersByTimeAsync(100)
  expect(pages.rowAt(0)?.id).toBe('createdAt 0')
  await vi.advanceTimersByTimeAsync(900)
  expect(pages.rowAt(0)).toBeUndefined()
  pages.show(120, 150)
  held.pop()?.()
  await vi.advanceTimersByTimeAsync(1)
  expect([pages.rowAt(0)?.id, pages.rowAt(120)?.id]).toEqual([undefined, 'amount 120'])
  for (const answer of held) answer()
  await vi.advanceTimersByTimeAsync(1)
  expect([pages.rowAt(0)?.id, pages.rowAt(120)?.id]).toEqual(['amount 0', 'amount 120'])
  pages.sortBy('amount')
  pages.show(320, 330)
  await vi.advanceTimersByTimeAsync(1)
  held.splice(2).at(-1)?.()
  await vi.advanceTimersByTimeAsync(1)
  expect([pages.rowAt(0)?.id, pages.rowAt(320)?.id]).toEqual([undefined, 'amount 320'])
  scope.stop()
})

test('pages that are only passed are left out, and the one that is stopped at comes', async () => {
  const asked = stubBridge(100_000)
  const { pages, scope } = setUp()
  for (let first = 0; first < 99_000; first += 1_000) pages.show(first, first + 30)
  await expect.poll(() => pages.rowAt(98_010)?.id).toBe('98010')
  expect(asked.length).toBeLessThan(5)
  expect(pages.pages.value.size).toBeLessThan(5)
  scope.stop()
})

test('a page that was held back comes, also where those before it could not', async () => {
  const asked = stubBridge(5_000, [0, 100])
  const { pages, scope } = setUp()
  pages.show(50, 330)
  await expect.poll(() => pages.rowAt(329)?.id).toBe('329')
  expect(pages.rowAt(60)).toBeUndefined()
  // Each once: a page that cannot be brought is not asked for without end, and why it is missing stays said.
  expect(asked.map(({ offset }) => offset)).toEqual([0, 100, 200, 300])
  expect(pages.error.value?.code).toBe('STORE_FAILED')
  pages.show(51, 331)
  expect(asked).toHaveLength(6)
  scope.stop()
})

test('rows are there only beside the totals of their range', async () => {
  stubBridge(5_000)
  const { pages, range, totalsOf, version, scope } = setUp()
  version.value += 1
  await expect.poll(() => pages.rowAt(0)?.id).toBe('0')
  const years = { kind: 'sales', from: '2022-01-01', to: '2026-10-31' } as const
  // The totals of five years come first: the rows of a month are not theirs.
  totalsOf.value = years
  expect([pages.rowAt(0), pages.counted.value]).toEqual([undefined, null])
  range.value = years
  await expect.poll(() => pages.rowAt(0)?.id).toBe('0')
  // Rows that come first wait for their totals.
  range.value = { ...years, from: '2025-01-01' }
  await expect.poll(() => pages.rowAt(0)).toBeUndefined()
  totalsOf.value = { ...range.value }
  expect([pages.rowAt(0)?.id, pages.counted.value]).toEqual(['0', 5_000])
  scope.stop()
})
