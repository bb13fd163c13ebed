import { expect, it } from 'vitest'
import {
  decisionsOf,
  suggestDirection,
  suggestNature,
  type SuggestedProduct,
} from './suggestion.ts'

const product = (
  name: string,
  categoryName: string | null,
  changes: Partial<SuggestedProduct> = {},
): SuggestedProduct => ({
  id: name,
  name,
  categoryName,
  price: null,
  soldDirection: null,
  sales: 0,
  ...changes,
})

// Families of the contract, as docs/families.md walks them.
it.each([
  ['Recarga Clara', 'Recargas', 'in', 'collection'],
  ['Clara 3 GB', 'Paquetes de datos', 'in', 'collection'],
  ['Gol Seguro', 'Apuestas deportivas', 'in', 'collection'],
  ['Billetera Pía', 'Billeteras', 'in', 'collection'],
  ['Tradición y libertad', 'Certificados', 'in', 'collection'],
  ['Planilla Integrada', 'Planillas', 'in', 'collection'],
  ['Banco Ceiba: recaudo', 'Recaudos', 'in', 'collection'],
  ['Banco Nogal', 'Depósitos', 'in', 'collection'],
  ['Crédito Amigo', 'Créditos', 'in', 'collection'],
  ['Luz de la Costa', 'Servicios básicos', 'in', 'collection'],
  ['Cielo TV', 'Televisión digital', 'in', 'collection'],
  ['Pin Cine en Casa', 'Pines', 'in', 'resale'],
  ['Revista Semilla', 'Revistas', 'in', 'resale'],
  ['Retiro Banco Ceiba', 'Retiros', 'out', 'cash-out'],
  ['Premio Gol Seguro', 'Premios', 'out', 'cash-out'],
  ['Depósito Nogal', 'Retiros y depósitos', 'in', 'collection'],
  ['Seguro de bicicleta', 'Productos especiales', 'in', null],
  ['Giro nacional', 'Giros', null, null],
  ['Cosa', 'Otros', null, null],
  ['Recarga Vieja', null, 'in', 'collection'],
] as const)('%s of %s: %s, %s', (name, category, direction, nature) => {
  const one = product(name, category)
  expect([suggestDirection(one), suggestNature(one)]).toEqual([direction, nature])
})

it('takes what was sold here for confirmed', () => {
  expect(suggestDirection(product('Giro nacional', 'Giros', { soldDirection: 'in' }))).toBe('in')
  // Its names tell another way than it was sold: nobody but a person can say which.
  const once = product('Billetera Nequi', 'Servicios', { soldDirection: 'out' })
  expect([suggestDirection(once), suggestNature(once)]).toEqual([null, null])
})

it('decides by category and suggestion, the most sales first', () => {
  const decisions = decisionsOf(
    [
      product('Recarga Clara', 'Recargas', { sales: 900 }),
      product('Recarga Roja', 'Recargas', { sales: 1_000 }),
      product('Retiro Ceiba', 'Retiros y depósitos', { sales: 40 }),
      product('Depósito Nogal', 'Retiros y depósitos', { sales: 60 }),
      product('Cosa', null),
    ],
    suggestDirection,
  )
  expect(decisions).toEqual([
    {
      categoryName: 'Recargas',
      suggestion: 'in',
      productIds: ['Recarga Clara', 'Recarga Roja'],
      example: 'Recarga Roja',
      sales: 1_900,
    },
    {
      categoryName: 'Retiros y depósitos',
      suggestion: 'in',
      productIds: ['Depósito Nogal'],
      example: 'Depósito Nogal',
      sales: 60,
    },
    {
      categoryName: 'Retiros y depósitos',
      suggestion: 'out',
      productIds: ['Retiro Ceiba'],
      example: 'Retiro Ceiba',
      sales: 40,
    },
    { categoryName: null, suggestion: null, productIds: ['Cosa'], example: 'Cosa', sales: 0 },
  ])
})
