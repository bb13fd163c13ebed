import type { CatalogProduct } from '../../../shared/contract/catalog.ts'
import { isOlder } from '../../../shared/domain/time/dates.ts'
import { directionOf } from '../../../shared/domain/product/direction.ts'
import type { Direction } from '../../../shared/domain/money/money.ts'
import type { FormTimes, StoredProduct } from '../../store/cache/catalog-cache.ts'
import { pictureUrl } from './pictures.ts'

/** What is known of a profile's products beside the list that the service gave. */
export interface Beside {
  profileId: string
  favourites: ReadonlySet<string>
  /** Sales in the journal by product id. */
  soldCounts: ReadonlyMap<string, number>
  /** The direction that the owner chose, by product id. */
  directions: ReadonlyMap<string, Direction>
}

/** A stored product as the window gets it. */
export function shownProduct(stored: StoredProduct, beside: Beside): CatalogProduct {
  const { id, name, description, categoryId, price, tip } = stored
  return {
    id,
    name,
    description,
    categoryId,
    image: stored.image === null ? null : pictureUrl(beside.profileId, id, stored.image),
    price,
    tip,
    direction: directionOf(stored, beside.directions),
    favourite: beside.favourites.has(id),
    soldCount: beside.soldCounts.get(id) ?? 0,
    formStored: stored.detailAt !== null,
  }
}

const hour = 3_600_000
/** After how long a stored form is brought again: what this shop uses daily, the rest every four weeks. */
const staleAfter = { used: 24 * hour, rest: 28 * 24 * hour }

/** Which products' details to bring, in this order. */
export interface WantedDetails {
  /** Favourites, then the most sold. */
  used: string[]
  rest: string[]
}

/**
 * Goes through a list a part at a time: what is not stored, what grew old, and what the list says something else of
 * since its form came.
 */
export function createWantedDetails(
  { favourites, soldCounts }: Pick<Beside, 'favourites' | 'soldCounts'>,
  now: number,
) {
  const missing: WantedDetails = { used: [], rest: [] }
  const stale: WantedDetails = { used: [], rest: [] }
  const rank = (id: string) => (favourites.has(id) ? Infinity : (soldCounts.get(id) ?? 0))
  const byRank = (a: string, b: string) => (rank(a) === rank(b) ? 0 : rank(b) - rank(a))
  return {
    look({ productId, detailAt, changedAt }: FormTimes): void {
      const group = rank(productId) > 0 ? 'used' : 'rest'
      if (detailAt === null) return void missing[group].push(productId)
      // A change that is still to come was written down by a clock that ran ahead.
      const isChanged = detailAt < changedAt && changedAt <= now
      if (isChanged || isOlder(detailAt, staleAfter[group], now)) stale[group].push(productId)
    },
    found: (): WantedDetails => ({
      used: [...missing.used.toSorted(byRank), ...stale.used.toSorted(byRank)],
      rest: [...missing.rest, ...stale.rest],
    }),
  }
}
