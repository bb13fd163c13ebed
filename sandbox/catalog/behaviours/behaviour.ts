import type { InputDescriptor, Product } from '../types.ts'

/** The product-specific fields of a request, as they came. */
export type Data = Record<string, unknown>

/** A quote before it becomes the answer of a query. Money in minor units. */
export interface Quote {
  inputs: InputDescriptor[]
  amountEditable: boolean
  cost: number
  incentive: number | null
  /** Only the lender credit queries return it. */
  amount?: number
  error: string | null
}

/** How a product is quoted and how a sale of it is checked. */
export interface Behaviour {
  /** Inputs of the first form, in products/get; null: it describes none. */
  form(product: Product): InputDescriptor[] | null
  /** Throws ServiceError 500 when the query is rejected. */
  quote(product: Product, data: Data): Quote
  /** The amount sold in minor units; throws ServiceError 400 when the payload is wrong. */
  check(product: Product, data: Data): number
}
