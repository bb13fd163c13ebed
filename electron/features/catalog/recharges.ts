import { z } from 'zod'
import type { Recharges } from '../../../shared/contract/catalog.ts'
import { rechargeFields } from '../../../shared/domain/form/recharge.ts'
import type { CatalogDeps } from './ports.ts'
import type { Listing } from './listing.ts'
import { showShelf, type Shelf, type ShelfProduct } from './shelf.ts'

/** The products offered for a number, and the most whose form is looked at: a shop has few of them. */
const most = 12
const looked = 200

/** So many approved sales say what a shop's usual values are. */
const enough = 40

const key = 'rechargeAmounts'
const storedSchema = z.record(z.string(), z.array(z.int().positive()))

/** The top-ups that the shop can begin with a number, those it uses first, and its usual values. */
export async function recharges({ details, favourites }: Listing): Promise<Recharges> {
  const { deps, shelves } = details
  const shelf = await shelves.current()
  if (shelf === null) return { products: [], amounts: null }
  const starred = favourites.of(shelf.profileId)
  const sold = deps.soldCounts()
  const rank = (id: string) => (starred.has(id) ? Infinity : (sold.get(id) ?? 0))
  const found = new Map(
    candidates(shelf, deps)
      .sort((one, other) => compare(rank(other.stored.id), rank(one.stored.id)))
      .slice(0, looked)
      .filter(({ stored }) => isRecharge(deps, shelf.profileId, stored.id))
      .slice(0, most)
      .map((product) => [product.stored.id, product]),
  )
  const shown = showShelf({ ...shelf, products: found }, starred, sold, deps.directions())
  const products = shown.products.map((product) => ({
    ...product,
    categoryName: found.get(product.id)?.categoryName ?? '',
  }))
  return { products, amounts: usualAmounts(deps, shelf.profileId, [...found.keys()]) }
}

const compare = (one: number, other: number) => (one === other ? 0 : one - other)

/** What has a form here, no price of its own, and takes cash in. */
function candidates(shelf: Shelf, deps: CatalogDeps): ShelfProduct[] {
  const directions = deps.directions()
  return [...shelf.products.values()].filter(({ stored, direction }) => {
    const way = directions.get(stored.id) ?? direction
    return stored.price === null && way === 'in' && shelf.detailTimes.has(stored.id)
  })
}

function isRecharge(deps: CatalogDeps, profileId: string, productId: string): boolean {
  const inputs = deps.cache.detail(profileId, productId)?.form?.inputs
  return inputs !== undefined && rechargeFields(inputs) !== null
}

/**
 * What this shop sells most, learnt once and kept, as a key that moves sells something else; null: too few sales say so.
 */
function usualAmounts(
  deps: CatalogDeps,
  profileId: string,
  productIds: readonly string[],
): number[] | null {
  const stored = storedSchema.safeParse(deps.settings.get(key)).data ?? {}
  const learnt = stored[profileId]
  if (learnt?.length === usual) return learnt
  const counts = new Map<number, number>()
  for (const minor of productIds.flatMap((id) => deps.soldAmounts(id))) {
    counts.set(minor, (counts.get(minor) ?? 0) + 1)
  }
  const sales = [...counts.values()].reduce((sum, count) => sum + count, 0)
  if (sales < enough || counts.size < usual) return null
  const amounts = [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, usual)
    .map(([minor]) => minor)
    .sort((one, other) => one - other)
  deps.settings.set(key, { ...stored, [profileId]: amounts })
  return amounts
}

/** As many as have keys. */
const usual = 4
