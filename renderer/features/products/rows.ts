import type { Catalog, CatalogProduct } from '../../../shared/contract/catalog.ts'
import { guessDirection } from '../../../shared/domain/product/direction.ts'
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
}

/** The products of the catalog in its order. */
export function rowsOf({ products, categories }: Catalog): ProductRow[] {
  const names = new Map(categories.map(({ id, name }) => [id, name]))
  return products.map(({ id, name, image, categoryId }) => {
    const categoryName = names.get(categoryId) ?? ''
    const guess = guessDirection(categoryName, name)
    return { id, name, image, categoryId, categoryName, guess }
  })
}

/** Which products of a list are shown. */
export interface RowFilter {
  /** '' for all. */
  categoryId: string
  onlyUnclassified: boolean
}

/** Those that a filter lets through; what a person classifies meanwhile stays until the filter is changed. */
export function filterRows(
  rows: readonly ProductRow[],
  { categoryId, onlyUnclassified }: RowFilter,
  settings: ReadonlyMap<string, ProductSetting>,
): ProductRow[] {
  return rows.filter(
    (row) =>
      (categoryId === '' || row.categoryId === categoryId) &&
      (!onlyUnclassified || (settings.get(row.id)?.nature ?? null) === null),
  )
}
