import { businessSchema, type Business } from '../../../shared/domain/receipt/business.ts'
import type { CallsOf, Handlers } from '../../../shared/contract/index.ts'
import type { SettingsStore } from '../../host/host.ts'
import { changeStored, readEach } from '../../stored-values.ts'

const key = 'business'

/** The shop as its owner wrote it down. */
export function createBusiness(store: SettingsStore): Handlers<CallsOf<'business'>> {
  return {
    'business.get': async () => readBusiness(store),
    async 'business.set'(business) {
      changeStored(store, key, business)
      return business
    },
  }
}

/** The stored business; each value that cannot be read is as if it had never been written. */
export function readBusiness(store: SettingsStore): Business {
  return readEach(businessSchema, store.get(key))
}
