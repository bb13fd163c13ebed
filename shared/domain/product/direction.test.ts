import { expect, test } from 'vitest'
import { inputSample } from '../testing/input-sample.ts'
import { guessDirection, isDirectionGuess } from './direction.ts'

test.each([
  ['Retiros', 'Bancolombia', 'out'],
  ['Retiros', 'Retiro Nequi', 'out'],
  ['Apuestas', 'Pago de premios Betplay', 'out'],
  ['Pago de Prémios', 'Ecuabet', 'out'],
  ['Withdrawals', 'Bank', 'out'],
  ['Games', 'Prize payment', 'out'],
  ['Retiros', 'Billetera Pía', 'out'],
  ['Recargas', 'Claro', 'in'],
  ['Apuestas deportivas', 'Recarga Betplay', 'in'],
  ['Retiros y depósitos', 'Depósito Banco Pichincha', 'in'],
  ['Recaudo de facturas', 'Energía', 'in'],
  ['', '', 'in'],
] as const)('%s / %s hands cash %s', (category, product, direction) => {
  expect(guessDirection(category, product)).toBe(direction)
})

const form = (words: string, ...names: string[]) => ({
  title: words,
  button: '',
  inputs: names.map((name) =>
    inputSample(name, { type: name === 'phone' ? 'cellphone' : name === 'amount' ? name : 'text' }),
  ),
})
const price = { minor: 1_000_000, currency: 'COP' }

test.each([
  // The contract's families say it, in the product's own name or else its category's.
  ['Claro', 'Recargas móviles', {}, false],
  ['Bancolombia', 'Retiros', {}, false],
  ['Retiro Billetera Pía', 'Bancos', {}, false],
  ['Depósito Pichincha', 'Retiros y depósitos', {}, false],
  ['Cielo TV', '', {}, false],
  // So do the words and the fields of its form, and a price of its own.
  ['Cóndor', 'CATEGORÍA ☎ 79', { form: form('Vender') }, false],
  ['Nequi', 'Bancos', { form: form('Realizar retiro') }, false],
  ['Claro', 'Operadores', { form: form('', 'phone', 'amount') }, false],
  ['Banco Nogal', 'Bancos', { form: form('', 'customerPaymentType', 'reference') }, false],
  ['Historial', 'Trámites', { price }, false],
  // Nobody says it, or both are said.
  ['Bancolombia', 'Bancos', { form: form('Continuar', 'reference', 'amount') }, true],
  ['Bancolombia', 'Retiros y depósitos', {}, true],
  ['Recaudo de premios', 'Apuestas', {}, true],
  ['Premio Mayor', 'Loterías', { price }, true],
  ['Retiro Nequi', 'Bancos', { form: form('Vender recarga') }, true],
  ['Compra de dólares', 'Divisas', {}, true],
  // What is paid out as well as taken in is not told by a word of its form, nor by a price.
  ['Giro', 'Giros', { form: form('Vender') }, true],
  ['Subsidio de vivienda', 'Trámites', { form: form('Comprar') }, true],
  ['Efecty', 'Giros y remesas', { form: form('Vender', 'phone', 'amount') }, true],
  ['Giro nacional', 'Giros', { price }, true],
  ['Pago de giros', 'Bancos', {}, false],
  ['Consignación de giro', 'Bancos', { form: form('Vender') }, false],
] as const)('%s (%s) %o: a guess is %s', (name, categoryName, more, isGuess) => {
  expect(isDirectionGuess({ name, categoryName, price: null, form: null, ...more })).toBe(isGuess)
})
