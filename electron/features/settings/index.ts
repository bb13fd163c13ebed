import type { CallsOf, Emit, Handlers } from '../../../shared/contract/index.ts'
import { settingsSchema, type AppInfo, type Settings } from '../../../shared/contract/settings.ts'
import { isRecord } from '../../../shared/domain/text/json.ts'
import type { SettingsStore } from '../../host/host.ts'
import { changeStored, readEach, unreadableOf } from '../../stored-values.ts'
import { createBusiness } from './business.ts'

const key = 'settings'

/** What a choice that cannot be read is, where a default would let somebody do more than it may have. */
const strict = { shiftRequired: true, blindCount: true, lockAfterMinutes: 1 } as const

/** What a person chose, and the facts of this installation. */
export function createSettings(deps: {
  store: SettingsStore
  info: AppInfo
  openPath: (path: string) => Promise<void>
  emit: Emit
  /** Hears once of choices that another version wrote and this one cannot read. */
  tell: (text: string) => void
}): { handlers: Handlers<CallsOf<'settings'> | CallsOf<'business'> | CallsOf<'app'>> } {
  const { store, info, openPath, emit, tell } = deps
  const unreadable = unreadableOf(settingsSchema, store.get(key))
  if (unreadable.length > 0) tell(`settings not readable: ${unreadable.join(', ')}`)
  return {
    handlers: {
      'settings.get': async () => readSettings(store),
      async 'settings.set'(change) {
        // Of what is no object nothing can stay: what it stood for is written down as it is read.
        const whole = isRecord(store.get(key)) ? change : { ...readSettings(store), ...change }
        changeStored(store, key, whole)
        const settings = readSettings(store)
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

/** The stored settings; one that a newer or older version wrote and we cannot read is no laxer than it may have been. */
export function readSettings(store: SettingsStore): Settings {
  return readEach(settingsSchema, store.get(key), strict)
}
