import { receipt } from '../../../shared/domain/receipt/receipt.ts'
import { publicSale } from '../../../electron/features/selling/public-sale.ts'
import type { SaleRecord } from '../../../electron/store/sales/sale-row.ts'
import { printOf } from './book.ts'
import { business } from './till.ts'

/** The words of a sale's receipt, the first one of it, as short as they can be compared. */
export function paperOf(sale: SaleRecord): string {
  const slip = receipt(publicSale(sale), business, {
    language: 'es',
    figures: { country: 'CO', decimalSign: 'comma' },
    tender: null,
    duplicateAt: null,
  })
  return printOf(slip)
}
