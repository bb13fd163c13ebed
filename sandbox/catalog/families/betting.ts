import { cellphone, document } from '../fields.ts'
import type { AmountRule, Country, Product } from '../types.ts'
import { product } from './family.ts'
import type { Row } from './family.ts'

/** Top-ups of a betting account. */
export const betting = (country: Country, amount: AmountRule, row: Row): Product =>
  product(country, row, {
    title: country === 'CO' ? 'Recargar apuestas' : 'Recargar pronósticos',
    button: 'Recargar',
    fields: [document(), cellphone(country)],
    amount,
  })
