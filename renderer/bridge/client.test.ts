import { afterEach, describe, expect, it, vi } from 'vitest'
import { Failure } from '../../shared/errors.ts'
import { call, on } from './client.ts'
import { createFakeBridge } from './fake-bridge.ts'

afterEach(() => vi.unstubAllGlobals())

describe('call', () => {
  it('passes name and input, and answers what came, parsed', async () => {
    const asked: unknown[] = []
    const { bridge } = createFakeBridge((name, input) => {
      asked.push([name, input])
      return { ok: true, value: { language: 'en' } }
    })
    vi.stubGlobal('window', { bridge })
    expect(await call('settings.set', { language: 'en' })).toMatchObject({
      language: 'en',
      theme: 'system',
    })
    expect(asked).toEqual([['settings.set', { language: 'en' }]])
  })

  it('throws the error of the closed list that came back', async () => {
    const error = { code: 'SALE_NOT_FOUND' } as const
    vi.stubGlobal('window', { bridge: createFakeBridge(() => ({ ok: false, error })).bridge })
    const caught: unknown = await call('selling.sale', { saleId: 'x' }).catch((e: unknown) => e)
    expect(caught).toBeInstanceOf(Failure)
    expect(caught).toMatchObject({ error })
  })

  it('refuses an answer of another shape', async () => {
    const { bridge } = createFakeBridge(() => ({ ok: true, value: { language: 'fr' } }))
    vi.stubGlobal('window', { bridge })
    await expect(call('settings.get', {})).rejects.toThrow()
  })
})

describe('on', () => {
  it('hears its own event only, until it is unsubscribed', () => {
    const fake = createFakeBridge(() => ({ ok: true, value: {} }))
    vi.stubGlobal('window', { bridge: fake.bridge })
    const heard: number[] = []
    const off = on('selling.openCount', ({ count }) => heard.push(count))
    fake.tell('selling.openCount', { count: 2 })
    fake.tell('catalog.changed', {})
    off()
    fake.tell('selling.openCount', { count: 3 })
    expect(heard).toEqual([2])
    expect(fake.listeners.size).toBe(0)
  })
})
