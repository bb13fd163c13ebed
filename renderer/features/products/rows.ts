import type { Catalog, CatalogProduct } from '../../../shared/contract/catalog.ts'
import { guessDirection, isDirectionGuess } from '../../../shared/domain/product/direction.ts'
import type { Direction } from '../../../shared/domain/money/money.ts'
import type { ProductSetting } from '../../../shared/domain/product/product-setting.ts'

/** A product of the list with what its names suggest. */
export interface ProductRow {
  id: string
  name: string
  image: CatalogProduct['image']
  categoryId: string
  categoryName: string
  guess: Direction
  /** What its names suggest is no more than a guess, and no sale has shown it. */
  isGuess: boolean
}

/** The products of the catalog in its order. */
export function rowsOf({ products, categories }: Catalog): ProductRow[] {
  const names = new Map(categories.map(({ id, name }) => [id, name]))
  return products.map(({ id, name, image, categoryId, price, soldCount }) => {
    const categoryName = names.get(categoryId) ?? ''
    const guess = guessDirection(categoryName, name)
    const isGuess = soldCount === 0 && isDirectionGuess({ name, categoryName, price, form: null })
    return { id, name, image, categoryId, categoryName, guess, isGuess }
  })
}

/** Which products of a list are shown. */
export interface RowFilter {
  /** '' for all. */
  categoryId: string
  onlyUnclassified: boolean
  onlyGuessed: boolean
}

/** The owner has to say which way its cash goes before it is sold, unless its form says it. */
export function isUnconfirmed(
  { id, isGuess }: ProductRow,
  settings: ReadonlyMap<string, ProductSetting>,
): boolean {
  return isGuess && (settings.get(id)?.direction ?? null) === null
}

/** Those that a filter lets through; what a person classifies meanwhile stays until the filter is changed. */
export function filterRows(
  rows: readonly ProductRow[],
  { categoryId, onlyUnclassified, onlyGuessed }: RowFilter,
  settings: ReadonlyMap<string, ProductSetting>,
): ProductRow[] {
  return rows.filter(
    (row) =>
      (categoryId === '' || row.categoryId === categoryId) &&
      (!onlyUnclassified || (settings.get(row.id)?.nature ?? null) === null) &&
      (!onlyGuessed || isUnconfirmed(row, settings)),
  )
}
