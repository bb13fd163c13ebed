import type { CatalogProduct } from '../../../shared/contract/catalog.ts'

/** Products under one label: a category, a list of the shop's own, or what a search found. */
export interface Section {
  key: string
  label: string
  products: readonly CatalogProduct[]
  /** Beside what was searched for: not found by it. */
  beside?: boolean
}

/** One line of the shelf: a label where its section begins, and some of its products. */
export interface ShelfLine {
  section: Section
  /** How many products a whole line of the section holds. */
  columns: number
  isFirst: boolean
  /** Of the section. */
  from: number
  products: readonly CatalogProduct[]
}

/** How far the page keys lead, in lines. */
const page = 4

/**
 * Sections cut into lines of so many products each as `columnsOf` has them; where a line and a product are is worked out when it is asked, so
 * that a hundred thousand products cost what their sections do.
 */
export function createShelfLines(
  sections: readonly Section[],
  columnsOf: (section: Section) => number,
) {
  const starts: { line: number; product: number; section: Section; columns: number }[] = []
  let [line, product] = [0, 0]
  for (const section of sections) {
    if (section.products.length === 0) continue
    const columns = columnsOf(section)
    starts.push({ line, product, section, columns })
    line += Math.ceil(section.products.length / columns)
    product += section.products.length
  }
  const [lines, products] = [line, product]
  const startOf = (by: 'line' | 'product', at: number) => lastNotAfter(starts, by, at)

  /** The line of a product, and its place in it. */
  function placeOf(index: number): { line: number; column: number } {
    const start = startOf('product', index)
    if (!start) return { line: 0, column: 0 }
    const { columns, product } = start
    const within = index - product
    return { line: start.line + Math.floor(within / columns), column: within % columns }
  }

  function lineAt(at: number): (ShelfLine & { product: number }) | null {
    const start = at < lines ? startOf('line', at) : undefined
    if (!start) return null
    const { section, columns } = start
    const from = (at - start.line) * columns
    const products = section.products.slice(from, from + columns)
    return { section, columns, isFirst: from === 0, from, products, product: start.product + from }
  }

  /** The product of a line nearest to a column. */
  function inLine(at: number, column: number): number {
    const found = lineAt(Math.max(0, Math.min(lines - 1, at)))
    return found ? found.product + Math.min(column, found.products.length - 1) : 0
  }

  return {
    lines,
    products,
    placeOf,
    lineAt,
    productAt: (index: number): CatalogProduct | null => {
      const start = index < products ? startOf('product', index) : undefined
      return start?.section.products[index - start.product] ?? null
    },
    /** Where the selection goes from `index` by an arrow key, or null for another key. */
    move(key: string, index: number): number | null {
      const { line: at, column } = placeOf(index)
      switch (key) {
        case 'ArrowRight':
          return Math.min(products - 1, index + 1)
        case 'ArrowLeft':
          return Math.max(0, index - 1)
        case 'ArrowDown':
          return at === lines - 1 ? index : inLine(at + 1, column)
        case 'ArrowUp':
          return at === 0 ? index : inLine(at - 1, column)
        case 'PageDown':
          return inLine(at + page, column)
        case 'PageUp':
          return inLine(at - page, column)
        case 'Home':
          return 0
        case 'End':
          return Math.max(0, products - 1)
        default:
          return null
      }
    },
  }
}

/** The last one that begins at `at` or before, by halving. */
function lastNotAfter<K extends string, T extends Record<K, number>>(
  sorted: readonly T[],
  by: K,
  at: number,
): T | undefined {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.[by] ?? Infinity) <= at) low = middle + 1
    else high = middle
  }
  return sorted[low - 1]
}
