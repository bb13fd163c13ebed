import {
  mostPrices,
  priceListSlip,
  type PricedCategory,
} from '../../../shared/domain/product/price-list.ts'
import type { Money } from '../../../shared/domain/money/money.ts'
import type { Slip } from '../../../shared/domain/receipt/slip.ts'
import { serviceDay } from '../../../shared/domain/time/dates.ts'
import { Failure } from '../../../shared/errors.ts'
import { inTurns, type Listing } from './listing.ts'

/**
 * The products that have a price of their own, of one category or of all, for paper. Read a part at a time.
 * @throws Failure PRICES_NONE, PRICES_TOO_MANY
 */
export async function priceList({ details }: Listing, categoryId: string | null): Promise<Slip> {
  const { deps, now, ending } = details
  const { cache, profileId } = deps
  const list = cache.list(profileId() ?? '')
  if (list === null) throw new Failure('PRICES_NONE')
  const byCategory = new Map<string, { name: string; price: Money }[]>()
  let count = 0
  for await (const part of inTurns((from) => cache.products(list.id, from), ending.signal)) {
    for (const { name, price, categoryId: of } of part) {
      if (price === null || (categoryId !== null && of !== categoryId)) continue
      count += 1
      if (count > mostPrices) continue
      const products = byCategory.get(of) ?? []
      products.push({ name, price })
      byCategory.set(of, products)
    }
  }
  if (count === 0) throw new Failure('PRICES_NONE')
  if (count > mostPrices) throw new Failure('PRICES_TOO_MANY', { count, most: mostPrices })
  const categories = cache.categories(list.id).flatMap(({ id, name }): PricedCategory[] => {
    const products = byCategory.get(id)
    return products ? [{ name, products }] : []
  })
  return priceListSlip(categories, serviceDay(now()), deps.style())
}
