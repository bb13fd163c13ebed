import type { Currency } from '../money.ts'
import { COLOMBIA } from './colombia.ts'
import { ECUADOR } from './ecuador.ts'
import { unshown } from './families/unshown.ts'
import type { Category, Product } from './types.ts'

export interface Catalog {
  categories: Category[]
  products: Product[]
  /** By identifier, as a number or as text. */
  find(id: string | number): Product | undefined
}

/** The catalog of the country that uses this currency; `named`: with what the contract only names. */
export function createCatalog(currency: Currency, named = false): Catalog {
  const shown = currency === 'COP' ? COLOMBIA : ECUADOR
  const table = named ? [...shown, ...unshown(currency === 'COP' ? 'CO' : 'EC')] : shown
  const categories = table.map(([name, products], index) => ({
    id: index + 1,
    name,
    sort: (index + 1) * 10,
    products: products.map((product) => ({ ...product, categoryId: index + 1 })),
  }))
  const products = categories.flatMap((category) => category.products)
  const byId = new Map(products.map((product) => [String(product.id), product]))
  if (byId.size !== products.length) throw new Error('two products have the same identifier')
  return { categories, products, find: (id) => byId.get(String(id)) }
}
