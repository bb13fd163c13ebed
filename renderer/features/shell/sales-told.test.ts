import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { effectScope, nextTick, type EffectScope } from 'vue'
import type { Reply } from '../../../shared/contract/bridge.ts'
import { saleSample } from '../../../shared/domain/receipt/receipt-samples.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'
import { createFakeBridge } from '../../bridge/testing/fake-bridge.ts'
import { useSalesInView } from '../../sales/sales-in-view.ts'
import { useEndedSales } from './notices/ended-sales.ts'
import { useMovingSales } from './notices/moving-sales.ts'

// What a window makes of sales that move on by themselves.

const openedAt = 1_000_000
let scope: EffectScope
let fake: ReturnType<typeof createFakeBridge>

beforeEach(() => {
  scope = effectScope()
  fake = createFakeBridge((): Reply => ({ ok: false, error: { code: 'UNEXPECTED' } }))
  vi.stubGlobal('window', { bridge: fake.bridge })
  setActivePinia(createPinia())
})
afterEach(() => {
  scope.stop()
  vi.unstubAllGlobals()
})

const tell = (id: string, state: Sale['state'], change: Partial<Sale> = {}) =>
  fake.tell('selling.changed', saleSample({ id, state, ...change }))

it('counts as somebody there what moves on before their eyes, and no look-up behind', () => {
  let stirs = 0
  scope.run(() => useMovingSales(() => (stirs += 1)))
  const inView = useSalesInView()
  for (let hours = 0; hours < 72; hours += 1) tell('review', 'REVIEW')
  tell('left', 'ACCEPTED')
  tell('left', 'APPROVED')
  expect(stirs).toBe(0)
  inView.add('seen')
  tell('seen', 'SENDING')
  for (let looks = 0; looks < 5; looks += 1) tell('seen', 'SENDING')
  expect(stirs).toBe(0)
  tell('seen', 'ACCEPTED')
  tell('seen', 'ACCEPTED')
  tell('seen', 'APPROVED')
  expect(stirs).toBe(2)
})

function endedSales() {
  const { ended, drop } = scope.run(() => useEndedSales(openedAt)) ?? {}
  return { told: () => ended?.value.map(({ id }) => id), drop: (id: string) => drop?.(id) }
}
const before = { createdAt: openedAt - 5_000, sentAt: openedAt - 4_000 }
const since = { createdAt: openedAt + 1_000, sentAt: openedAt + 1_500, settledAt: openedAt + 3_000 }

it('tells of a sale that was seen waiting, once, and of none that ends at once or before the eyes', () => {
  const { told, drop } = endedSales()
  tell('quick', 'APPROVED', since)
  expect(told()).toEqual([])
  tell('slow', 'ACCEPTED', since)
  tell('slow', 'APPROVED', since)
  expect(told()).toEqual(['slow'])
  drop('slow')
  tell('slow', 'APPROVED', since)
  expect(told()).toEqual([])
  useSalesInView().add('seen')
  tell('seen', 'ACCEPTED', since)
  tell('seen', 'APPROVED', since)
  expect(told()).toEqual([])
})

it('tells of a sale that another run left waiting and nobody saw end', () => {
  const { told, drop } = endedSales()
  tell('left', 'APPROVED', { ...before, settledAt: openedAt + 2_000 })
  expect(told()).toEqual(['left'])
  drop('left')
  tell('left', 'APPROVED', { ...before, settledAt: openedAt + 2_000 })
  // One that had ended before is no news, whatever else is learnt of it.
  tell('old', 'APPROVED', { ...before, settledAt: openedAt - 1_000 })
  expect(told()).toEqual([])
})

it('takes back what somebody looks at', async () => {
  const { told } = endedSales()
  tell('left', 'REJECTED', { ...before, settledAt: openedAt + 2_000 })
  useSalesInView().add('left')
  await nextTick()
  expect(told()).toEqual([])
})
