import type { FigureStyle } from '../../../shared/domain/money/figures.ts'
import type { Direction } from '../../../shared/domain/money/money.ts'
import type { Business } from '../../../shared/domain/receipt/business.ts'
import type { SlipPrinter } from '../../../shared/domain/receipt/slip.ts'
import type { Language } from '../../../shared/words/words.ts'
import type { AccountDeps } from '../../deps.ts'
import type { CatalogCache } from '../../store/cache/catalog-cache.ts'

/** What the catalog needs of the rest of the house. */
export interface CatalogDeps extends Pick<
  AccountDeps,
  'profileId' | 'service' | 'settings' | 'emit' | 'now' | 'onProblem'
> {
  cache: CatalogCache
  printer: SlipPrinter
  /** How the shop's papers are written. */
  style: () => { business: Business; language: Language; figures: FigureStyle }
  /** Sales in the journal by product id: of these products, or of all. */
  soldCounts: (productIds?: readonly string[]) => ReadonlyMap<string, number>
  /** Of one product. */
  soldCount: (productId: string) => number
  /** The values of a product's newest approved sales, in minor units. */
  soldAmounts: (productId: string) => readonly number[]
  /** Which way the cash of a product's newest approved sale went; null: there is none. */
  soldDirection: (productId: string) => Direction | null
  /** The direction that the owner chose, by product id; the others' is guessed. */
  directions: () => ReadonlyMap<string, Direction>
}
