import { lender } from '../behaviours/lender.ts'
import { obligation } from '../behaviours/obligation.ts'
import type { Country, Product } from '../types.ts'
import { billed, product } from './family.ts'
import type { Row } from './family.ts'

/** Card and loan obligations of one bank (contract 4a). */
export const obligationPayment = (country: Country, row: Row): Product =>
  product(country, row, {
    title: 'Pagar obligación',
    button: 'Consultar obligación',
    fields: [],
    amount: billed(200_000, 3_000_000, true),
    behaviour: obligation,
  })

/** Instalments of a lender's credits (contract 4b); `byType`: or their whole debt, or a different value. */
export const lenderPayment = (country: Country, row: Row, byType = false): Product =>
  product(country, row, {
    title: 'Pagar cuota de crédito',
    button: 'Consultar créditos',
    fields: [],
    amount: country === 'CO' ? billed(40_000, 240_000, true) : billed(40, 240, true),
    behaviour: lender(byType),
  })
