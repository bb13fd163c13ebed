import { errorText } from '../../errors.ts'
import type { Language } from '../../words/words.ts'
import { serviceLocal } from '../time/dates.ts'
import { decimalFromMinor, type Money } from '../money/money.ts'
import { oneLine } from '../text/one-line.ts'
import type { Sale, SaleEvent } from './sale.ts'

const words = {
  es: {
    title: 'Venta por comprobar con soporte',
    state: 'Estado en esta caja',
    product: 'Producto',
    amount: 'Valor',
    cost: 'Costo',
    reference: 'Referencia',
    phone: 'Celular',
    created: 'Creada',
    sent: 'Enviada',
    horizon: 'Consultable hasta',
    again: 'Repite la venta',
    closed: 'Cerrada por una persona',
    history: 'Historia (hora de Colombia y Ecuador, UTC-5)',
    answer: 'Respuesta',
  },
  en: {
    title: 'Sale to be checked with support',
    state: 'State at this register',
    product: 'Product',
    amount: 'Amount',
    cost: 'Cost',
    reference: 'Reference',
    phone: 'Phone',
    created: 'Created',
    sent: 'Sent',
    horizon: 'Can be looked up until',
    again: 'Repeats the sale',
    closed: 'Closed by a person',
    history: 'History (time of Colombia and Ecuador, UTC-5)',
    answer: 'Answer',
  },
} as const

function moment(at: number): string {
  return `${serviceLocal(at).replace('T', ' ')}.${String(at % 1000).padStart(3, '0')}`
}

function figure({ minor, currency }: Money): string {
  return `${currency} ${decimalFromMinor(minor)}`
}

/**
 * All that the service's support needs to find a sale, as a text: identifiers, times and every answer as
 * it was kept. Secrets and card numbers were cut before anything was kept, so there are none here.
 */
export function supportText(sale: Sale, history: readonly SaleEvent[], language: Language): string {
  const word = words[language]
  const facts: [string, string | null][] = [
    ['_id', sale.id],
    ['transactionId', sale.transactionId],
    ['Transaction.id', sale.serviceId],
    [word.state, sale.state],
    [word.product, `${sale.productName} (${sale.productId})`],
    [word.amount, figure(sale.amount)],
    [word.cost, sale.cost && figure(sale.cost)],
    [word.reference, sale.reference],
    [word.phone, sale.phone],
    [word.created, moment(sale.createdAt)],
    [word.sent, sale.sentAt === null ? null : moment(sale.sentAt)],
    [word.horizon, sale.horizonAt === null ? null : moment(sale.horizonAt)],
    [word.again, sale.againOf],
    [word.closed, sale.closing && `${sale.closing.as}: ${sale.closing.reason}`],
  ]
  const lines = history.flatMap((event, index) => {
    const http = event.httpStatus === null ? '' : ` HTTP ${event.httpStatus}`
    const error = event.error ? ` ${event.error.code}: ${errorText(event.error, language)}` : ''
    const head = `${index + 1}. ${moment(event.at)} ${event.kind} -> ${event.state}${http}${oneLine(error)}`
    return event.raw === null ? [head] : [head, `   ${word.answer}: ${oneLine(event.raw)}`]
  })
  return [
    word.title,
    '',
    ...facts.flatMap(([name, value]) =>
      value === null || value === '' ? [] : `${name}: ${oneLine(value)}`,
    ),
    '',
    word.history,
    ...lines,
    '',
  ].join('\n')
}
