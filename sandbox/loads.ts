import { randomUUID } from 'node:crypto'
import type { NewTransaction } from './ledger/transaction.ts'
import type { Service } from './service.ts'
import { STATUS } from './statuses.ts'

/** The ledger's row for an approved balance load; amount in minor units. */
export function loadRow(
  amount: number,
  createdAt: number,
  transactionId: string,
  currency: string,
): NewTransaction {
  return {
    kind: 'buys',
    transactionId,
    customerId: null,
    productId: null,
    productName: null,
    amount,
    currency,
    costs: 0,
    delta: amount,
    profit: 0,
    status: STATUS.APPROVED,
    outcome: STATUS.APPROVED,
    processingAt: null,
    finalAt: null,
    createdAt,
    visibleAt: createdAt,
    document: '',
    cellphone: '',
    data: '{}',
  }
}

/** Loads balance at once; amount in minor units. */
export const loadBalance = (service: Service, amount: number) =>
  service.ledger.add(loadRow(amount, service.clock.now(), randomUUID(), service.currency))
