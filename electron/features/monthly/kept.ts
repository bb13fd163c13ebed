import { z } from 'zod'
import { monthlyPlanSchema } from '../../../shared/contract/upkeep/monthly.ts'
import type { SettingsStore } from '../../host/host.ts'
import { changeStored, readEach } from '../../stored-values.ts'

/** A file that was written by the plan. Times are epoch milliseconds of the service's clock. */
const writtenSchema = z.object({
  month: z.string(),
  path: z.string(),
  at: z.number(),
  /** When this month's file was written for the first time. */
  firstAt: z.number(),
  complete: z.boolean(),
  /** SHA-256 of what was written: only that is ever replaced. */
  sha256: z.string(),
})
export type Written = z.infer<typeof writtenSchema>

/** What is kept of the month's files in settings.json, those that were written by account. */
const keptSchema = z.object({
  plan: monthlyPlanSchema.prefault({}),
  written: z.record(z.string(), z.array(writtenSchema)).default({}),
})
export type Kept = z.output<typeof keptSchema>

const key = 'monthly'
/** More months than are ever due at once. */
const mostKept = 24

export function readKept(settings: SettingsStore): Kept {
  return readEach(keptSchema, settings.get(key))
}

export function keepPlan(settings: SettingsStore, plan: Kept['plan']): void {
  changeStored(settings, key, { plan })
}

/** The newest of each month stands. */
export function keepWritten(settings: SettingsStore, profileId: string, fresh: Written): void {
  const kept = readKept(settings)
  const others = (kept.written[profileId] ?? []).filter(({ month }) => month !== fresh.month)
  const months = [...others, fresh].slice(-mostKept)
  changeStored(settings, key, { written: { ...kept.written, [profileId]: months } })
}
