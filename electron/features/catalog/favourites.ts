import { z } from 'zod'
import type { SettingsStore } from '../../host/host.ts'

const favouritesSchema = z.record(z.string(), z.array(z.string()))
const key = 'favourites'

/** The products that a person starred, by profile. Kept in the settings: they outlive the cache. */
export type Favourites = ReturnType<typeof createFavourites>

/** Reads favourites from the settings store; what is there and cannot be read counts as none. */
export function createFavourites(settings: SettingsStore) {
  const read = () => favouritesSchema.safeParse(settings.get(key)).data ?? {}
  return {
    of: (profileId: string): ReadonlySet<string> => new Set(read()[profileId] ?? []),
    set(profileId: string, productId: string, favourite: boolean) {
      const all = read()
      const kept = (all[profileId] ?? []).filter((id) => id !== productId)
      settings.set(key, { ...all, [profileId]: favourite ? [...kept, productId] : kept })
    },
  }
}
