import { expect, test } from 'vitest'
import { slipText } from '../../../shared/domain/receipt/slip-text.ts'
import { businessSchema } from '../../../shared/domain/receipt/business.ts'
import type { DayGroup } from '../../store/sales/day-totals.ts'
import { daySlip, type DaySlipFacts } from './day-slip.ts'

const cop = (minor: number) => ({ minor, currency: 'COP' })
const group = (changes: Partial<DayGroup>): DayGroup => ({
  ...{ category: 'Recargas', state: 'APPROVED', direction: 'in', tender: 'cash' },
  ...{ count: 1, total: cop(500_000) },
  ...changes,
})
const facts: DaySlipFacts = {
  day: '2026-11-21',
  groups: [
    group({ count: 2, total: cop(1_000_000) }),
    group({ tender: 'transfer' }),
    group({ category: 'Retiros', direction: 'out', total: cop(5_000_000) }),
    group({ state: 'UNKNOWN' }),
    group({ state: 'ACCEPTED', category: 'Pines' }),
    group({ state: 'PENDING', category: 'Pines' }),
    group({ state: 'PENDING', category: 'Retiros', direction: 'out', total: cop(3_000_000) }),
    group({ state: 'REJECTED', count: 3 }),
  ],
  earned: [
    {
      ...{ productId: '1', productName: 'x', cashier: null, sales: 4, known: 3 },
      ...{ earned: cop(45_000), onCredit: cop(0) },
    },
  ],
  tellsTenders: true,
  shopSales: [
    { direction: 'in', amount: 24_000_000, currency: 'COP' },
    { direction: 'out', amount: 500_000, currency: 'COP' },
  ],
  printedAt: Date.UTC(2026, 10, 21, 23, 4),
}
const text = (changes: Partial<DaySlipFacts> = {}) =>
  slipText(
    daySlip(
      { ...facts, ...changes },
      {
        business: businessSchema.parse({ name: 'Tienda La Esquina' }),
        language: 'es',
        figures: { country: 'CO', decimalSign: 'comma' },
      },
    ),
  )

test('a day is told by family and tender, with what it earned and what is not known yet', () => {
  expect(text()).toBe(`Tienda La Esquina
Resumen del día
sáb 21 nov 2026

Ventas por familia
Recargas (3): $ 15.000
Cobrado: $ 15.000

Entregado por familia
Retiros (1): $ 50.000
Entregado: $ 50.000

Cómo pagaron
efectivo (2): $ 10.000
transferencia (1): $ 5.000

Mercancía de la tienda
Ventas de la tienda (1): $ 240.000
Devuelto de la tienda (1): $ 5.000

Ganado
Comisión cotizada: $ 450
  Se sabe de 3 de 4 ventas

Por resolver
Sin confirmar (1): $ 5.000
En proceso (2): $ 10.000
En proceso, por entregar (1): $ 30.000

No aprobadas
Ventas: 3

Impreso sáb 21 nov 2026, 6:04 p. m.`)
})

test('who may not know what was earned, or what lies in the drawer, is told neither', () => {
  const told = text({ earned: null, tellsTenders: false })
  expect(told).not.toMatch(/Ganado|Comisión|efectivo|transferencia|tienda \(/)
  expect(told).toContain('Cobrado: $ 15.000')
})

test('a day without sales says so', () => {
  expect(text({ groups: [], earned: [] })).toContain('Todavía no hay ventas aprobadas este día.')
})
