import { businessSchema, type Business } from '../../../shared/domain/receipt/business.ts'
import type { CallsOf, Handlers } from '../../../shared/contract/index.ts'
import type { SettingsStore } from '../../host/host.ts'

const key = 'business'

/** The shop as its owner wrote it down. */
export function createBusiness(store: SettingsStore): Handlers<CallsOf<'business'>> {
  return {
    'business.get': async () => readBusiness(store),
    async 'business.set'(business) {
      store.set(key, business)
      return business
    },
  }
}

/** The stored business; each value that cannot be read is as if it had never been written. */
export function readBusiness(store: SettingsStore): Business {
  const stored = store.get(key)
  const whole = businessSchema.safeParse(stored ?? {})
  if (whole.success) return whole.data
  const unreadable = new Set(whole.error.issues.map(({ path }) => path[0]))
  const parts = Object.entries(typeof stored === 'object' && stored ? stored : {})
  const readable = businessSchema.safeParse(
    Object.fromEntries(parts.filter(([name]) => !unreadable.has(name))),
  )
  return readable.success ? readable.data : businessSchema.parse({})
}
