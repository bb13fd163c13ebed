import type { Emit } from '../../../shared/contract/index.ts'
import type { Settings } from '../../../shared/contract/settings.ts'
import type { Tender } from '../../../shared/domain/drawer/tender.ts'
import type { Business } from '../../../shared/domain/receipt/business.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'
import type { AppError } from '../../../shared/errors.ts'
import type { SettingsStore } from '../../host/host.ts'
import type { JournalAccess } from '../../store/journal/journal-access.ts'
import type { PrintSystem } from './deliver.ts'

/** What paper needs of the rest of the house. */
export interface ReceiptsDeps {
  /** null: this run has no printer at all (the command line). */
  system: PrintSystem | null
  settings: SettingsStore
  /** Sales as the journal has them; null: there is no such sale. */
  sale: (saleId: string) => Sale | null
  tender: (saleId: string) => Tender | null
  /** What was printed. */
  journal: JournalAccess
  business: () => Business
  formatting: () => Pick<Settings, 'language' | 'decimalSign'>
  /** Who is at the register. */
  cashier: () => string | null
  mustBeApproved: (path: string) => void
  emit: Emit
  now: () => number
  onProblem: (error: AppError) => void
}
