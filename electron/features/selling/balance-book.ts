import { serviceDay, serviceDayBounds } from '../../../shared/domain/dates.ts'
import { toAppError } from '../../../shared/errors.ts'
import type { SnapshotReason } from '../../store/journal-reader.ts'
import type { SellingDeps } from './ports.ts'

/** Writes the balance down at the moments that the service will not tell of later. */
export interface BalanceBook {
  /** The account was seen: the first time in a run this is its opening. */
  seen(): void
  write(reason: SnapshotReason): void
  start(): void
  /** Writes the closing. */
  stop(): void
}

export function createBalanceBook(deps: SellingDeps): BalanceBook {
  const { journal, clock } = deps
  const opened = new Set<string>()
  let cancelTimer: (() => void) | null = null

  function write(reason: SnapshotReason): void {
    const profileId = deps.profileId()
    const business = deps.balance()
    if (profileId === null || business === null) return
    try {
      const { balance, profits } = business
      journal.recordBalance(profileId, { at: clock.now(), reason, balance, profits })
    } catch (caught) {
      deps.onProblem(toAppError(caught))
    }
  }

  function waitForMidnight(): void {
    const { end } = serviceDayBounds(serviceDay(clock.now()))
    cancelTimer = clock.after(end - clock.now(), () => {
      write('midnight')
      waitForMidnight()
    })
  }

  return {
    seen: () => {
      const profileId = deps.profileId()
      if (profileId === null || deps.balance() === null || opened.has(profileId)) return
      opened.add(profileId)
      write('opening')
    },
    write,
    start: waitForMidnight,
    stop: () => {
      cancelTimer?.()
      write('closing')
    },
  }
}
