import { maskNumber } from '../../shared/domain/privacy/mask.ts'
import type { Sale } from '../../shared/domain/sale/sale.ts'
import type { Session } from './session.ts'

/** A sale on one line, with the end only of what it was made to: terminals are looked over and kept. */
export function saleLine(sale: Sale, { money }: Pick<Session, 'money'>): string {
  const when = new Date(sale.createdAt).toISOString()
  const reference = maskNumber(sale.reference)
  return [sale.state, when, sale.id, sale.productName, reference, money(sale.total)].join('  ')
}
