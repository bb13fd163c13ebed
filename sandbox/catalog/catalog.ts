import { minor } from '../money.ts'
import type { Currency } from '../money.ts'
import { plain } from './behaviours/plain.ts'
import { COLOMBIA } from './colombia.ts'
import { ECUADOR } from './ecuador.ts'
import { unshown } from './unshown.ts'
import type { ServiceCategory, ServiceCountry, Product, Row } from './types.ts'

export interface ServiceCatalog {
  categories: ServiceCategory[]
  products: Product[]
  /** By identifier, as a number or as text. */
  find(id: string | number): Product | undefined
}

/** A product from its row and what its family shares. */
function productOf(
  [family, amount, id, name, tip, more = {}]: Row,
  country: ServiceCountry,
  categoryId: number,
): Product {
  const { title, button, fields, behaviour = plain, direction = 'in' } = family(country)
  return {
    id,
    name,
    description: `${title}: ${name}`,
    image: `/images/${more.image ?? `${id}.svg`}`,
    categoryId,
    tip,
    country,
    direction,
    title,
    button,
    fields,
    amount,
    cost: minor(more.cost ?? 0),
    incentive: more.incentive === undefined ? null : minor(more.incentive),
    behaviour,
  }
}

/** The catalog of the country that uses this currency; `named`: with what the contract only names. */
export function createServiceCatalog(currency: Currency, named: boolean): ServiceCatalog {
  const country = currency === 'COP' ? 'CO' : 'EC'
  const shown = currency === 'COP' ? COLOMBIA : ECUADOR
  const shelves = named ? { ...shown, ...unshown(country) } : shown
  const categories = Object.entries(shelves).map(([name, rows], index) => ({
    id: index + 1,
    name,
    sort: (index + 1) * 10,
    products: rows.map((row) => productOf(row, country, index + 1)),
  }))
  const products = categories.flatMap((category) => category.products)
  const byId = new Map(products.map((product) => [String(product.id), product]))
  if (byId.size !== products.length) throw new Error('two products have the same identifier')
  return { categories, products, find: (id) => byId.get(String(id)) }
}
