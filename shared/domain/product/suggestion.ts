import type { Direction } from '../money/money.ts'
import { foldText } from '../text/fold-text.ts'
import { guessDirection, isDirectionGuess, type ProductSaying } from './direction.ts'
import { familyOf } from './family.ts'
import type { ProductNature } from './product-setting.ts'

/** A product as its names and its sales tell of it; `categoryName` null: it is in the catalog no more. */
export interface SuggestedProduct {
  id: string
  name: string
  categoryName: string | null
  price: ProductSaying['price']
  /** Which way the cash of its newest sale here went, which was confirmed then; null: none was made here. */
  soldDirection: Direction | null
  /** Sales that are known of it, here or elsewhere. */
  sales: number
}

/** Products of one category for which the same is suggested, and how many sales saying it touches. */
export interface Decision<T> {
  categoryName: string | null
  /** null: nothing tells; a person has to say it. */
  suggestion: T | null
  productIds: readonly string[]
  /** One of them, to be known by. */
  example: string
  sales: number
}

/**
 * Which way the cash of a product goes, where the families of the contract tell it; else null. So it is where its names tell
 * another way than it was sold: a category may have been renamed.
 */
export function suggestDirection(product: SuggestedProduct): Direction | null {
  const { name, price, soldDirection } = product
  const categoryName = product.categoryName ?? ''
  const told = guessDirection(categoryName, name)
  if (soldDirection !== null) return soldDirection === told ? told : null
  return isDirectionGuess({ name, categoryName, price, form: null }) ? null : told
}

/** Families that a shop sells as goods of its own: it buys them prepaid, and nobody is waiting for the money. */
const goods = /\b(pin|pines|pins|revistas?|magazines?|entreteni\w*|entertainment)\b/
/** What no verb of the counter tells, and is somebody else's money all the same. */
const forOthers = /\b(tv|televis\w*)\b/

/**
 * What a product is to the books by the families of the contract: a suggestion, which counts for nothing until an
 * accountant accepts it. Top-ups are suggested as collection: the shop is an agent, whose income is its commission.
 */
export function suggestNature(product: SuggestedProduct): ProductNature | null {
  const direction = suggestDirection(product)
  if (direction === 'out') return 'cash-out'
  if (direction === null) return null
  for (const said of [product.name, product.categoryName ?? '']) {
    const text = foldText(said)
    if (goods.test(text)) return 'resale'
    if (familyOf(text) !== null || forOthers.test(text)) return 'collection'
  }
  return null
}

/** What is to be decided of some products, those first that touch most sales. */
export function decisionsOf<T extends string>(
  products: readonly SuggestedProduct[],
  suggest: (product: SuggestedProduct) => T | null,
): Decision<T>[] {
  const groups = Map.groupBy(
    products.map((product) => ({ product, suggestion: suggest(product) })),
    ({ product, suggestion }) => JSON.stringify([product.categoryName, suggestion]),
  )
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group.toSorted((one, other) => other.product.sales - one.product.sales)
      if (!first) return []
      return [
        {
          categoryName: first.product.categoryName,
          suggestion: first.suggestion,
          productIds: group.map(({ product }) => product.id),
          example: first.product.name,
          sales: group.reduce((sum, { product }) => sum + product.sales, 0),
        },
      ]
    })
    .toSorted(
      (one, other) => other.sales - one.sales || other.productIds.length - one.productIds.length,
    )
}
