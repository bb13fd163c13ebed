import { afterEach, describe, expect, it, vi } from 'vitest'
import { Failure } from '../../shared/errors.ts'
import { call, on } from './client.ts'
import { createFakeBridge } from './testing/fake-bridge.ts'

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

  it('asks again for what a page shows once somebody is here, and for nothing else', async () => {
    const locked = { ok: false, error: { code: 'LOCKED' } } as const
    const person = { id: 'p', name: 'Ana', role: 'cashier', rights: [] }
    const state = { mode: 'people', current: null as typeof person | null, last: null, people: [] }
    const asked: string[] = []
    const fake = createFakeBridge((name) => {
      asked.push(name)
      if (name === 'people.state') return { ok: true, value: state }
      return state.current ? { ok: true, value: [] } : locked
    })
    vi.stubGlobal('window', { bridge: fake.bridge })
    await expect(call('products.recent', { productId: '1' })).rejects.toMatchObject({
      error: { code: 'LOCKED' },
    })
    const open = call('selling.open', {})
    await expect.poll(() => asked).toContain('people.state')
    fake.tell('people.changed', state)
    state.current = person
    fake.tell('people.changed', state)
    expect(await open).toEqual([])
    expect(asked.filter((name) => name === 'selling.open')).toHaveLength(2)
    expect(fake.listeners.size).toBe(0)
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
