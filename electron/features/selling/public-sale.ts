import type { Sale } from '../../../shared/domain/sale/sale.ts'
import type { SaleRecord } from '../../store/sales/sale-row.ts'

/** A sale as the windows see it, without what is only the journal's. */
export function publicSale(record: SaleRecord): Sale {
  return {
    id: record.id,
    draftId: record.draftId,
    profileId: record.profileId,
    state: record.state,
    productId: record.productId,
    productName: record.productName,
    categoryName: record.categoryName,
    direction: record.direction,
    amount: record.amount,
    cost: record.cost,
    incentive: record.incentive,
    tip: record.tip,
    total: record.total,
    reference: record.reference,
    phone: record.phone,
    values: record.values,
    transactionId: record.transactionId,
    serviceId: record.serviceId,
    createdAt: record.createdAt,
    sentAt: record.sentAt,
    settledAt: record.settledAt,
    nextLookAt: record.nextLookAt,
    horizonAt: record.horizonAt,
    error: record.error,
    transaction: record.transaction,
    cashier: record.cashier,
    againOf: record.againOf,
    closing: record.closing,
  }
}
