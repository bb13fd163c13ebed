import type { ReceiptOptions } from './receipt.ts'
import { saleSchema, type Sale } from '../sale/sale.ts'

/** The 21st of November 2026, 3:04 p. m. at the counter. */
export const receiptMoment = Date.UTC(2026, 10, 21, 20, 4)

/** An approved top-up, for previews and tests. */
export function saleSample(changes: Partial<Sale> = {}): Sale {
  return saleSchema.parse({
    id: '019aa9d2-7c1e-7b52-9f3a-5d2c8e41b7a6',
    draftId: 'd',
    profileId: 'p',
    state: 'APPROVED',
    productId: '10000',
    productName: 'Recarga Clara',
    categoryName: 'Recargas',
    direction: 'in',
    amount: { minor: 2_000_000, currency: 'COP' },
    cost: null,
    incentive: null,
    tip: '3',
    total: { minor: 2_000_000, currency: 'COP' },
    reference: '3001234567',
    phone: '3001234567',
    values: { customerCellphone: '3001234567', amount: '20000' },
    transactionId: '6740c2f1e5b0a9d8c7b6a5f4',
    serviceId: '4821733',
    createdAt: receiptMoment - 9_000,
    sentAt: receiptMoment - 9_000,
    settledAt: receiptMoment,
    nextLookAt: null,
    horizonAt: null,
    error: null,
    transaction: null,
    cashier: 'Ana Rojas',
    cashierId: 'ana',
    againOf: null,
    closing: null,
    ...changes,
  })
}

/** As a shop in Colombia writes its first paper of a sale, in Spanish. */
export const receiptFormatting: ReceiptOptions = {
  language: 'es',
  figures: { country: 'CO', decimalSign: 'comma' },
  tender: null,
  duplicateAt: null,
}
