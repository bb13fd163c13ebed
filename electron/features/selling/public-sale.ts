import { saleSchema, type Sale } from '../../../shared/domain/sale/sale.ts'
import type { SaleRecord } from '../../store/sales/sale-row.ts'

/** A sale as the windows see it, without what is only the journal's. */
export function publicSale(record: SaleRecord): Sale {
  const sale: Sale = { ...record }
  for (const field of Object.keys(sale)) {
    if (!(field in saleSchema.shape)) Reflect.deleteProperty(sale, field)
  }
  return sale
}
