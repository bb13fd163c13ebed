import { errorText } from '../../errors.ts'
import { words, type Language } from '../../words/words.ts'
import { serviceLocal } from '../time/dates.ts'
import { decimalFromMinor, type Money } from '../money/money.ts'
import { oneLine } from '../text/one-line.ts'
import type { Sale, SaleEvent } from '../sale/sale.ts'

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
  const say = words.in(language)
  const facts: [string, string | null][] = [
    ['_id', sale.id],
    ['transactionId', sale.transactionId],
    ['Transaction.id', sale.serviceId],
    [say('support.state'), sale.state],
    [say('support.product'), `${sale.productName} (${sale.productId})`],
    [say('support.amount'), figure(sale.amount)],
    [say('support.cost'), sale.cost && figure(sale.cost)],
    [say('support.reference'), sale.reference],
    [say('support.phone'), sale.phone],
    [say('support.created'), moment(sale.createdAt)],
    [say('support.sent'), sale.sentAt === null ? null : moment(sale.sentAt)],
    [say('support.horizon'), sale.horizonAt === null ? null : moment(sale.horizonAt)],
    [say('support.again'), sale.againOf],
    [say('support.closed'), sale.closing && `${sale.closing.as}: ${sale.closing.reason}`],
  ]
  const lines = history.flatMap((event, index) => {
    const http = event.httpStatus === null ? '' : ` HTTP ${event.httpStatus}`
    const error = event.error ? ` ${event.error.code}: ${errorText(event.error, language)}` : ''
    const head = `${index + 1}. ${moment(event.at)} ${event.kind} -> ${event.state}${http}${oneLine(error)}`
    return event.raw === null
      ? [head]
      : [head, `   ${say('support.answer')}: ${oneLine(event.raw)}`]
  })
  return [
    say('support.title'),
    '',
    ...facts.flatMap(([name, value]) =>
      value === null || value === '' ? [] : `${name}: ${oneLine(value)}`,
    ),
    '',
    say('support.history'),
    ...lines,
    '',
  ].join('\n')
}
