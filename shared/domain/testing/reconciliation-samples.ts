import { saleSchema, type Sale } from '../sale/sale.ts'
import { serviceLocal } from '../time/dates.ts'
import { statusFromId, type TransactionRow } from '../sale/transaction.ts'

/** For tests: a Saturday, 9:00 at the counter. */
export const morning = Date.UTC(2026, 10, 21, 14)

/** For tests: a top-up of $ 5.000, approved and known to the service as 4711. */
export function soldSample(changes: Partial<Sale> = {}): Sale {
  return saleSchema.parse({
    id: 'sale-1',
    draftId: 'draft-1',
    profileId: 'p1',
    state: 'APPROVED',
    productId: '10000',
    productName: 'Recarga',
    categoryName: 'Recargas',
    direction: 'in',
    amount: { minor: 500_000, currency: 'COP' },
    cost: null,
    incentive: null,
    tip: null,
    total: { minor: 500_000, currency: 'COP' },
    reference: '3001234567',
    phone: '3001234567',
    values: {},
    transactionId: 'tx-1',
    serviceId: '4711',
    createdAt: morning,
    sentAt: morning,
    settledAt: morning,
    nextLookAt: null,
    horizonAt: morning + 39 * 3_600_000,
    error: null,
    transaction: null,
    cashier: null,
    cashierId: null,
    againOf: null,
    closing: null,
    ...changes,
  })
}

/** For tests: the row of list that belongs to it. */
export function rowSample(
  changes: Partial<TransactionRow> & { at?: number; statusId?: string } = {},
): TransactionRow {
  const { at = morning, statusId = '2', ...rest } = changes
  const local = serviceLocal(at)
  const status = statusFromId(Number(statusId))
  return {
    id: '4711',
    status,
    statusId,
    statusName: status ?? '',
    product: { id: '10000', name: 'Recarga' },
    amount: { minor: 500_000, currency: 'COP' },
    createdAt: { local, raw: local },
    raw: '{}',
    ...rest,
  }
}
