import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import type { Recharges } from '../../../shared/contract/catalog.ts'
import { directionOf } from '../../../shared/domain/product/direction.ts'
import { rechargeFields } from '../../../shared/domain/form/recharge.ts'
import type { CatalogDeps } from './ports.ts'
import { changeStored, readEntries } from '../../stored-values.ts'
import type { StoredProduct } from '../../store/cache/catalog-cache.ts'
import type { Details } from './details.ts'
import { inTurns, type Listing } from './listing.ts'
import { shownProduct, type Beside } from './shelf.ts'

/** The products offered for a number, and the most whose form is looked at: a shop has few of them. */
const most = 12
const looked = 200
/** So many forms are read before others have their turn. */
const readAtOnce = 10

/** So many approved sales say what a shop's usual values are. */
const enough = 40

const key = 'rechargeAmounts'
const amountsSchema = z.array(z.int().positive())

const none: Recharges = { products: [], amounts: null }

/** The top-ups that the shop can begin with a number, those it uses first, and its usual values. */
export async function recharges({ details, favourites }: Listing): Promise<Recharges> {
  const { deps } = details
  const profileId = deps.profileId()
  const list = profileId === null ? null : deps.cache.list(profileId)
  if (profileId === null || list === null) return none
  const beside = {
    profileId,
    favourites: favourites.of(profileId),
    soldCounts: deps.soldCounts(),
    directions: deps.directions(),
  }
  const rank = (id: string) =>
    beside.favourites.has(id) ? Infinity : (beside.soldCounts.get(id) ?? 0)
  const used = (await candidates(details, list.id, beside.directions))
    .sort((one, other) => compare(rank(other.id), rank(one.id)))
    .slice(0, looked)
  const found = await firstOf(used, details, profileId)
  if (details.ending.signal.aborted) return none
  const products = found.map((stored) => ({
    ...shownProduct(stored, beside),
    categoryName: stored.categoryName,
  }))
  return {
    products,
    amounts: usualAmounts(
      deps,
      profileId,
      found.map(({ id }) => id),
    ),
  }
}

const compare = (one: number, other: number) => (one === other ? 0 : one - other)

/** What has a form here, no price of its own, and takes cash in. */
async function candidates(
  { deps, ending }: Details,
  list: number,
  directions: Beside['directions'],
): Promise<StoredProduct[]> {
  const found: StoredProduct[] = []
  for await (const part of inTurns((from) => deps.cache.products(list, from), ending.signal)) {
    const fitting = part.filter(
      (stored) =>
        stored.price === null &&
        stored.detailAt !== null &&
        directionOf(stored, directions) === 'in',
    )
    found.push(...fitting)
  }
  return found
}

/** What a form of this run's catalog was found to be, by its product and when it came: each is read once. */
const known = new WeakMap<CatalogDeps, Map<string, boolean>>()

/** The first that are top-ups, until the catalog is closed. Forms are read a few at a time: whatever else waits comes in between. */
async function firstOf(
  products: readonly StoredProduct[],
  { deps, ending }: Details,
  profileId: string,
): Promise<StoredProduct[]> {
  const seen = known.get(deps) ?? new Map<string, boolean>()
  known.set(deps, seen)
  const found: StoredProduct[] = []
  let read = 0
  for (const product of products) {
    if (found.length === most || ending.signal.aborted) break
    const form = `${profileId} ${product.id} ${product.detailAt}`
    let is = seen.get(form)
    if (is === undefined) {
      is = isRecharge(deps, profileId, product.id)
      seen.set(form, is)
      read += 1
      if (read % readAtOnce === 0) await setImmediate()
    }
    if (is) found.push(product)
  }
  return found
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
  const learnt = readEntries(amountsSchema, deps.settings.get(key))[profileId]
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
  changeStored(deps.settings, key, { [profileId]: amounts })
  return amounts
}

/** As many as have keys. */
const usual = 4
