import { bill } from '../behaviours/bill.ts'
import { cellphone, document, plainText } from '../fields.ts'
import type { AmountRule, Country, Product } from '../types.ts'
import { product } from './family.ts'
import type { Row } from './family.ts'

/** Withdrawals: the shop hands cash to the customer. */
export const withdrawal = (country: Country, amount: AmountRule, row: Row): Product =>
  product(country, row, {
    title: 'Realizar retiro',
    button: 'Retirar',
    fields: [
      document(),
      cellphone(country),
      plainText(
        'withdrawalCode',
        'Código de retiro',
        /^\d{6,10}$/,
        'El código de retiro debe tener entre 6 y 10 dígitos',
        { note: 'El cliente lo ve en su aplicación', icon: 'key' },
      ),
    ],
    amount,
    direction: 'out',
  })

/** Prize payments: the inquiry says what the ticket won. */
export const prize = (country: Country, amount: AmountRule, row: Row): Product =>
  product(country, row, {
    title: 'Pagar premio',
    button: 'Pagar premio',
    fields: [
      plainText(
        'ticket',
        'Número del boleto',
        /^[0-9A-Z-]{8,24}$/,
        'El boleto debe tener entre 8 y 24 letras o dígitos',
        { icon: 'ticket' },
      ),
      document(),
      cellphone(country),
    ],
    amount,
    behaviour: bill(true),
    direction: 'out',
  })
