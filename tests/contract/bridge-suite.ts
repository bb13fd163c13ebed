import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BridgeEvent, Reply } from '../../shared/contract/bridge.ts'
import type { Emit } from '../../shared/contract/index.ts'
import { settingsSchema } from '../../shared/contract/settings.ts'
import type { Guard } from '../../electron/ipc/guard.ts'
import { createRouter, type Router } from '../../electron/ipc/router.ts'
import { bigList, probeHandlers, sideBySide, type ProbeHandlers } from './bridge-handlers.ts'

/** Lets everything through and tells nobody. */
const openGuard: Guard = {
  admit: () => () => undefined,
  hear: async () => undefined,
  shown: (value) => value,
  tell: (name, payload, send) => send(name, payload),
}

/** One way to carry calls and events, as the suite sees it from the page's side. */
export interface BridgeUnderTest {
  call(call: string, input: unknown): Promise<Reply>
  /** Events heard so far by listener `index`, each made by `listen`. */
  listen(): Promise<{ heard(): Promise<BridgeEvent[]>; stop(): Promise<void> }>
  /** The main process's side. */
  emit: Emit
  close(): Promise<void>
}

/**
 * What both windows must do alike, tried over one way of carrying it. `strangers`: a call from everyone
 * at hand who is not the app's own main frame (in memory there is nobody else).
 */
export function bridgeSuite(
  name: string,
  open: (answer: Router) => Promise<BridgeUnderTest>,
  options: { strangers?: () => Promise<Reply[]> } = {},
): void {
  describe(name, () => {
    let bridge: BridgeUnderTest
    let probe: ProbeHandlers
    let unexpected: { call: string; caught: unknown }[]

    beforeAll(async () => {
      unexpected = []
      probe = probeHandlers((event, payload) => bridge.emit(event, payload))
      const router = createRouter(
        probe.handlers,
        (call, caught) => unexpected.push({ call, caught }),
        openGuard,
      )
      bridge = await open(router)
    })
    afterAll(() => bridge.close())
    beforeEach(() => {
      probe.handled.length = 0
      unexpected.length = 0
    })

    test('a call is parsed, run and answered', async () => {
      const reply = await bridge.call('settings.set', { language: 'en' })
      expect(reply).toEqual({
        ok: true,
        value: settingsSchema.parse({ language: 'en' }),
      })
    })

    test.each([
      'nothing.here',
      '',
      'settings',
      '__proto__',
      'constructor',
      'toString',
      'hasOwnProperty',
    ])('the name %j is none of the calls', async (call) => {
      expect(await bridge.call(call, {})).toEqual({
        ok: false,
        error: { code: 'UNKNOWN_CALL', params: { call } },
      })
      expect(probe.handled).toEqual([])
    })

    test.each([
      ['a missing object', undefined, 'input'],
      ['a wrong type', { language: 7 }, 'language'],
      ['null', null, 'input'],
      ['an array', [], 'input'],
    ])('%s does not reach the handler', async (_, input, where) => {
      expect(await bridge.call('settings.set', input)).toEqual({
        ok: false,
        error: { code: 'BAD_INPUT', params: { where } },
      })
      expect(probe.handled).toEqual([])
    })

    test('keys of a prototype in the input change nothing', async () => {
      const input: unknown = JSON.parse('{"__proto__":{"language":"en"},"constructor":1}')
      const reply = await bridge.call('settings.set', input)
      expect(reply).toMatchObject({ ok: true, value: { language: 'es' } })
      expect(Reflect.get({}, 'language')).toBeUndefined()
    })

    test('an error of ours crosses as a value', async () => {
      expect(await bridge.call('selling.sale', { saleId: 'ñ' })).toEqual({
        ok: false,
        error: { code: 'SERVICE_ERROR', params: { status: 500, message: 'ñ' } },
      })
      expect(unexpected).toEqual([])
    })

    test('any other error crosses as a value too, and is noted', async () => {
      expect(await bridge.call('selling.look', { saleId: 'x' })).toEqual({
        ok: false,
        error: { code: 'UNEXPECTED', params: { reason: 'something broke' } },
      })
      expect(unexpected).toMatchObject([{ call: 'selling.look' }])
    })

    test('megabytes cross whole', async () => {
      const answer = await bridge.call('catalog.get', {})
      expect(answer).toEqual({
        ok: true,
        value: { categories: bigList, products: [], fetchedAt: null, place: 0, next: null },
      })
      const folder = bigList.map((item) => item.name).join('')
      expect(await bridge.call('files.approve', { folder, name: 'a' })).toEqual({
        ok: true,
        value: { path: folder, exists: false },
      })
    })

    test('calls run side by side and each gets its own answer', async () => {
      const days = Array.from({ length: sideBySide }, (_, index) => String(index))
      const replies = await Promise.all(days.map((day) => bridge.call('selling.day', { day })))
      expect(replies).toEqual(
        days.map((day) => ({ ok: true, value: { count: Number(day), byState: [] } })),
      )
    })

    test('every listener hears events in order until it stops', async () => {
      const first = await bridge.listen()
      const second = await bridge.listen()
      bridge.emit('selling.openCount', { count: 1 })
      await expect.poll(() => second.heard()).toHaveLength(1)
      await first.stop()
      for (let count = 2; count <= 20; count += 1) bridge.emit('selling.openCount', { count })
      await expect.poll(() => second.heard()).toHaveLength(20)
      expect(await second.heard()).toEqual(
        Array.from({ length: 20 }, (_, index) => ({
          name: 'selling.openCount',
          payload: { count: index + 1 },
        })),
      )
      expect(await first.heard()).toHaveLength(1)
      await second.stop()
    })

    if (options.strangers) {
      const strangers = options.strangers
      test('strangers are refused before anything is handled', async () => {
        const replies = await strangers()
        expect(replies.length).toBeGreaterThan(0)
        for (const reply of replies) {
          expect(reply).toEqual({ ok: false, error: { code: 'FORBIDDEN_SENDER' } })
        }
        expect(probe.handled).toEqual([])
      })
    }
  })
}
