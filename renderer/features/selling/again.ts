import type { Sale } from '../../../shared/domain/sale/sale.ts'

/** A product that the catalog no longer has: the service says so when its form is asked for. */
export function gone(sale: Sale) {
  const { productId: id, productName: name, direction, tip } = sale
  return { id, name, direction, tip, image: null, price: null }
}

/** The phone of a sale that was made to it alone: such a number may have another operator by now. */
export function portable({ reference, phone }: Pick<Sale, 'reference' | 'phone'>): string | null {
  return reference === phone ? phone : null
}
