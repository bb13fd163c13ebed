import { expect, it } from 'vitest'
import { morning, soldSample } from '../testing/reconciliation-samples.ts'
import type { SaleEvent } from '../sale/sale.ts'
import { supportText } from './support-text.ts'

const event: SaleEvent = {
  at: morning + 1_250,
  kind: 'outcome',
  state: 'UNKNOWN',
  httpStatus: 500,
  error: { code: 'CONNECTION_LOST' },
  raw: '{"errorCode":"undefined.error"}',
  closing: null,
}

it('holds the identifiers, the times to the millisecond, and each answer', () => {
  const text = supportText(soldSample({ serviceId: null }), [event], 'es')
  expect(text).toContain('_id: sale-1\ntransactionId: tx-1\n')
  expect(text).not.toContain('Transaction.id')
  expect(text).toContain('Valor: COP 5000')
  expect(text).toContain('Enviada: 2026-11-21 09:00:00.000')
  expect(text).toContain('1. 2026-11-21 09:00:01.250 outcome -> UNKNOWN HTTP 500 CONNECTION_LOST')
  expect(text).toContain('Respuesta: {"errorCode":"undefined.error"}')
})

it('is one line for each thing, whatever a service or a person wrote', () => {
  const sale = soldSample({ reference: '300\n_id: other\u202e', serviceId: null })
  const text = supportText(sale, [{ ...event, raw: 'a\n1. forged\u001b[2J' }], 'es')
  expect(text).toContain('Referencia: 300 _id: other\n')
  expect(text).toContain('Respuesta: a 1. forged [2J\n')
})
