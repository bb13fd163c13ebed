import { minor } from '../../money.ts'
import { plain } from '../behaviours/plain.ts'
import type { AmountRule, Country, Field, Product } from '../types.ts'

/** One row of a family's table; money in whole or decimal units of the currency. */
export interface Row {
  id: number
  name: string
  description?: string
  /** File under /images; the product's number when not given. */
  image?: string
  tip: number
  cost?: number
  incentive?: number
}

interface Shape {
  title: string
  button: string
  fields: Field[]
  amount: AmountRule
  behaviour?: Product['behaviour']
  direction?: 'in' | 'out'
}

/** A product from its row and the shape that its family shares. */
export function product(country: Country, row: Row, shape: Shape): Product {
  return {
    id: row.id,
    name: row.name,
    description: row.description ?? `${shape.title}: ${row.name}`,
    image: `/images/${row.image ?? `${row.id}.svg`}`,
    categoryId: 0,
    tip: row.tip,
    country,
    direction: shape.direction ?? 'in',
    title: shape.title,
    button: shape.button,
    fields: shape.fields,
    amount: shape.amount,
    cost: minor(row.cost ?? 0),
    incentive: row.incentive === undefined ? null : minor(row.incentive),
    behaviour: shape.behaviour ?? plain,
  }
}

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
