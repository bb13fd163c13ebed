import { ServiceError, success } from '../http/envelope.ts'
import type { LedgerTransaction } from '../ledger/transaction.ts'
import { units } from '../money.ts'
import type { Service } from '../service.ts'
import { statusColor, statusName } from '../statuses.ts'
import { daysAfter, DAY_MS, findTime, startOfDay, wallDate } from '../wall-time.ts'
import type { Call } from './call.ts'

function windowStart(service: Service): number {
  const now = service.clock.now()
  if (service.settings.findWindow === '48h') return now - 2 * DAY_MS
  return startOfDay(daysAfter(wallDate(now), -1))
}

function present(transaction: LedgerTransaction) {
  return {
    id: transaction.id,
    amount: units(transaction.amount),
    currency: transaction.currency,
    costs: units(transaction.costs),
    prevBalance: units(transaction.prevBalance),
    newBalance: units(transaction.newBalance),
    createdAt: findTime(transaction.createdAt),
    Product: { id: transaction.productId, name: transaction.productName },
    TransactionStatus: {
      id: transaction.status,
      name: statusName(transaction.status),
      color: statusColor(transaction.status),
    },
    Person: { document: transaction.document, cellphone: transaction.cellphone },
    PaymentMethod: { id: 1, image: '/images/balance.svg', name: 'Saldo' },
  }
}

/** The newest sale with an `_id`, within the last two days (contract, endpoint 2). */
export function answerFind(service: Service, { data }: Call) {
  const id = data._id
  if (typeof id !== 'string' || id === '')
    throw new ServiceError(400, 'validation._id', 'Falta el campo _id')
  const transaction = service.ledger.findSale(id, windowStart(service))
  if (transaction !== undefined) return success({ Transaction: present(transaction) }, '')
  if (service.settings.notFound === 'empty200') return success({}, '')
  throw new ServiceError(404, 'transaction.notFound', 'No se encontró la transacción')
}
