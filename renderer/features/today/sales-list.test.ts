import { afterEach, describe, expect, it, vi } from 'vitest'
import { effectScope, nextTick, ref } from 'vue'
import type { Reply } from '../../../shared/contract/bridge.ts'
import { saleFilterSchema } from '../../../shared/contract/selling.ts'
import { saleSample } from '../../../shared/domain/receipt/receipt-samples.ts'
import type { Sale, SaleFace } from '../../../shared/domain/sale/sale.ts'
import { createFakeBridge } from '../../bridge/testing/fake-bridge.ts'
import { useSalesList } from './sales-list.ts'

function sale(number: number, state: Sale['state'] = 'APPROVED'): Sale {
  return saleSample({
    id: `sale-${number}`,
    state,
    serviceId: null,
    transactionId: null,
    createdAt: number,
    settledAt: null,
    cashier: null,
  })
}

const ended: (() => void)[] = []
afterEach(() => {
  for (const end of ended.splice(0)) end()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The list over a journal of sales, newest first; `wait` holds an answer back, no more than `most` are counted. */
function open(
  journal: Sale[],
  wait: (input: unknown) => Promise<void> = async () => undefined,
  most = Infinity,
) {
  const fake = createFakeBridge(async (name, input): Promise<Reply> => {
    if (name === 'selling.day') return { ok: true, value: { count: 0, byState: [] } }
    await wait(input)
    const { after, limit, states, text } = saleFilterSchema.parse(input)
    const rows = journal.filter(
      (row) => (!states || states.includes(row.state)) && (!text || row.id.includes(text)),
    )
    const from = rows.findIndex(({ id }) => id === after) + 1
    const counted = { count: Math.min(rows.length, most), isMore: rows.length > most }
    return { ok: true, value: { sales: rows.slice(from, from + limit), ...counted } }
  })
  vi.stubGlobal('window', { bridge: fake.bridge })
  const day = ref('2026-11-21')
  const face = ref<SaleFace | null>(null)
  const text = ref('')
  const scope = effectScope()
  const list = scope.run(() => useSalesList({ day, face, text }))
  if (!list) throw new Error('the scope ended')
  ended.push(() => scope.stop())
  return { fake, day, face, text, list, end: () => scope.stop() }
}

it('says by which words what it shows was asked, while the next answer is on its way', async () => {
  vi.useFakeTimers()
  const answer = Promise.withResolvers<null>()
  const { fake, text, list } = open(journal.slice(0, 3), async (input) => {
    if (saleFilterSchema.parse(input).text !== undefined) await answer.promise
  })
  await vi.advanceTimersByTimeAsync(1)
  expect([list.answered.value, list.sales.value.length, list.loaded.value]).toEqual(['', 3, true])
  text.value = ' sale-250 '
  await vi.advanceTimersByTimeAsync(1_000)
  expect([list.answered.value, list.sales.value.length]).toEqual(['', 3])
  fake.tell('selling.searchPrepared', { done: 0.4 })
  expect(list.prepared.value).toBe(0.4)
  answer.resolve(null)
  await vi.advanceTimersByTimeAsync(1)
  expect([list.answered.value, list.sales.value.length]).toEqual(['sale-250', 1])
})

it('shows a slow answer however fast sales change meanwhile', async () => {
  vi.useFakeTimers()
  const slow = () => new Promise<void>((resolve) => setTimeout(resolve, 1_000))
  const { fake, list } = open(journal.slice(0, 3), slow)
  for (let changes = 0; changes < 10; changes += 1) {
    fake.tell('selling.changed', sale(1, 'PARTIAL'))
    await vi.advanceTimersByTimeAsync(400)
  }
  expect(list.sales.value).toHaveLength(3)
})

const journal = Array.from({ length: 250 }, (_, index) => sale(250 - index))

it('of a text that finds more than are counted are gone on with to the last one', async () => {
  const many = Array.from({ length: 250 }, (_, index) => sale(250 - index))
  const { text, list } = open(many, undefined, 120)
  text.value = 'sale'
  await expect.poll(() => [list.count.value, list.isMore.value]).toEqual([120, true])
  await list.more()
  expect([list.sales.value.length, list.isMore.value]).toEqual([200, true])
  await list.more()
  expect([list.sales.value.length, list.count.value, list.isMore.value]).toEqual([250, 250, false])
})

describe('the sales of a day', () => {
  it('come by pages, without a row twice when new ones arrive in between', async () => {
    const rows = [...journal]
    const { list } = open(rows)
    await expect.poll(() => list.sales.value).toHaveLength(100)
    rows.unshift(sale(251))
    await list.more()
    await list.more()
    const ids = list.sales.value.map((row) => row.id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(list.count.value).toBe(251)
  })

  it('change in place when one of them does, and keep the pages already there', async () => {
    const { fake, list } = open(journal)
    await expect.poll(() => list.sales.value).toHaveLength(100)
    await list.more()
    fake.tell('selling.changed', sale(200, 'REJECTED'))
    expect(list.sales.value.find((row) => row.id === 'sale-200')?.state).toBe('REJECTED')
    expect(list.sales.value).toHaveLength(200)
  })

  it('leave with the filter that they no longer fit, and none is skipped by "more"', async () => {
    const rows = Array.from({ length: 650 }, (_, index) => sale(650 - index, 'UNKNOWN'))
    const { fake, face, list } = open(rows)
    face.value = 'unknown'
    await expect.poll(() => list.sales.value).toHaveLength(100)
    const ended = sale(600, 'APPROVED')
    rows.splice(50, 1, ended)
    fake.tell('selling.changed', ended)
    expect(list.sales.value).toHaveLength(99)
    for (let shown = 199; shown <= 599; shown += 100) {
      await list.more()
      expect(list.sales.value).toHaveLength(shown)
    }
    const ids = rows.filter(({ state }) => state === 'UNKNOWN').map(({ id }) => id)
    expect(list.sales.value.map(({ id }) => id)).toEqual(ids.slice(0, 599))
    expect(list.count.value).toBe(649)
  })

  it('never show the slower answer of an older question', async () => {
    const held: (() => void)[] = []
    const { face, list } = open([sale(2), sale(1, 'UNKNOWN')], async (input) => {
      const first = !('states' in Object(input))
      if (first) await new Promise<void>((resolve) => held.push(resolve))
    })
    await nextTick()
    face.value = 'unknown'
    await expect.poll(() => list.sales.value.map((row) => row.id)).toEqual(['sale-1'])
    for (const release of held) release()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(list.sales.value.map((row) => row.id)).toEqual(['sale-1'])
  })

  it('stop listening with the page', () => {
    const { fake, end } = open(journal)
    expect(fake.listeners.size).toBe(2)
    end()
    expect(fake.listeners.size).toBe(0)
  })
})
