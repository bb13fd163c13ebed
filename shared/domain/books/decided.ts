import { z } from 'zod'
import { directionSchema } from '../money/money.ts'
import { productNatureSchema } from '../product/product-setting.ts'
import type { MonthFacts } from './facts.ts'

/** What was decided of the products that a month sold, when it was closed; by their ids. */
export const decidedSchema = z.object({
  natures: z.record(z.string(), productNatureSchema),
  /** Of sales that no register made: those that this one made go as they were made. */
  directions: z.record(z.string(), directionSchema),
})
export type Decided = z.infer<typeof decidedSchema>

/** What a month's facts were made with. */
export function decidedIn({ sales }: Pick<MonthFacts, 'sales'>): Decided {
  const natures = new Map<string, NonNullable<(typeof sales)[number]['nature']>>()
  const directions = new Map<string, NonNullable<(typeof sales)[number]['direction']>>()
  for (const { product, nature, direction, own } of sales) {
    if (nature !== null) natures.set(product, nature)
    if (own === null && direction !== null) directions.set(product, direction)
  }
  return { natures: Object.fromEntries(natures), directions: Object.fromEntries(directions) }
}

/**
 * The facts of a closed month as they are now, with what was decided then: who decides anew decides for the months that are
 * open. What nobody had decided is learnt.
 */
export function asDecided(facts: MonthFacts, decided: Decided | undefined): MonthFacts {
  if (decided === undefined) return facts
  const natures = new Map(Object.entries(decided.natures))
  const directions = new Map(Object.entries(decided.directions))
  const sales = facts.sales.map((sale) => ({
    ...sale,
    nature: natures.get(sale.product) ?? sale.nature,
    direction: (sale.own === null ? directions.get(sale.product) : undefined) ?? sale.direction,
  }))
  return { ...facts, sales }
}
