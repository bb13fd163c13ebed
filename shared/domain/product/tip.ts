import { z } from 'zod'
import { minorFromDecimal } from '../money/money.ts'

/**
 * What the assigned commission of products (`tip`) is counted in: the contract does not say it ("Category and product"),
 * so that it stands without a sign until the owner does. It changes how it is shown, and no sum.
 */
export const tipUnitSchema = z.enum(['unknown', 'percent', 'money'])
export type TipUnit = z.infer<typeof tipUnitSchema>

/** An assigned commission in the owner's unit; `write` writes minor units. What is no number stays as it came. */
export function tipText(tip: string, unit: TipUnit, write: (minor: number) => string): string {
  if (unit === 'unknown' || !/^-?\d+(\.\d+)?$/.test(tip)) return tip
  if (unit === 'percent') return `${tip}\u00a0%`
  const minor = minorFromDecimal(tip)
  return minor === null ? tip : write(minor)
}
