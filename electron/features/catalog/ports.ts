import type { Direction } from '../../../shared/domain/money/money.ts'
import type { AccountDeps } from '../../deps.ts'
import type { CatalogCache } from '../../store/cache/catalog-cache.ts'

/** What the catalog needs of the rest of the house. */
export interface CatalogDeps extends Pick<
  AccountDeps,
  'profileId' | 'service' | 'settings' | 'emit' | 'now' | 'onProblem'
> {
  cache: CatalogCache
  /** Sales in the journal by product id: of these products, or of all. */
  soldCounts: (productIds?: readonly string[]) => ReadonlyMap<string, number>
  /** Of one product. */
  soldCount: (productId: string) => number
  /** The values of a product's newest approved sales, in minor units. */
  soldAmounts: (productId: string) => readonly number[]
  /** The direction that the owner chose, by product id; the others' is guessed. */
  directions: () => ReadonlyMap<string, Direction>
}
