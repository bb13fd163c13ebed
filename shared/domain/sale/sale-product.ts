import type { ProductForm } from '../form/form.ts'
import type { Direction, Money } from '../money/money.ts'

/** What a sale takes from the catalog, as it is that day. */
export interface SaleProduct {
  name: string
  categoryName: string
  tip: string | null
  direction: Direction
  price: Money | null
  /** null: the service sent no usable descriptor. */
  form: ProductForm | null
}
