import { randomUUID } from 'node:crypto'
import { text } from '../catalog/data.ts'
import { magicOf } from '../catalog/magic.ts'
import { signMatches } from '../catalog/sign.ts'
import type { Product } from '../catalog/types.ts'
import { ServiceError, success } from '../http/envelope.ts'
import type { Service } from '../service.ts'
import { requireChannel, requireProduct } from './call.ts'
import type { Call } from './call.ts'
import { saleStates } from './sale-states.ts'

/** A sale that find and list show only later, for the fault `late`. */
export interface Lateness {
  ms: number
  /** Whether createdAt is the time of the request or that of the late arrival. */
  createdAt: 'request' | 'arrival'
}

const PUNCTUAL: Lateness = { ms: 0, createdAt: 'request' }

/** What a sale does to the balance: lowers it, or raises it where cash goes to the customer. */
function deltaOf(service: Service, product: Product, amount: number): number {
  if (product.direction === 'in') return -(amount + product.cost)
  return service.withdrawalsRaiseBalance ? amount - product.cost : -product.cost
}

function refuse(service: Service, call: Call, product: Product): void {
  const sign = text(call.data, 'sign')
  if (sign !== '' && !signMatches(service.signKey, product.id, sign))
    throw new ServiceError(400, 'sale.sign', 'La firma no corresponde a una consulta del producto')
  if (service.settings.requireGeolocation && product.local && !call.located)
    throw new ServiceError(400, 'sale.geolocation', 'Este producto necesita la ubicación')
  if (
    service.settings.duplicateIds === 'refuse' &&
    call.id !== undefined &&
    service.ledger.hasSale(call.id)
  )
    throw new ServiceError(400, 'sale.duplicated', 'Ya existe una transacción con ese _id')
}

/** Makes a sale (contract, endpoint 3). Not idempotent: the same `_id` twice makes two. */
export function sell(service: Service, call: Call, late = PUNCTUAL) {
  requireChannel(call)
  const product = requireProduct(service, call)
  refuse(service, call, product)
  const magic = magicOf(call.data)
  const asked = product.behaviour.check(product, call.data)
  const amount = magic === 'other-amount' ? asked + 100 : asked
  const delta = deltaOf(service, product, amount)
  if (magic === 'no-balance' || service.ledger.business().balance + delta < 0)
    throw new ServiceError(400, 'business.insufficientBalance', 'Saldo insuficiente')
  const { statusSeconds, slowSeconds } = service.settings
  const now = service.clock.now()
  const visibleAt = now + late.ms
  const transactionId = randomUUID()
  service.ledger.add({
    kind: 'sales',
    transactionId,
    customerId: call.id ?? null,
    productId: product.id,
    productName: product.name,
    amount,
    currency:
      (product.crossBorder ? service.settings.crossBorderCurrency : null) ?? service.currency,
    costs: product.cost,
    delta,
    profit: Math.round((amount * product.tip) / 100),
    ...saleStates(magic, visibleAt, statusSeconds * 1000, slowSeconds * 1000),
    createdAt: late.createdAt === 'arrival' ? visibleAt : now,
    visibleAt,
    document: text(call.data, 'customerDocument'),
    cellphone: text(call.data, 'customerCellphone'),
    data: JSON.stringify(call.data),
  })
  return success({ transactionId }, 'WS', 'Transacción en proceso')
}
