import type { Catalog, CatalogProduct } from '../../../shared/contract/catalog.ts'
import { isOlder } from '../../../shared/domain/time/dates.ts'
import { guessDirection } from '../../../shared/domain/money/direction.ts'
import type { Direction } from '../../../shared/domain/money/money.ts'
import type { CatalogCache, StoredProduct } from '../../store/cache/catalog-cache.ts'
import { pictureUrl } from './pictures.ts'

/** What a profile's stored catalog holds of one product. */
export interface ShelfProduct {
  stored: StoredProduct
  categoryName: string
  /** As the names of product and category suggest. */
  direction: Direction
  image: string | null
}

/** A profile's stored catalog in memory, so that catalog.get costs no reading. */
export interface Shelf {
  readonly profileId: string
  readonly categories: Catalog['categories']
  readonly products: ReadonlyMap<string, ShelfProduct>
  /** When each stored detail came. */
  readonly detailTimes: Map<string, number>
  readonly fetchedAt: number | null
}

/**
 * A profile's shelf, and the steps that fill it: it is whole only when all of them were taken. A catalog of up to
 * 1,000 products takes one.
 */
export function readShelf(
  cache: CatalogCache,
  profileId: string,
): { shelf: Shelf; steps: Iterator<void> } {
  const { categories, fetchedAt } = cache.head(profileId)
  const products = new Map<string, ShelfProduct>()
  const detailTimes = new Map<string, number>()

  function* steps(): Generator<void> {
    const names = new Map(categories.map(({ id, name }) => [id, name]))
    const found: ShelfProduct[] = []
    let isFirst = true
    for (const part of cache.products(profileId)) {
      if (!isFirst) yield
      isFirst = false
      for (const stored of part) {
        const categoryName = names.get(stored.categoryId)
        if (categoryName === undefined) continue
        const { id, name, image: path, detailAt } = stored
        const image = path === null ? null : pictureUrl(profileId, id, path)
        const direction = guessDirection(categoryName, name)
        found.push({ stored, categoryName, direction, image })
        if (detailAt !== null) detailTimes.set(id, detailAt)
      }
    }
    found.sort((one, other) => one.stored.place - other.stored.place)
    for (const product of found) products.set(product.stored.id, product)
  }

  return { shelf: { profileId, categories, products, detailTimes, fetchedAt }, steps: steps() }
}

/** The shelf as the window gets it, with what is known beside the catalog. */
export function showShelf(
  shelf: Shelf,
  favourites: ReadonlySet<string>,
  soldCounts: ReadonlyMap<string, number>,
  directions: ReadonlyMap<string, Direction>,
): Catalog {
  return {
    categories: shelf.categories,
    products: [...shelf.products.values()].map(({ stored, direction, image }) => {
      const product: CatalogProduct = {
        id: stored.id,
        name: stored.name,
        description: stored.description,
        categoryId: stored.categoryId,
        image,
        price: stored.price,
        tip: stored.tip,
        direction: directions.get(stored.id) ?? direction,
        favourite: favourites.has(stored.id),
        soldCount: soldCounts.get(stored.id) ?? 0,
        formStored: shelf.detailTimes.has(stored.id),
      }
      return product
    }),
    fetchedAt: shelf.fetchedAt,
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

/** What is not stored, what grew old, and what the list says something else of since its form came. */
export function wantedDetails(
  shelf: Shelf,
  favourites: ReadonlySet<string>,
  soldCounts: ReadonlyMap<string, number>,
  now: number,
): WantedDetails {
  const rank = (id: string) => (favourites.has(id) ? Infinity : (soldCounts.get(id) ?? 0))
  const isStored = (id: string) => (shelf.detailTimes.has(id) ? 1 : 0)
  const wanted: WantedDetails = { used: [], rest: [] }
  for (const [id, { stored }] of shelf.products) {
    const at = shelf.detailTimes.get(id) ?? -Infinity
    const group = rank(id) > 0 ? 'used' : 'rest'
    // A change that is still to come was written down by a clock that ran ahead.
    const isChanged = at < stored.changedAt && stored.changedAt <= now
    if (isOlder(at, staleAfter[group], now) || isChanged) wanted[group].push(id)
  }
  wanted.used.sort(
    (a, b) => isStored(a) - isStored(b) || (rank(a) === rank(b) ? 0 : rank(b) - rank(a)),
  )
  wanted.rest.sort((a, b) => isStored(a) - isStored(b))
  return wanted
}
