import { expect, test } from 'vitest'
import { verbOf } from './verbs.ts'

test.each([
  ['Claro', 'Recargas móviles', 'in', 'CO', 'recharge'],
  ['Paquete Claro 7 días', 'Recargas y paquetes', 'in', 'CO', 'buy'],
  ['BetPlay', 'Apuestas deportivas', 'in', 'CO', 'recharge'],
  ['Energía', 'Servicios básicos', 'in', 'EC', 'payBill'],
  ['Recaudo por código de barras', 'Pagos', 'in', 'CO', 'payBill'],
  ['Bancolombia', 'Depósitos a cuentas', 'in', 'CO', 'depositCO'],
  ['Depósito Pichincha', 'Bancos', 'in', 'EC', 'depositEC'],
  ['Pago de obligaciones', 'Bancos', 'in', 'CO', 'pay'],
  ['Nequi', 'Retiros', 'out', 'CO', 'withdraw'],
  ['Pago de premios', 'Apuestas', 'out', 'EC', 'payPrize'],
  ['Ecuabet', 'Pago de premios', 'out', 'EC', 'payPrize'],
  ['Netflix', 'Entretenimiento', 'in', 'EC', 'buy'],
  ['Pin Xbox', 'Pines', 'in', 'CO', 'buy'],
  ['Billetera Pía', 'Billeteras', 'in', 'CO', 'recharge'],
  ['Planilla Integrada', 'Planillas', 'in', 'CO', 'pay'],
  ['Pedidos Alpaca', 'Paga y recoge', 'in', 'CO', 'pay'],
] as const)('%s (%s)', (name, categoryName, direction, country, verb) => {
  expect(verbOf({ name, categoryName, direction, country })).toBe(verb)
})
