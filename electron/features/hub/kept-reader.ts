import { z } from 'zod'
import type { SettingsStore } from '../../host/host.ts'

/** Who this computer may look at all registers as; the password is in the keyring. */
export const readerSchema = z.object({
  name: z.string(),
  /** Whose registers; null: all. */
  branch: z.string().nullable(),
  login: z.string(),
  /** The hub's address, without a password, and who signed its certificate. */
  url: z.string(),
  ca: z.string().nullable(),
  /** Whether they read books, as far as the hub was asked. */
  books: z.boolean().default(false),
})
export type Reader = z.output<typeof readerSchema>

const key = 'hubReader'

/** null: no reader's code was used here, or what was kept of it is not to be read. */
export const keptReader = (settings: SettingsStore): Reader | null =>
  readerSchema.nullable().safeParse(settings.get(key)).data ?? null

export const keepReader = (settings: SettingsStore, reader: Reader | null): void =>
  settings.set(key, reader)
