import { z } from 'zod'
import { cashLimitsSchema } from './cash-limits.ts'
import { rightSchema, rightsOf, roleSchema } from './rights.ts'
import { foldText } from '../text/fold-text.ts'

/** The name of a person of the shop as it stands on sales and receipts. */
export const personNameSchema = z.string().trim().min(2).max(40)

/** Four to eight digits: what fits a number pad and a tired hand. */
export const pinSchema = z.string().regex(/^\d{4,8}$/)

/** A person of the shop as everyone may see it. */
export const personSchema = z.object({
  id: z.string().min(1),
  name: z.string(),
  role: roleSchema,
})
export type Person = z.infer<typeof personSchema>

/** A person with what may be done. `active` false: cannot sign in any more, and stays in the books. */
export const memberSchema = personSchema.extend({
  rights: z.array(rightSchema),
  limits: cashLimitsSchema,
  active: z.boolean(),
  createdAt: z.number(),
})
export type Member = z.infer<typeof memberSchema>

/** Names that a person reads as one: they would make two cashiers look like one. */
export function isSameName(one: string, other: string): boolean {
  return foldText(one) === foldText(other)
}

/**
 * Whether a list of people can be run: somebody must be able to change it, or nobody be in it at all
 * (one person alone, without PINs).
 */
export function hasAdministrator(people: readonly Pick<Member, 'role' | 'active'>[]): boolean {
  const active = people.filter((one) => one.active)
  return active.length === 0 || active.some((one) => one.role === 'administrator')
}

/** The person as signed in: who, and what may be done. */
export function signedIn({ id, name, role, rights }: Member) {
  return { id, name, role, rights: [...rightsOf({ role, rights })] }
}

const freeTries = 3
const firstWaitMs = 5_000
const longestWaitMs = 15 * 60_000

/** How long nobody may try a PIN after so many wrong ones in a row, in milliseconds: it doubles up to 15 min. */
export function waitAfter(failures: number): number {
  if (failures < freeTries) return 0
  return Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - freeTries))
}
