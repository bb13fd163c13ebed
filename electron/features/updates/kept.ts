import { z } from 'zod'
import type { SettingsStore } from '../../host/host.ts'
import { changeStored, readEach } from '../../stored-values.ts'
import { offerSchema, type Offer } from '../../update/offers.ts'
import { compareVersions } from '../../versions/version-name.ts'

/** What is kept of updates in settings.json. Where no feed was named, nobody is asked anything. */
const keptSchema = z.object({
  from: z.string().default(''),
  isOn: z.boolean().default(true),
  lookedAt: z.number().nullable().default(null),
  /** As they were signed when it was looked last. */
  offers: z.array(offerSchema).default([]),
})
export type Kept = z.infer<typeof keptSchema>

const key = 'updates'

export function readKept(store: SettingsStore): Kept {
  return readEach(keptSchema, store.get(key))
}

export function keep(store: SettingsStore, change: Partial<Kept>): void {
  changeStored(store, key, change)
}

/** From 10 December to 7 January, by this computer's calendar, a shop changes nothing that it can do without. */
export function isSeason(now: Date): boolean {
  const day = (now.getMonth() + 1) * 100 + now.getDate()
  return day >= 1210 || day <= 107
}

/** What a version may take on a day of what was offered, the newest first. */
export function takeable(offers: readonly Offer[], version: string, now: Date): Offer[] {
  const major = Number(process.versions.node.split('.')[0])
  return offers
    .filter((offer) => compareVersions(offer.version, version) > 0 && offer.node <= major)
    .filter(({ isSecurity }) => isSecurity || !isSeason(now))
    .sort((one, other) => compareVersions(other.version, one.version))
}
