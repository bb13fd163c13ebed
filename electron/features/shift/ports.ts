import type { MayOwe } from '../../../shared/domain/credit/may-owe.ts'
import type { Business } from '../../../shared/domain/receipt/business.ts'
import type { Language } from '../../../shared/words/words.ts'
import type { FigureStyle } from '../../../shared/domain/money/figures.ts'
import type { SlipPrinter } from '../../../shared/domain/receipt/slip.ts'
import type { TrailStanding } from '../../../shared/domain/people/trail-mark.ts'
import type { AccountDeps } from '../../deps.ts'
import type { BalanceSnapshot } from '../../store/tables/balance-snapshots.ts'

/** What the drawer needs of the rest of the house. */
export interface ShiftDeps extends Pick<
  AccountDeps,
  'journal' | 'profileId' | 'service' | 'emit' | 'now' | 'onProblem'
> {
  /** Who is at the register; null: one person alone. */
  cashier: () => { id: string; name: string } | null
  /** Whether who is at the register may see what the owner earns. */
  maySeeCommissions: () => boolean
  /** Whether who is at the register may count and close the shifts of others, and put right how their sales were paid. */
  mayCloseOthers: () => boolean
  /** Whether who is at the register may say whether a transfer was seen. */
  mayMarkSeen: () => boolean
  /** The account as last seen, when (epoch ms), and how far the service's clock was ahead then. */
  account: () => Omit<BalanceSnapshot, 'reason'> | null
  /** How a sale is paid, with who owes it as the book of credit names them; throws why it may not be owed. */
  mayOwe?: MayOwe
  settings: () => { blindCount: boolean; shiftRequired: boolean; language: Language }
  business: () => Business
  /** How the active profile's country writes money. */
  figures: () => FigureStyle
  /** Copies the journal; what it answers is not waited for. */
  backup: () => Promise<unknown>
  printer: SlipPrinter
  /** The trail as it stands, and what was found about it after a line of it. */
  trail: (after: number) => TrailStanding | null
  newId?: () => string
}
