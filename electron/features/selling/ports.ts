import type { MayOwe } from '../../../shared/domain/credit/may-owe.ts'
import type { MayMoveCash } from '../../../shared/domain/drawer/may-move-cash.ts'
import type { SaleProduct } from '../../../shared/domain/sale/sale-product.ts'
import type { SoldThere } from '../../../shared/domain/sale/sold-there.ts'
import type { AccountDeps } from '../../deps.ts'
import type { MerchantAccount } from '../../service/service.ts'
import type { Intent } from '../../store/sales/intent.ts'
import type { BalanceSnapshot } from '../../store/tables/balance-snapshots.ts'
import type { Journal } from '../../store/journal/journal.ts'
import type { TrailDraft } from '../../store/tables/trail.ts'
import type { FormNotes } from './form-notes.ts'
import type { SaleSearch } from './reads.ts'

/** The other registers of the shop. */
export interface Elsewhere {
  /**
   * Says that this is about to be sold here, and asks who else sells the same, or did within so many milliseconds; `anyway`: it is
   * sold whatever is answered. Never rejects and takes 400 ms at most. null: there is nobody to ask, and nothing to wait for.
   */
  claim(intent: Intent, withinMs: number, anyway: boolean): Promise<SoldThere | null> | null
  /** What was claimed is not sold after all. */
  release(saleId: string): void
}

/** What selling needs of the rest of the house. */
export interface SellingDeps extends Pick<
  AccountDeps,
  'service' | 'profileId' | 'emit' | 'clock' | 'onProblem'
> {
  journal: Journal
  /** Throws PRODUCT_NOT_FOUND, DIRECTION_UNCONFIRMED, FORM_NOT_STORED or why the service did not give the form. */
  productForSale: (productId: string) => Promise<SaleProduct>
  /** The computer woke up; returns its own unsubscribe. */
  onResume: (listener: () => void) => () => void
  /** The account as last seen, when (epoch ms), and how far the service's clock was ahead then. */
  balance: () => (MerchantAccount & Pick<BalanceSnapshot, 'at' | 'skewMs'>) | null
  /** Told after a sale ended, so that the balance is asked again. */
  refreshBalance: () => void
  /** Told of what the service's forms hold that nobody knows. */
  formNotes?: FormNotes
  /** Who is at the register, for each sale; null: one person works here without a PIN. */
  cashier?: () => { id: string; name: string } | null
  /** The open shift of who is at the register; null: none. */
  shift?: () => string | null
  /** The line of the trail that is written with a new sale; null: none. */
  trailLine?: (sale: { id: string; createdAt: number }) => TrailDraft | null
  /** Throws why no new sale may begin now; a draft that is a sale already is answered all the same. */
  mayBegin?: () => void
  /** How a sale is paid, with who owes it as the book of credit names them; throws why it may not be owed. */
  mayOwe?: MayOwe
  /** Throws why the cash of a sale may not be moved: a limit of who sells, or a drawer that does not hold it. */
  mayMoveCash?: MayMoveCash
  /** Throws SOLD_ELSEWHERE where the same may have been sold on a computer before this one; not asked where it is sold again on purpose. */
  refuseSoldSince?: (intent: Intent) => void
  /** Left out: there is no other register. */
  elsewhere?: Elsewhere
  /** What finds sales by a text; left out: the journal itself does. */
  search?: SaleSearch
  /** Makes `_id` from the moment; a UUIDv7 unless a test wants its own. */
  newId?: (epochMs: number) => string
}
