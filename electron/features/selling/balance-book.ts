import { serviceDay, serviceDayBounds } from '../../../shared/domain/time/dates.ts'
import { orTold } from '../../or-told.ts'
import type { SnapshotReason } from '../../store/tables/balance-snapshots.ts'
import type { SellingDeps } from './ports.ts'

/** Writes the balance down at the moments that the service will not tell of later. */
export function createBalanceBook(deps: SellingDeps) {
  const { journal, clock } = deps
  const opened = new Set<string>()
  let cancelTimer: (() => void) | null = null

  function write(reason: SnapshotReason): void {
    const profileId = deps.profileId()
    const business = deps.balance()
    if (profileId === null || business === null) return
    // As old as the answer is: sales since then are not in it.
    orTold(deps.onProblem, () => journal.recordBalance(profileId, { ...business, reason }))
  }

  function waitForMidnight(): void {
    const { end } = serviceDayBounds(serviceDay(clock.now()))
    cancelTimer = clock.after(end - clock.now(), () => {
      write('midnight')
      waitForMidnight()
    })
  }

  return {
    /** The account was seen: the first time in a run, and in a day, this is its opening. */
    seen: () => {
      const profileId = deps.profileId()
      const business = deps.balance()
      if (profileId === null || business === null) return
      const first = `${profileId} ${serviceDay(business.at)}`
      if (opened.has(first)) return
      opened.add(first)
      write('opening')
    },
    start: waitForMidnight,
    /** Writes the closing. */
    stop: () => {
      cancelTimer?.()
      write('closing')
    },
  }
}
