import { sentText } from '../catalog/data.ts'
import { ServiceError, reportSuccess } from '../http/envelope.ts'
import type { LedgerTransaction } from '../ledger/transaction.ts'
import { units } from '../money.ts'
import { hash } from '../random.ts'
import type { Service } from '../service.ts'
import { statusName } from '../statuses.ts'
import { daysAfter, isDate, listTime, startOfDay, wallDate } from '../wall-time.ts'
import type { Call } from './call.ts'

/** A day of the range; today when it is not given. */
function day(service: Service, call: Call, name: string): string {
  const value = sentText(call.data, name)
  if (value === '') return wallDate(service.clock.now())
  if (!isDate(value))
    throw new ServiceError(400, `validation.${name}`, `El campo ${name} debe ser YYYY-MM-DD`)
  return value
}

function kindOf(call: Call): 'sales' | 'buys' {
  const kind = sentText(call.data, 'typeReport')
  if (kind === 'sales' || kind === 'buys') return kind
  throw new ServiceError(400, 'validation.typeReport', 'El campo typeReport debe ser sales o buys')
}

const present = (transaction: LedgerTransaction) => ({
  id: transaction.id,
  TransactionsStatus: { id: transaction.status, name: statusName(transaction.status) },
  ...(transaction.kind === 'sales'
    ? { Product: { id: transaction.productId, name: transaction.productName } }
    : {}),
  amount: units(transaction.amount),
  createdAt: listTime(transaction.createdAt),
})

/** Rows are picked first, then ordered: the newest thousand may come oldest first. */
function inOrder(
  rows: LedgerTransaction[],
  order: Service['settings']['order'],
): LedgerTransaction[] {
  if (order === 'random') return rows.toSorted((a, b) => hash(`${a.id}`) - hash(`${b.id}`))
  const sign = order === 'newest' ? -1 : 1
  return rows.toSorted((a, b) => sign * (a.createdAt - b.createdAt || a.id - b.id))
}

/** Sales and buys of a range of days (contract, endpoints 7 and 8). */
export function answerListTransactions(service: Service, call: Call) {
  const kind = kindOf(call)
  const first = day(service, call, 'dateStart')
  const last = day(service, call, 'dateEnd')
  if (last < first)
    throw new ServiceError(400, 'validation.dateEnd', 'El rango termina antes de empezar')
  // Without an end the report runs through today, whichever way an end would count.
  const open = sentText(call.data, 'dateEnd') === ''
  const { endDate, cap, capPick, order } = service.settings
  const rows = service.ledger.report({
    kind,
    from: startOfDay(first),
    until: startOfDay(endDate === 'inclusive' || open ? daysAfter(last, 1) : last),
    limit: cap,
    pick: capPick,
  })
  return reportSuccess({ Transactions: inOrder(rows, order).map(present) }, call.channel ?? '')
}
