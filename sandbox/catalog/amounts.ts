import { minor } from '../money.ts'
import type { AmountRule, Product } from './types.ts'

/** Rules of what a sale may be worth, from whole or decimal units of the currency. */
export const range = (min: number, max: number, step: number): AmountRule => ({
  kind: 'range',
  min: minor(min),
  max: minor(max),
  step: minor(step),
})

export const fixed = (value: number): AmountRule => ({ kind: 'fixed', value: minor(value) })

export const choice = (first: number, ...rest: number[]): AmountRule => ({
  kind: 'choice',
  values: [minor(first), ...rest.map(minor)],
})

export const billed = (min: number, max: number, editable = false): AmountRule => ({
  kind: 'billed',
  min: minor(min),
  max: minor(max),
  editable,
})

/** What a sale of this amount earns by the product's assigned commission; minor units. */
export const profitOf = (product: Product, amount: number) =>
  Math.round((amount * product.tip) / 100)
