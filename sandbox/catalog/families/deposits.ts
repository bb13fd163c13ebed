import { accountNumber, accountType, cellphone, document } from '../fields.ts'
import type { AmountRule, Country, Product } from '../types.ts'
import { product } from './family.ts'
import type { Row } from './family.ts'

/** Deposits to a bank account. */
export const deposit = (country: Country, amount: AmountRule, row: Row): Product =>
  product(country, row, {
    title: country === 'CO' ? 'Consignar a cuenta' : 'Depositar en cuenta',
    button: country === 'CO' ? 'Consignar' : 'Depositar',
    fields: [accountType(), accountNumber(), cellphone(country), document()],
    amount,
  })
