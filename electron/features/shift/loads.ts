import { addDays, isOlder, serviceDay, serviceEpoch } from '../../../shared/domain/time/dates.ts'
import type { Money } from '../../../shared/domain/money/money.ts'
import { toAppError } from '../../../shared/errors.ts'
import type { AccountDeps } from '../../deps.ts'
import { listDay } from '../../service/list-day.ts'
import type { MerchantService } from '../../service/service.ts'

/** A load of balance as the service lists it. */
export interface LoadRecord {
  at: number
  amount: Money
}

/** The loads of a shift, brought behind: the drawer never waits for the network. */
export type LoadBook = ReturnType<typeof createLoadBook>

/** Loads older than this say nothing of a close. */
const keptMs = 10 * 60_000
const restMs = 60_000
/** A shift that was left open for weeks is not listed day by day: its loads stay unknown. */
const longestMs = 7 * 24 * 3_600_000

export function createLoadBook(
  deps: Pick<AccountDeps, 'now' | 'onProblem'> & {
    service: () => Pick<MerchantService, 'list'>
    changed: () => void
  },
) {
  const { now } = deps
  let known: { profileId: string; start: number; at: number; loads: readonly LoadRecord[] } | null =
    null
  let triedAt = -Infinity
  let running = false

  async function fetchSince(start: number): Promise<LoadRecord[]> {
    const service = deps.service()
    const first = serviceDay(start)
    const loads: LoadRecord[] = []
    for (let day = serviceDay(now()); day >= first; day = addDays(day, -1)) {
      const { rows } = await listDay(service, 'buys', day)
      for (const { amount, createdAt, status } of rows) {
        if (!amount || !createdAt || status !== 'APPROVED') continue
        loads.push({ at: serviceEpoch(createdAt.local), amount })
      }
    }
    return loads
  }

  return {
    /** The loads since a moment as last brought; null: not brought yet, or too long ago to say. */
    since: (profileId: string, start: number): readonly LoadRecord[] | null => {
      const fits = known?.profileId === profileId && known.start <= start
      return known && fits && !isOlder(known.at, keptMs, now()) ? known.loads : null
    },
    /** Brings them again, unless that was just done and it is not `urgent`; `changed` once they came. */
    bring: (profileId: string, start: number, urgent = false) => {
      const isLong = now() - start > longestMs
      const isRested = urgent || isOlder(triedAt, restMs, now())
      if (running || isLong || !isRested) return
      running = true
      triedAt = now()
      fetchSince(start)
        .then((loads) => {
          known = { profileId, start, at: now(), loads }
          deps.changed()
        })
        // That they are not known is said where they would stand.
        .catch((caught: unknown) => deps.onProblem(toAppError(caught)))
        .finally(() => (running = false))
    },
  }
}
