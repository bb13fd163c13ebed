import { randomUUID } from 'node:crypto'
import { profitOf } from '../catalog/amounts.ts'
import { sentText } from '../catalog/data.ts'
import { magicOf } from '../catalog/magic.ts'
import { signMatches } from '../catalog/sign.ts'
import type { Product } from '../catalog/types.ts'
import { ServiceError, success } from '../http/envelope.ts'
import type { Service } from '../service.ts'
import { requireChannel, requireProduct } from './call.ts'
import type { Call } from './call.ts'
import { saleStates } from './sale-states.ts'

/** What a sale does to the balance: lowers it, or raises it where cash goes to the customer. */
export function deltaOf({ direction, cost }: Product, amount: number): number {
  return (direction === 'in' ? -amount : amount) - cost
}

/**
 * Makes a sale (contract, endpoint 3). Not idempotent: the same `_id` twice makes two. find and list show it only
 * `lateMs` later.
 */
export function answerSell(service: Service, call: Call, lateMs = 0) {
  requireChannel(call)
  const product = requireProduct(service, call)
  const sign = sentText(call.data, 'sign')
  if (sign !== '' && !signMatches(service.signKey, product.id, sign))
    throw new ServiceError(400, 'sale.sign', 'La firma no corresponde a una consulta del producto')
  const magic = magicOf(call.data)
  const asked = product.behaviour.check(product, call.data)
  const amount = magic === 'other-amount' ? asked + 100 : asked
  const delta = deltaOf(product, amount)
  if (magic === 'no-balance' || service.ledger.business().balance + delta < 0)
    throw new ServiceError(400, 'business.insufficientBalance', 'Saldo insuficiente')
  const { statusSeconds, slowSeconds } = service.settings
  const now = service.clock.now()
  const visibleAt = now + lateMs
  const transactionId = randomUUID()
  service.ledger.add({
    kind: 'sales',
    transactionId,
    customerId: call.id ?? null,
    productId: product.id,
    productName: product.name,
    amount,
    currency: service.currency,
    costs: product.cost,
    delta,
    profit: profitOf(product, amount),
    ...saleStates(magic, visibleAt, statusSeconds * 1000, slowSeconds * 1000),
    createdAt: now,
    visibleAt,
    document: sentText(call.data, 'customerDocument'),
    cellphone: sentText(call.data, 'customerCellphone'),
    data: JSON.stringify(call.data),
  })
  return success({ transactionId }, 'WS', 'Transacción en proceso')
}
