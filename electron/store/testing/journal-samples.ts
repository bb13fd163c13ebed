import type { Transaction } from '../../../shared/domain/sale/transaction.ts'
import { intentSchema, type Intent } from '../sales/intent.ts'

/** For tests: a top-up of $ 5.000 about to be sold. */
export function intentSample(changes: Partial<Intent> = {}): Intent {
  return intentSchema.parse({
    id: 'sale-0001',
    draftId: 'draft-0001',
    profileId: 'p1',
    productId: '10000',
    productName: 'Recarga',
    categoryName: 'Recargas',
    tip: '3',
    direction: 'in',
    amount: { minor: 500_000, currency: 'COP' },
    cost: { minor: 20_000, currency: 'COP' },
    incentive: null,
    total: { minor: 520_000, currency: 'COP' },
    reference: '3001234567',
    phone: '3001234567',
    values: { customerCellphone: '3001234567', amount: '5000' },
    body: '{"data":{"productId":"10000"},"_id":"sale-0001"}',
    cashier: null,
    cashierId: null,
    shift: null,
    againOf: null,
    createdAt: 1000,
    ...changes,
  })
}

/** For tests: what find says of that sale once approved. */
export function transactionSample(changes: Partial<Transaction> = {}): Transaction {
  return {
    id: '4711',
    amount: { minor: 500_000, currency: 'COP' },
    costs: { minor: 20_000, currency: 'COP' },
    prevBalance: { minor: 10_000_000, currency: 'COP' },
    newBalance: { minor: 9_480_000, currency: 'COP' },
    createdAt: null,
    product: { id: '10000', name: 'Recarga' },
    status: 'APPROVED',
    statusId: '2',
    statusName: 'APPROVED',
    person: { document: '79123456', cellphone: '3001234567' },
    paymentMethod: { id: '1', name: 'Saldo', image: '' },
    ...changes,
  }
}
