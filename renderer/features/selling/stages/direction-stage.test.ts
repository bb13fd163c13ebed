import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFakeBridge } from '../../../bridge/testing/fake-bridge.ts'
import { useDrafts } from '../drafts.ts'
import { claro, claroForm } from '../testing/samples.ts'

const fake = createFakeBridge(() => ({ ok: true, value: { ...claroForm, directionGuessed: true } }))
beforeEach(() => {
  setActivePinia(createPinia())
  vi.stubGlobal('window', { bridge: fake.bridge })
})
afterEach(() => vi.unstubAllGlobals())

it('what the owner says of a direction is told to the sale that waits for it, which keeps what was typed', async () => {
  const drafts = useDrafts()
  drafts.follow()
  await drafts.open(claro)
  drafts.type('amount', '5000')
  expect(drafts.current?.detail?.directionGuessed).toBe(true)
  fake.tell('products.changed', [{ productId: '7', direction: 'out', nature: null }])
  expect(drafts.current).toMatchObject({
    detail: { directionGuessed: false },
    product: { direction: 'out' },
    typed: { amount: '5000' },
  })
})
