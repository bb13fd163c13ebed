import type { Profile } from '../shared/contract/connection.ts'
import type { Emit } from '../shared/contract/index.ts'
import type { AppError } from '../shared/errors.ts'
import type { Clock } from './async/clock.ts'
import type { SettingsStore } from './host/host.ts'
import type { MerchantService } from './service/service.ts'
import type { JournalAccess } from './store/journal/journal-access.ts'

/** What is handed to every feature alike: each takes of it what its own deps name. */
export interface CommonDeps {
  /** The journal as this run has it; where it cannot be read it says so. */
  journal: JournalAccess
  settings: SettingsStore
  emit: Emit
  clock: Clock
  /** The wall clock, epoch milliseconds. */
  now: () => number
  /** How this shop writes the decimal sign. */
  decimalSign: () => 'comma' | 'point'
  /** Told of what went wrong behind, where no call is there to answer. */
  onProblem: (error: AppError) => void
}

/** The same with the account in use. */
export interface AccountDeps extends CommonDeps {
  /** The active profile's id; null: there is none yet. */
  profileId: () => string | null
  /** The active profile; null: there is none yet. */
  profile: () => Profile | null
  /** The active profile's service; throws NO_PROFILE or NO_TOKEN. */
  service: () => MerchantService
}
