import type { Money } from '../../../shared/domain/money/money.ts'
import { shownState } from '../../../shared/domain/sale/closing.ts'
import { faceOfState, type Sale } from '../../../shared/domain/sale/sale.ts'
import type { TextNameIn } from '../../i18n/index.ts'
import { sayService } from '../../i18n/service-words.ts'
import type { useFormats } from '../../ui/formats.ts'

/** A fact by what it is called; null values are not shown. */
export interface Fact {
  key: TextNameIn<'sale.fact'>
  value: string | null
}

type Formats = Pick<ReturnType<typeof useFormats>, 'money' | 'dateTime' | 'local' | 'reference'>

/** What this register knows of a sale. `tipSaid` writes its assigned commission; null: commissions are not shown. */
export function saleFacts(
  sale: Sale,
  formats: Formats,
  tipSaid: ((tip: string) => string) | null,
): Fact[] {
  const moment = (at: number | null) => (at === null ? null : formats.dateTime(at))
  const amount = (value: Money | null) => (value === null ? null : formats.money(value))
  const isUndone = ['rejected', 'not-sent'].includes(faceOfState[shownState(sale)])
  return [
    { key: 'serviceId', value: sale.serviceId },
    { key: 'product', value: sale.productName },
    { key: 'category', value: sale.categoryName && sayService(sale.categoryName) },
    { key: 'reference', value: formats.reference(sale) },
    { key: 'phone', value: sale.phone === sale.reference ? null : sale.phone },
    { key: 'amount', value: formats.money(sale.amount) },
    { key: 'cost', value: amount(sale.cost) },
    // Of what did not happen nothing is charged.
    {
      key: sale.direction === 'out' ? 'handOut' : 'total',
      value: isUndone ? null : formats.money(sale.total),
    },
    { key: 'incentive', value: tipSaid ? amount(sale.incentive) : null },
    { key: 'tip', value: tipSaid && sale.tip !== null ? tipSaid(sale.tip) : null },
    { key: 'cashier', value: sale.cashier },
    { key: 'createdAt', value: moment(sale.createdAt) },
    { key: 'sentAt', value: moment(sale.sentAt) },
    { key: 'settledAt', value: moment(sale.settledAt) },
    { key: 'id', value: sale.id },
    { key: 'transactionId', value: sale.transactionId },
    { key: 'againOf', value: sale.againOf },
  ]
}

/** Every field of the service's own record (find); `word` is what its state is called here. */
export function recordFacts(sale: Sale, formats: Formats, word: string): Fact[] {
  const record = sale.transaction
  if (!record) return []
  const phone = record.person?.cellphone ?? null
  const amount = (value: Money | null) => (value === null ? null : formats.money(value))
  const named = (one: { id: string; name: string } | null) => one && `${one.name} (${one.id})`
  return [
    { key: 'serviceId', value: record.id },
    {
      key: 'status',
      value: [word, `${record.statusName} (${record.statusId})`].filter(Boolean).join(' · '),
    },
    { key: 'product', value: named(record.product) },
    { key: 'amount', value: formats.money(record.amount) },
    { key: 'currency', value: record.amount.currency },
    { key: 'cost', value: amount(record.costs) },
    { key: 'prevBalance', value: amount(record.prevBalance) },
    { key: 'newBalance', value: amount(record.newBalance) },
    { key: 'serviceTime', value: record.createdAt && formats.local(record.createdAt.local) },
    { key: 'document', value: record.person?.document ?? null },
    { key: 'phone', value: phone && formats.reference({ reference: phone, phone }) },
    { key: 'paymentMethod', value: named(record.paymentMethod) },
  ]
}
