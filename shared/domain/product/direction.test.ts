import { expect, test } from 'vitest'
import { guessDirection } from './direction.ts'

test.each([
  ['Retiros', 'Bancolombia', 'out'],
  ['Retiros', 'Retiro Nequi', 'out'],
  ['Apuestas', 'Pago de premios Betplay', 'out'],
  ['Pago de Prémios', 'Ecuabet', 'out'],
  ['Withdrawals', 'Bank', 'out'],
  ['Games', 'Prize payment', 'out'],
  ['Recargas', 'Claro', 'in'],
  ['Apuestas deportivas', 'Recarga Betplay', 'in'],
  ['Retiros y depósitos', 'Depósito Banco Pichincha', 'in'],
  ['Recaudo de facturas', 'Energía', 'in'],
  ['', '', 'in'],
] as const)('%s / %s hands cash %s', (category, product, direction) => {
  expect(guessDirection(category, product)).toBe(direction)
})
