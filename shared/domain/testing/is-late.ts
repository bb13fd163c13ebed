import type { Sale } from '../sale/sale.ts'

/**
 * Sales that end sooner do so before the eyes of customer and cashier: what is to be given (back) is given at once.
 * Milliseconds from the sale's beginning.
 */
export const atCounterMs = 20_000

/**
 * Whether a sale that ended did so when the customer may have gone, as the journal's column says it. `left`: that was
 * written down.
 */
export function isLate(
  sale: Pick<Sale, 'closing' | 'createdAt' | 'settledAt'>,
  left: boolean,
): boolean {
  if (left || sale.closing !== null) return true
  return sale.settledAt !== null && sale.settledAt - sale.createdAt >= atCounterMs
}
