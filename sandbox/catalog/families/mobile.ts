import { cellphone } from '../fields.ts'
import type { AmountRule, Country, Product } from '../types.ts'
import { fixed, product } from './family.ts'
import type { Row } from './family.ts'

/** Mobile top-ups: any amount within the operator's limits. */
export const topUp = (country: Country, amount: AmountRule, row: Row): Product =>
  product(country, row, {
    title: 'Realizar recarga',
    button: 'Vender recarga',
    fields: [cellphone(country)],
    amount,
  })

/** Data and voice packages, each with its price. */
export const mobilePackage = (country: Country, price: number, row: Row): Product =>
  product(country, row, {
    title: 'Comprar paquete',
    button: 'Vender paquete',
    fields: [cellphone(country)],
    amount: fixed(price),
  })
