import { openCache } from '../../electron/store/cache/cache.ts'
import type { ListedCategory } from '../../electron/store/cache/catalog-arrival.ts'
import { openCatalogCache } from '../../electron/store/cache/catalog-cache.ts'
import { money } from '../../shared/domain/money/money.ts'
import { productNames } from '../search/names.ts'
import type { YearsPlan } from './plan.ts'

/** A product as it is sold in the years that are written. */
export interface YearsProduct {
  id: string
  name: string
  category: string
  /** What its form asks for beside the amount: the first identifies the customer. */
  asks: 'phone' | 'bill' | 'account' | 'payout'
}

const categories = 80
/** Most of what a shop sells are top-ups. */
const kinds = ['phone', 'phone', 'phone', 'bill', 'bill', 'account', 'payout'] as const

export function yearsProducts(count: number): YearsProduct[] {
  return productNames(count).map((name, index) => ({
    id: String(10_000 + index),
    name,
    category: `Categoría ${index % categories}`,
    asks: kinds[index % kinds.length] ?? 'phone',
  }))
}

/** The catalog as the last refresh left it. */
export function writeCatalog(path: string, plan: YearsPlan, at: number): void {
  const db = openCache(path)
  const groups = Map.groupBy(yearsProducts(plan.products), ({ category }) => category)
  const listed = [...groups].map(([name, products], index): ListedCategory => ({
    id: String(index + 1),
    name,
    products: products.map((product, place) => ({
      id: product.id,
      name: product.name,
      description: `Venta de ${product.name}`,
      image: `/images/products/${product.id}.png`,
      price: place % 4 === 0 ? money(500_000 + place * 100_000, 'COP') : null,
      tip: `${(place % 9) + 1}`,
    })),
  }))
  Array.from(openCatalogCache(db).arriving(plan.profileId, listed, at))
  db.close()
}
