import { expect, test } from 'vitest'
import { businessSchema } from '../receipt/business.ts'
import { slipText } from '../receipt/slip-text.ts'
import { priceListSlip } from './price-list.ts'

test('a price list names the shop and its day, and each price under its category', () => {
  const price = (minor: number) => ({ minor, currency: 'USD' })
  const slip = priceListSlip(
    [
      { name: 'Pines', products: [{ name: 'Cine\n10', price: price(1_050) }] },
      { name: 'Paquetes', products: [{ name: 'Clara 3 GB', price: price(300) }] },
    ],
    '2026-11-21',
    {
      business: businessSchema.parse({ name: 'Tienda La Esquina' }),
      language: 'es',
      figures: { country: 'EC', decimalSign: 'comma' },
    },
  )
  expect(slipText(slip)).toBe(`Tienda La Esquina
Lista de precios
sáb 21 nov 2026

Pines
Cine 10: $10,50

Paquetes
Clara 3 GB: $3,00

Precios del día que dice arriba; pueden cambiar.`)
})
