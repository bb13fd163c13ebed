import { planned } from '../behaviours/plan.ts'
import type { Plan } from '../behaviours/plan.ts'
import { cellphone, reference } from '../fields.ts'
import type { AmountRule, Country, Product } from '../types.ts'
import { billed, product } from './family.ts'
import type { Row } from './family.ts'

const shape = (country: Country) => ({
  title: 'Televisión digital',
  button: 'Recargar televisión',
  fields: [reference('Número de decodificador', 'Está al respaldo del equipo'), cellphone(country)],
})

/** Prepaid television by amount. */
export const television = (country: Country, amount: AmountRule, row: Row): Product =>
  product(country, row, { ...shape(country), amount })

/** Prepaid television by plan: the options of the select carry `eval`. */
export function televisionPlan(country: Country, plans: [Plan, ...Plan[]], row: Row): Product {
  const prices = plans.map((plan) => plan.price)
  return product(country, row, {
    ...shape(country),
    amount: billed(Math.min(...prices), Math.max(...prices)),
    behaviour: planned(plans),
  })
}
