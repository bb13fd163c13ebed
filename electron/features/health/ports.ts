import type { ConnectionState } from '../../../shared/contract/connection.ts'
import type { CopiesState, JournalState } from '../../../shared/contract/journal.ts'
import type { MonthlyState } from '../../../shared/contract/upkeep/monthly.ts'
import type { Printer } from '../../../shared/contract/receipts.ts'
import type { AppInfo, Settings, UpdatesState } from '../../../shared/contract/settings.ts'
import type { Business } from '../../../shared/domain/receipt/business.ts'
import type { CommonDeps } from '../../deps.ts'
import type { SystemPrinter } from '../../host/host.ts'
import type { ServicePace } from '../../service/pace-book.ts'

/** What the health of the register is looked for in. */
export interface HealthDeps extends Pick<CommonDeps, 'journal' | 'now'> {
  dataDir: string
  version: string
  /** Which window; null: the command line. */
  host: AppInfo['host'] | null
  journalState: () => JournalState
  /** Copies of the journal elsewhere. */
  copies: () => Promise<CopiesState>
  updates: () => Promise<UpdatesState>
  connection: () => Omit<ConnectionState, 'business'>
  /** The month's file that is written by itself. */
  monthly: () => MonthlyState
  /** How long the service took for what this run asked. */
  pace: () => ServicePace[]
  settings: () => Settings
  business: () => Business
  printer: () => Printer
  /** Printers that the system knows; none where this run prints nothing. */
  printers: () => Promise<SystemPrinter[]>
  mustBeApproved: (path: string) => void
}
