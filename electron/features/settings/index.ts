import type { CallsOf, Emit, Handlers } from '../../../shared/contract/index.ts'
import { settingsSchema, type AppInfo, type Settings } from '../../../shared/contract/settings.ts'
import type { SettingsStore } from '../../host/host.ts'
import { createBusiness } from './business.ts'

const key = 'settings'

/** What a person chose, and the facts of this installation. */
export function createSettings(deps: {
  store: SettingsStore
  info: AppInfo
  openPath: (path: string) => Promise<void>
  emit: Emit
}): { handlers: Handlers<CallsOf<'settings'> | CallsOf<'business'> | CallsOf<'app'>> } {
  const { store, info, openPath, emit } = deps
  return {
    handlers: {
      'settings.get': async () => readSettings(store),
      async 'settings.set'(change) {
        const settings = settingsSchema.parse({ ...readSettings(store), ...change })
        store.set(key, settings)
        emit('settings.changed', settings)
        return settings
      },
      ...createBusiness(store),
      'app.info': async () => info,
      async 'app.openDataDir'() {
        await openPath(info.dataDir)
        return {}
      },
    },
  }
}

/** The stored settings; a value that a newer or older version wrote and we cannot read is its default. */
export function readSettings(store: SettingsStore): Settings {
  const stored = settingsSchema.safeParse(store.get(key) ?? {})
  return stored.success ? stored.data : settingsSchema.parse({})
}
