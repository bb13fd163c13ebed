import { cellphone, document } from '../fields.ts'
import type { AmountRule, Country, Product } from '../types.ts'
import { product } from './family.ts'
import type { Row } from './family.ts'

/** Loads of a digital wallet. */
export const wallet = (country: Country, amount: AmountRule, row: Row): Product =>
  product(country, row, {
    title: 'Cargar billetera',
    button: 'Cargar',
    fields: [cellphone(country), document('Documento del titular')],
    amount,
  })
