import type { Settings } from '../../../shared/contract/settings.ts'
import type { Tender } from '../../../shared/domain/drawer/tender.ts'
import type { Business } from '../../../shared/domain/receipt/business.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'
import type { CommonDeps } from '../../deps.ts'
import type { Host } from '../../host/host.ts'
import type { PrintSystem } from './deliver.ts'

/** What paper needs of the rest of the house. */
export interface ReceiptsDeps extends Pick<
  CommonDeps,
  'journal' | 'settings' | 'emit' | 'now' | 'onProblem'
> {
  /** null: this run has no printer at all (the command line). */
  system: PrintSystem | null
  /** Opens a message to a customer; null: this run opens nothing. */
  openChat: Host['openChat'] | null
  /** Sales as the journal has them; null: there is no such sale. */
  sale: (saleId: string) => Sale | null
  tender: (saleId: string) => Tender | null
  /** See shared/domain/drawer, mayKnowDrawer. */
  mayKnowDrawer: () => boolean
  business: () => Business
  formatting: () => Pick<Settings, 'language' | 'decimalSign' | 'sendByWhatsApp'>
  /** Who is at the register. */
  cashier: () => string | null
  mustBeApproved: (path: string) => void
}
