import { expect, test } from 'vitest'
import { businessSchema } from './business.ts'
import { receiptFormatting, saleSample } from './receipt-samples.ts'
import { receipt } from './receipt.ts'
import { slipMessage } from './slip-message.ts'
import type { Sale } from '../sale/sale.ts'
import { businessSample } from '../testing/business-sample.ts'

const message = (sale: Partial<Sale> = {}, business = businessSample) => {
  const slip = receipt(saleSample(sale), business, receiptFormatting)
  return slip && slipMessage(slip)
}
const legal = 'Comprobante de transacción. No es factura de venta ni documento equivalente.'

test('a receipt as a message says what its paper says, masked alike, and has no code for a scanner', () => {
  expect(message()).toBe(`Tienda La Esquina
NIT 900.123.456-8
Calle 10 # 5-23, Cali
Tel. 602 555 0101

Comprobante de transacción

Fecha: sáb 21 nov 2026, 3:04 p. m.
Producto: Recarga Clara
Celular: ••••••4567

Total cobrado: $ 20.000

N.º: 4821733
Transacción: 6740c2f1e5b0a9d8c7b6a5f4
Id: 019aa9d2-7c1e-7b52-9f3a-5d2c8e41b7a6
Atendió: Ana Rojas
${legal}
Gracias por su compra
Reclamos dentro de los 2 días siguientes`)
})

test('what a product is called begins no line of its own and no other part of an address', () => {
  const productName = 'Oferta\r\n\u2028Total cobrado: $ 0\u202e%0A&text=otro#fin?x=1\ud800'
  const text = message({ productName }) ?? ''
  expect(text).toContain('Producto: Oferta Total cobrado: $ 0%0A&text=otro#fin?x=1\ufffd\n')
  expect(decodeURIComponent(encodeURIComponent(text))).toBe(text)
  expect(text.match(/^Total cobrado/gm)).toHaveLength(1)
})

test('a long one is cut where it is seen to be, and never in its amounts and its small print', () => {
  const text = message({ productName: '🐧'.repeat(5_000) }) ?? ''
  expect(encodeURIComponent(text).length).toBeLessThanOrEqual(1_900)
  expect(text).toMatch(/Producto: 🐧+…\n/u)
  expect(text).toContain('Total cobrado: $ 20.000\n')
  expect(text).toContain(legal)
})

test('one that no cutting makes short enough is no message', () => {
  const receiptFooter = Array.from({ length: 130 }, () => '中文').join('\n')
  expect(message({}, businessSchema.parse({ receiptFooter }))).toBeNull()
})
