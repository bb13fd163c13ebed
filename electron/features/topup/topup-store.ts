import { z } from 'zod'
import { topUpSchema } from '../../../shared/domain/balance/topup.ts'
import type { SettingsStore } from '../../host/host.ts'

/** `load`, here and as the key: settings that were written have it. */
const storedSchema = z.object({ load: topUpSchema, before: z.array(z.string()) })
export type StoredTopUp = z.infer<typeof storedSchema>

const key = 'load'

/** The top-up that is waited for, as it outlasts the program; null: none, or none that can be read. */
export function readStoredTopUp(settings: SettingsStore): StoredTopUp | null {
  return storedSchema.safeParse(settings.get(key)).data ?? null
}

export function storeTopUp(settings: SettingsStore, stored: StoredTopUp | null): void {
  settings.set(key, stored)
}
