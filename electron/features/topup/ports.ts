import type { AccountDeps } from '../../deps.ts'
import type { Clock } from '../../async/clock.ts'
import type { JournalAccess } from '../../store/journal/journal-access.ts'

/** What a top-up needs of the rest of the house. */
export interface TopUpDeps extends Pick<
  AccountDeps,
  'service' | 'profileId' | 'settings' | 'emit' | 'onProblem'
> {
  /** How far the service's clock is ahead of this computer's; null: not known. */
  clockSkewMs?: () => number | null
  /** To write balances in. */
  journal: Pick<JournalAccess, 'write'>
  /** Lets the top bar show the balance that was seen. */
  refreshBalance: () => void
  openUrl: (url: string) => Promise<void>
  clock: Pick<Clock, 'now' | 'after'>
}
