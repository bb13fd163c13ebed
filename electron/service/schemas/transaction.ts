import { z } from 'zod'
import {
  statusFromId,
  type Transaction,
  type TransactionRow,
} from '../../../shared/domain/sale/transaction.ts'
import { isRecord, sourceText } from '../../../shared/domain/text/json.ts'
import * as lenient from '../answers/lenient.ts'
import { readServiceTime } from '../answers/service-time.ts'

function toNamed(value: unknown): { id: string; name: string } | null {
  if (!isRecord(value)) return null
  return { id: lenient.toId(value['id']) ?? '', name: lenient.toText(value['name']) ?? '' }
}

/** The status, under either of its two keys. */
function statusOf(record: Record<string, unknown>) {
  const named = toNamed(record['TransactionStatus'] ?? record['TransactionsStatus'])
  const statusId = named?.id ?? ''
  return {
    status: statusId === '' ? null : statusFromId(Number(statusId)),
    statusId,
    statusName: named?.name ?? '',
  }
}

function toPerson(value: unknown): Transaction['person'] {
  if (!isRecord(value)) return null
  return {
    document: lenient.toText(value['document']) ?? '',
    cellphone: lenient.toText(value['cellphone']) ?? '',
  }
}

function toPaymentMethod(value: unknown): Transaction['paymentMethod'] {
  const named = toNamed(value)
  return named && { ...named, image: lenient.toText(lenient.toRecord(value)['image']) ?? '' }
}

/**
 * find's Transaction (contract, Transaction): strict about the amount, which it is judged by. What only informs
 * must not keep a sale from being settled.
 */
export function transaction(
  record: Record<string, unknown>,
  countryCurrency: string,
): z.ZodSafeParseResult<Transaction> {
  const currency = lenient.toText(record['currency'])?.trim().toUpperCase() || countryCurrency
  return z
    .object({
      id: lenient.id,
      amount: lenient.strictMoney(currency),
      costs: lenient.informativeMoney(currency),
      prevBalance: lenient.informativeMoney(currency),
      newBalance: lenient.informativeMoney(currency),
      createdAt: lenient.field(readServiceTime),
      Product: lenient.field(toNamed),
      Person: lenient.field(toPerson),
      PaymentMethod: lenient.field(toPaymentMethod),
    })
    .transform(({ Product, Person, PaymentMethod, ...rest }) => ({
      ...rest,
      ...statusOf(record),
      product: Product,
      person: Person,
      paymentMethod: PaymentMethod,
    }))
    .safeParse(record)
}

/** One row of a report: never refused, whatever it holds; `raw` keeps it. */
export function transactionRow(value: unknown, countryCurrency: string): TransactionRow {
  const record = lenient.toRecord(value)
  const currency = lenient.toText(record['currency'])?.trim().toUpperCase() || countryCurrency
  return {
    id: lenient.toId(record['id']) ?? '',
    ...statusOf(record),
    product: toNamed(record['Product']),
    amount: lenient.toMoney(record['amount'], currency),
    createdAt: readServiceTime(record['createdAt']),
    raw: sourceText(value),
  }
}
