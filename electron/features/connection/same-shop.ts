import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Profile } from '../../../shared/contract/connection.ts'
import type { SettingsStore } from '../../host/host.ts'
import { changeStored, readableList, readEntries } from '../../stored-values.ts'
import { createMerchantService, type ServiceOptions } from '../../service/client.ts'

/** find tells of transactions of the last two days only (contract, Endpoints 2); a minute for clocks that differ. */
const findWindowMs = 48 * 3_600_000 - 60_000
/** So many tokens of a profile are told from a new one. */
const mostMarks = 8
const key = 'tokenMarks'

const marksSchema = readableList(z.string())

/** A sale that the service is known to have, and when it was sent (epoch ms). */
export interface KnownSale {
  id: string
  sentAt: number
}

/** Whether a token writes in the books that a profile has. */
export type SameShop = ReturnType<typeof createSameShop>

/**
 * A token belongs to one merchant, and the service never says to which: what proves it is that a sale of this profile
 * can be found with it. Tokens are told apart by 32 bits of a hash in the settings, from which none can be had.
 */
export function createSameShop(deps: {
  settings: SettingsStore
  newestSale: (profileId: string) => KnownSale | null
  client: Pick<ServiceOptions, 'proxyFor' | 'timeouts'>
  now: () => number
}) {
  const { settings, newestSale, client, now } = deps
  // Read each time: a command line may write beside the window.
  const marksOf = ({ id }: Profile) => readEntries(marksSchema, settings.get(key))[id] ?? []

  async function isShown(profile: Profile, token: string, saleId: string): Promise<boolean> {
    const service = createMerchantService({ ...client, profile, token: () => token })
    try {
      return (await service.find(saleId)).kind === 'found'
    } finally {
      await service.close()
    }
  }

  return {
    /**
     * Whether a token may work under a profile: one that it worked with before, the first one of empty books, or one
     * that is shown the newest sale. Throws Failure when the service cannot be asked.
     */
    async holds(profile: Profile, token: string): Promise<boolean> {
      // The test service is nobody's shop, and each start of it is another.
      if (profile.sandbox) return true
      const marks = marksOf(profile)
      if (marks.includes(markOf(profile, token))) return true
      const newest = newestSale(profile.id)
      if (newest === null) return marks.length === 0
      const isRecent = Math.abs(now() - newest.sentAt) < findWindowMs
      return isRecent && isShown(profile, token, newest.id)
    },
    /** From now on the token is this profile's. */
    keep(profile: Profile, token: string) {
      const mark = markOf(profile, token)
      const marks = marksOf(profile)
      if (profile.sandbox || marks.includes(mark)) return
      changeStored(settings, key, { [profile.id]: [...marks, mark].slice(-mostMarks) })
    },
  }
}

function markOf({ id, baseUrl }: Profile, token: string): string {
  return createHash('sha256').update(`${id} ${baseUrl} ${token}`).digest('hex').slice(0, 8)
}

/** A name for another shop's profile that none has yet: the number at its end goes up. */
export function freshName(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name
  const base = name.replace(/ \(\d+\)$/, '').slice(0, 70)
  let number = 2
  while (taken.includes(`${base} (${number})`)) number += 1
  return `${base} (${number})`
}
