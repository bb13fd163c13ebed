import { cellphone, email, plainText } from '../fields.ts'
import type { AmountRule, Country, Product } from '../types.ts'
import { product } from './family.ts'
import type { Row } from './family.ts'

/** Pins and entertainment codes, sent to the customer's mail. */
export const pin = (country: Country, amount: AmountRule, row: Row): Product =>
  product(country, row, {
    title: 'Comprar pin',
    button: 'Vender pin',
    fields: [cellphone(country), email()],
    amount,
  })

/** Magazine subscriptions and single issues. */
export const magazine = (country: Country, amount: AmountRule, row: Row): Product =>
  product(country, row, {
    title: 'Comprar revista',
    button: 'Vender revista',
    fields: [
      cellphone(country),
      email(),
      plainText(
        'customerName',
        'Nombre del suscriptor',
        /^.{3,60}$/,
        'Escriba el nombre completo',
        {
          required: false,
          note: 'Solo para suscripciones',
        },
      ),
    ],
    amount,
  })
