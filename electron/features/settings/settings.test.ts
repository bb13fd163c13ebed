import fc from 'fast-check'
import { expect, it } from 'vitest'
import { calls } from '../../../shared/contract/index.ts'
import { settingsSchema, type Settings } from '../../../shared/contract/settings.ts'
import { createSettings, readSettings } from './index.ts'

function open(kept = new Map<string, unknown>()) {
  const told: string[] = []
  const store = {
    get: (key: string) => kept.get(key),
    set: (key: string, value: unknown) => void kept.set(key, value),
  }
  const { handlers } = createSettings({
    store,
    info: {
      version: '1',
      host: 'chromium',
      dataDir: '/',
      unsandboxed: false,
      platform: 'linux',
      settingsAside: null,
    },
    openPath: async () => undefined,
    emit: () => undefined,
    tell: (text) => void told.push(text),
  })
  const set = (change: unknown) =>
    handlers['settings.set'](calls['settings.set'].input.parse(change))
  return { kept, store, told, set }
}

it('changes what is named and leaves every other choice as it was', async () => {
  const { set } = open()
  await set({ language: 'en', decimalSign: 'point' })
  await set({ lockAfterMinutes: 15 })
  expect(await set({ theme: 'dark' })).toMatchObject({
    language: 'en',
    decimalSign: 'point',
    lockAfterMinutes: 15,
    theme: 'dark',
    showCommission: false,
  })
})

const chosen: Settings = settingsSchema.parse({
  ...{ language: 'en', theme: 'dark', decimalSign: 'point', showCommission: true },
  ...{ lockAfterMinutes: 15, keepCustomersMonths: 12, shiftRequired: true, blindCount: true },
  ...{ offerRecent: true, sendByWhatsApp: true, transferVias: { CO: ['Nequi'] } },
  rechargeAmounts: { COP: [1, 2, 3, 4] },
})
const names = Object.keys(chosen)

it('one that another version wrote loses only itself, is no laxer, and stays written beside all that is not known', async () => {
  const written = fc.record({
    unreadable: fc.subarray(names),
    junk: fc.oneof(fc.constant('of-a-newer-version'), fc.constant({ value: 1 }), fc.constant([0])),
    others: fc.dictionary(
      fc.string().filter((name) => !names.includes(name) && name !== '__proto__'),
      fc.jsonValue(),
    ),
  })
  await fc.assert(
    fc.asyncProperty(written, async ({ unreadable, junk, others }) => {
      const lost = Object.fromEntries(unreadable.map((name) => [name, junk]))
      const stored = { ...others, ...chosen, ...lost }
      const { kept, store, told, set } = open(new Map([['settings', stored]]))
      const read = readSettings(store)
      const whole = Object.entries(chosen).filter(([name]) => !unreadable.includes(name))
      expect(read).toMatchObject(Object.fromEntries(whole))
      const { shiftRequired, blindCount, lockAfterMinutes, showCommission, sendByWhatsApp } = read
      expect({ shiftRequired, blindCount }).toEqual({ shiftRequired: true, blindCount: true })
      expect(lockAfterMinutes).toBe(unreadable.includes('lockAfterMinutes') ? 1 : 15)
      expect(showCommission).toBe(!unreadable.includes('showCommission'))
      expect(sendByWhatsApp).toBe(!unreadable.includes('sendByWhatsApp'))
      expect(told).toHaveLength(unreadable.length > 0 ? 1 : 0)
      await set({ theme: 'light' })
      expect(kept.get('settings')).toEqual({ ...stored, theme: 'light' })
    }),
    { seed: 15, numRuns: 100 },
  )
})

it('what is no object at all is as strict as it may have been, also once something else is chosen', async () => {
  for (const stored of ['damaged', 7, [], null]) {
    const { store, set } = open(new Map([['settings', stored]]))
    await set({ language: 'en' })
    expect(readSettings(store)).toMatchObject({
      shiftRequired: true,
      blindCount: true,
      language: 'en',
    })
  }
  // Nothing was ever chosen: it is as it comes.
  expect(readSettings(open().store)).toEqual(settingsSchema.parse({}))
})
