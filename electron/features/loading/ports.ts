import type { Emit } from '../../../shared/contract/index.ts'
import type { AppError } from '../../../shared/errors.ts'
import type { Clock } from '../../async/clock.ts'
import type { SettingsStore } from '../../host/host.ts'
import type { MerchantService } from '../../service/service.ts'
import type { JournalAccess } from '../../store/journal/journal-access.ts'

/** What loading needs of the rest of the house. */
export interface LoadingDeps {
  /** The active profile's service; throws NO_PROFILE or NO_TOKEN. */
  service: () => MerchantService
  profileId: () => string | null
  /** How far the service's clock is ahead of this computer's; null: not known. */
  clockSkewMs?: () => number | null
  /** To write balances in. */
  journal: Pick<JournalAccess, 'write'>
  /** Lets the top bar show the balance that was seen. */
  refreshBalance: () => void
  openUrl: (url: string) => Promise<void>
  /** Where the load that is waited for outlasts the program. */
  settings: SettingsStore
  emit: Emit
  onProblem: (error: AppError) => void
  clock: Pick<Clock, 'now' | 'after'>
}
