import type { Sale } from '../../shared/domain/sale.ts'
import type { Session } from './session.ts'

/** A sale on one line. */
export function saleLine(sale: Sale, { money }: Pick<Session, 'money'>): string {
  const when = new Date(sale.createdAt).toISOString()
  return [sale.state, when, sale.id, sale.productName, sale.reference, money(sale.total)].join('  ')
}
