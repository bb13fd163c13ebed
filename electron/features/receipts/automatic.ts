import { shownState } from '../../../shared/domain/sale/closing.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'

/** The customer of a sale that took longer has gone, and its paper would lie about at the register. */
const customerWaitsMs = 10 * 60_000
/** What changed longer ago is told again for another reason. */
const freshMs = 5_000

/** Whether a change of a sale at `now` was evidence that approved it while its customer was still there. */
export function isDueAtOnce(sale: Sale, now: number): boolean {
  const { sentAt, settledAt, closing } = sale
  if (shownState(sale) !== 'APPROVED' || closing !== null) return false
  if (sentAt === null || settledAt === null || now - settledAt > freshMs) return false
  return settledAt - sentAt <= customerWaitsMs
}
