import type { SaleFacts } from '../sale/sale-machine.ts'
import { statusIds, type Transaction, type TransactionStatus } from '../sale/transaction.ts'

/** For tests: a Saturday, 9:00 at the counter; the end of the next day is 39 hours away. */
export const at = Date.UTC(2026, 10, 21, 14)

export const amount = { minor: 500_000, currency: 'COP' }

/** For tests: a sale that was prepared and nothing more. */
export const prepared: SaleFacts = {
  state: 'PREPARED',
  productId: '10000',
  amount,
  sentAt: null,
  settledAt: null,
  outcome: null,
  seen: false,
  error: null,
  attempts: 0,
  misses: 0,
  firstMissAt: null,
  lookFrom: null,
  nextLookAt: null,
  horizonAt: null,
  skewMs: null,
}

/** For tests: what find says of that sale. */
export function record(
  status: TransactionStatus | null,
  changes: Partial<Transaction> = {},
): Transaction {
  return {
    id: '1',
    amount,
    costs: null,
    prevBalance: null,
    newBalance: null,
    createdAt: null,
    product: { id: '10000', name: 'Recarga' },
    status,
    statusId: status === null ? '9' : String(statusIds[status]),
    statusName: status ?? 'NUEVO',
    person: null,
    paymentMethod: null,
    ...changes,
  }
}
