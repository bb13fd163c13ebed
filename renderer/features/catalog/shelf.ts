import type { Catalog, CatalogProduct } from '../../../shared/contract/catalog.ts'

/** A tab over the grid: two lists of the shop's own, everything, or one of the service's categories. */
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
    { kind: 'favourites' },
    { kind: 'top' },
    { kind: 'all' },
    ...catalog.categories
      .filter(({ id }) => filled.has(id))
      .map(({ id, name }): Tab => ({ kind: 'category', id, name })),
  ]
}

/** Fewer sold products than this are no list to begin the day with. */
const topEnough = 5

/** The tab to begin with: the first of the shop's own lists that is worth it, else everything. */
export function firstTab(catalog: Catalog): Tab {
  if (catalog.products.some((product) => product.favourite)) return { kind: 'favourites' }
  if (catalog.products.filter((product) => product.soldCount > 0).length >= topEnough) {
    return { kind: 'top' }
  }
  return { kind: 'all' }
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

/** One or two letters that stand for a product without a picture. */
export function monogram(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const letters =
    words.length > 1 ? words.slice(0, 2).map((word) => word.charAt(0)) : [name.trim().slice(0, 2)]
  return letters.join('').toUpperCase()
}
