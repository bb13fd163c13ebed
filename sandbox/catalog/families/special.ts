import { bill } from '../behaviours/bill.ts'
import { cellphone, document, plainText, select } from '../fields.ts'
import type { AmountRule, Country, Product } from '../types.ts'
import { product } from './family.ts'
import type { Row } from './family.ts'

/** Special products: insurance and assistance sold over the counter. */
export const special = (country: Country, amount: AmountRule, row: Row): Product =>
  product(country, row, {
    title: 'Producto especial',
    button: 'Vender',
    fields: [
      document(),
      cellphone(country),
      plainText('birthDate', 'Fecha de nacimiento', /^\d{4}-\d{2}-\d{2}$/, 'Escriba año-mes-día', {
        required: false,
        note: 'Por ejemplo 1985-03-21',
        icon: 'calendar',
      }),
    ],
    amount,
  })

/** Pay and collect: an order paid at the counter and collected elsewhere. */
export const payAndCollect = (country: Country, amount: AmountRule, row: Row): Product =>
  product(country, row, {
    title: 'Paga y recoge',
    button: 'Pagar pedido',
    fields: [
      plainText(
        'reference',
        'Número del pedido',
        /^[0-9A-Z-]{5,20}$/,
        'El pedido debe tener entre 5 y 20 letras mayúsculas o dígitos',
      ),
      cellphone(country),
    ],
    amount,
    behaviour: bill(true),
  })

/** Money sent to another country. */
export const crossBorder = (country: Country, amount: AmountRule, row: Row): Product =>
  product(country, row, {
    title: 'Recarga internacional',
    button: 'Enviar recarga',
    fields: [
      select('destination', 'País de destino', [
        { label: 'Venezuela', value: 'VE' },
        { label: 'Perú', value: 'PE' },
        { label: 'México', value: 'MX' },
      ]),
      plainText(
        'reference',
        'Número en el otro país',
        /^\d{8,13}$/,
        'El número debe tener entre 8 y 13 dígitos, con el indicativo',
        { icon: 'cellphone' },
      ),
      cellphone(country),
    ],
    amount,
  })
