import type { Sale } from '../../../../shared/domain/sale/sale.ts'

/** A customer as the sales that a text found have them: by the phone or document that was sold to. */
export interface SearchedCustomer {
  /** What finds all their sales. */
  key: string
}

const most = 2

/** The customers whose phone, document or reference holds the digits that were typed. */
export function customersOf(sales: readonly Sale[], typed: string): SearchedCustomer[] {
  const digits = typed.replace(/\D/g, '')
  if (digits.length < 4) return []
  const keys = sales
    .flatMap(({ reference, phone }) => [phone, reference])
    .filter((key): key is string => key !== null && key.replace(/\D/g, '').includes(digits))
  return [...new Set(keys)].slice(0, most).map((key) => ({ key }))
}
