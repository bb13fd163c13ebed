import type { Catalog } from '../../../shared/contract/catalog.ts'
import type { NamedSum } from '../../../shared/contract/reports.ts'
import type { Direction } from '../../../shared/domain/money/money.ts'
import type { SuggestedProduct } from '../../../shared/domain/product/suggestion.ts'

/**
 * The products of the catalog, and those that were sold and are in it no more, each with the sales that are known of it:
 * what this register sold may not be listed yet, what is listed may have been sold elsewhere.
 */
export function suggestedProducts(
  { products, categories }: Pick<Catalog, 'products' | 'categories'>,
  listed: readonly NamedSum[],
  soldDirections: ReadonlyMap<string, Direction> = new Map(),
): SuggestedProduct[] {
  const names = new Map(categories.map(({ id, name }) => [id, name]))
  const sold = new Map(listed.map((sum) => [sum.id, sum]))
  const offered = products.map(({ id, name, categoryId, price, soldCount }): SuggestedProduct => {
    const sales = Math.max(soldCount, sold.get(id)?.approved.rows ?? 0)
    sold.delete(id)
    return {
      id,
      name,
      categoryName: names.get(categoryId) ?? '',
      price,
      soldDirection: soldDirections.get(id) ?? null,
      sales,
    }
  })
  const gone = [...sold.values()]
    .filter(({ id, approved }) => id !== '' && approved.rows > 0)
    .map(({ id, name, approved }): SuggestedProduct => {
      const soldDirection = soldDirections.get(id) ?? null
      return { id, name, categoryName: null, price: null, soldDirection, sales: approved.rows }
    })
  return [...offered, ...gone]
}
