import type { Catalog, CatalogProduct } from '../../../shared/contract/catalog.ts'
import type { Section } from './shelf-lines.ts'

/** A tab over the shelf: everything, two lists of the shop's own, or one of the service's categories. */
export type Tab =
  | { kind: 'favourites' }
  | { kind: 'top' }
  | { kind: 'all' }
  | { kind: 'category'; id: string; name: string }

/** A text that tells tabs apart. */
export function tabKey(tab: Tab): string {
  return tab.kind === 'category' ? `category:${tab.id}` : tab.kind
}

/** The tabs in their order; a category without products is not offered. */
export function tabsOf(catalog: Catalog): Tab[] {
  const filled = new Set(catalog.products.map((product) => product.categoryId))
  return [
    { kind: 'all' },
    { kind: 'favourites' },
    { kind: 'top' },
    ...catalog.categories
      .filter(({ id }) => filled.has(id))
      .map(({ id, name }): Tab => ({ kind: 'category', id, name })),
  ]
}

/** How many products "most sold" shows. */
const topSize = 30

/** The products of a tab, in order. */
export function productsOf(catalog: Catalog, tab: Tab): readonly CatalogProduct[] {
  switch (tab.kind) {
    case 'favourites':
      return catalog.products.filter((product) => product.favourite)
    case 'top':
      return catalog.products
        .filter((product) => product.soldCount > 0)
        .sort((a, b) => b.soldCount - a.soldCount)
        .slice(0, topSize)
    case 'all':
      return catalog.products
    case 'category':
      return catalog.products.filter((product) => product.categoryId === tab.id)
  }
}

/** The products of each category that has any, in the service's order. */
export function byCategory({ categories, products }: Catalog): Section[] {
  const filled = new Map<string, CatalogProduct[]>(categories.map(({ id }) => [id, []]))
  for (const product of products) {
    const own = filled.get(product.categoryId)
    if (own) own.push(product)
    else filled.set(product.categoryId, [product])
  }
  const names = new Map(categories.map(({ id, name }) => [id, name]))
  return [...filled]
    .filter(([, own]) => own.length > 0)
    .map(([id, own]) => ({ key: `category:${id}`, label: names.get(id) ?? '', products: own }))
}

/** Fewer hits than this leave room for what stands beside them. */
const fewHits = 24

/** What stands beside a few hits: the rest of the categories that they are of, then the rest of the shelf. */
export function besideHits(
  hits: readonly CatalogProduct[],
  categories: readonly Section[],
): Section[] {
  if (hits.length === 0 || hits.length >= fewHits) return []
  const found = new Set(hits.map(({ id }) => id))
  const keys = new Set(hits.map(({ categoryId }) => `category:${categoryId}`))
  const near = [...keys].flatMap((key) => categories.find((one) => one.key === key) ?? [])
  const left = near.map((section) => ({
    ...section,
    products: section.products.filter(({ id }) => !found.has(id)),
  }))
  const rest = categories.filter(({ key }) => !keys.has(key))
  return [...left, ...rest].map((section) => ({ ...section, beside: true }))
}

/** As many favourites as have keys. */
export const quickKeys = 8

/**
 * The products that have keys: the owner's favourites; until there are any what is sold most, where each keeps the
 * place that it had (`before`), as a key that moved would open something else.
 */
export function quickOf({ products }: Catalog, before: readonly string[]): CatalogProduct[] {
  const marked = products.filter(({ favourite }) => favourite)
  if (marked.length > 0) return marked.slice(0, quickKeys)
  const sold = products.filter(({ soldCount }) => soldCount > 0)
  const kept = before.flatMap((id) => sold.find((product) => product.id === id) ?? [])
  const more = sold
    .filter((product) => !kept.includes(product))
    .sort((one, other) => other.soldCount - one.soldCount)
  return [...kept, ...more].slice(0, quickKeys)
}
