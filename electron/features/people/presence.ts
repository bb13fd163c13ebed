import type { Right } from '../../../shared/domain/rights.ts'
import type { CurrentPerson } from './current.ts'

/** Who is at the register, and what may be done there: the one place where that is judged. */
export interface Presence {
  /** Nobody was ever made: one person works here without a PIN and may do everything. */
  isSingle(): boolean
  /** There are people, and none of them has signed in. */
  isLocked(): boolean
  current(): CurrentPerson | null
  /** Whether who is here may do something; nobody may do anything. */
  may(right: Right): boolean
}

/** Judges by the list of people and by who of them has signed in. */
export function createPresence(from: Pick<Presence, 'isSingle' | 'current'>): Presence {
  const { isSingle, current } = from
  return {
    isSingle,
    current,
    isLocked: () => current() === null && !isSingle(),
    may: (right) => current()?.rights.includes(right) ?? isSingle(),
  }
}
