import { z } from 'zod'
import { limitSchema } from '../credit/debtor.ts'
import type { Role } from './rights.ts'

/** The most cash that a person may hand out, and may take in for a deposit, by one sale; null: no limit. */
export const cashLimitsSchema = z.object({
  cashOut: limitSchema.nullable(),
  deposit: limitSchema.nullable(),
})
export type CashLimits = z.infer<typeof cashLimitsSchema>

/** Of whoever the owner said nothing. */
export const noCashLimits: CashLimits = { cashOut: null, deposit: null }

/** What holds somebody: an administrator, who sets the limits, is held by none. */
export function cashLimitsOf(person: { role: Role; limits: CashLimits }): CashLimits {
  return person.role === 'administrator' ? noCashLimits : person.limits
}
