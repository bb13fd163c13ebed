import { z } from 'zod'
import { loadSchema } from '../../../shared/domain/sale/load.ts'

const keptSchema = z.object({ load: loadSchema, before: z.array(z.string()) })
export type KeptLoad = z.infer<typeof keptSchema>

/** The host's settings, as far as a load needs them. */
export interface KeptLoadSettings {
  get(key: string): unknown
  set(key: string, value: unknown): void
}

const key = 'load'

/** The load that is waited for, as it outlasts the program; null: none, or none that can be read. */
export function readKept(settings: KeptLoadSettings): KeptLoad | null {
  return keptSchema.safeParse(settings.get(key)).data ?? null
}

export function keep(settings: KeptLoadSettings, kept: KeptLoad | null): void {
  settings.set(key, kept)
}
