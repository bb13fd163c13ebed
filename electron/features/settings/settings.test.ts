import { expect, it } from 'vitest'
import { calls } from '../../../shared/contract/index.ts'
import { createSettings } from './index.ts'

it('changes what is named and leaves every other choice as it was', async () => {
  const kept = new Map<string, unknown>()
  const { handlers } = createSettings({
    store: { get: (key) => kept.get(key), set: (key, value) => void kept.set(key, value) },
    info: { version: '1', host: 'chromium', dataDir: '/', unsandboxed: false, platform: 'linux' },
    openPath: async () => undefined,
    emit: () => undefined,
  })
  const set = (change: unknown) =>
    handlers['settings.set'](calls['settings.set'].input.parse(change))
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
