import { z } from 'zod'
import { loadSchema } from '../../../shared/domain/sale/load.ts'
import type { SettingsStore } from '../../host/host.ts'

const keptSchema = z.object({ load: loadSchema, before: z.array(z.string()) })
export type KeptLoad = z.infer<typeof keptSchema>

const key = 'load'

/** The load that is waited for, as it outlasts the program; null: none, or none that can be read. */
export function readKept(settings: SettingsStore): KeptLoad | null {
  return keptSchema.safeParse(settings.get(key)).data ?? null
}

export function keep(settings: SettingsStore, kept: KeptLoad | null): void {
  settings.set(key, kept)
}
