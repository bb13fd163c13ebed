import { z } from 'zod'
import type { SettingsStore } from '../../host/host.ts'
import { changeStored, readableList, readEntries } from '../../stored-values.ts'

const productsSchema = readableList(z.string())
const key = 'favourites'

/** The products that a person starred, by profile. Kept in the settings: they outlive the cache. */
export type Favourites = ReturnType<typeof createFavourites>

/** Reads favourites from the settings store; what cannot be read loses only itself. */
export function createFavourites(settings: SettingsStore) {
  const read = () => readEntries(productsSchema, settings.get(key))
  return {
    of: (profileId: string): ReadonlySet<string> => new Set(read()[profileId] ?? []),
    set(profileId: string, productId: string, favourite: boolean) {
      const kept = (read()[profileId] ?? []).filter((id) => id !== productId)
      changeStored(settings, key, { [profileId]: favourite ? [...kept, productId] : kept })
    },
  }
}
