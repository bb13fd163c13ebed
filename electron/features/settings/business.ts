import { isDeepStrictEqual } from 'node:util'
import {
  businessSchema,
  sharedBusinessSchema,
  type Business,
} from '../../../shared/domain/receipt/business.ts'
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

/** The same; null: nobody wrote yet what registers share of it. What says nothing replaces no other register's. */
export function writtenBusiness(store: SettingsStore): Business | null {
  const business = readBusiness(store)
  const shared = sharedBusinessSchema.parse(business)
  return isDeepStrictEqual(shared, sharedBusinessSchema.parse({})) ? null : business
}

/** Keeps what another register of the shop says of it: what tells registers from one another stays. */
export function keepBusiness(
  store: SettingsStore,
  said: readonly { kind: string; body: unknown }[],
): void {
  for (const { kind, body } of said) {
    const business = sharedBusinessSchema.safeParse(body).data
    if (kind === key && business) changeStored(store, key, business)
  }
}
