import type { PeopleState } from '../../../shared/contract/people.ts'
import type { Right } from '../../../shared/domain/people/rights.ts'
import type { CurrentPerson } from './current.ts'

/** Who is at the register, and what may be done there: the one place where that is judged. */
export interface Presence {
  /** Who is there to sign in: see the contract. */
  mode(): PeopleState['mode']
  /** There are people, and none of them has signed in. */
  isLocked(): boolean
  /** Somebody is known to be here: who signed in, or one person alone. */
  isPresent(): boolean
  current(): CurrentPerson | null
  /** Whether who is here may do something; nobody may, nor may anybody where it cannot be read who works here. */
  may(right: Right): boolean
}

/** Judges by the list of people and by who of them has signed in. */
export function createPresence(from: Pick<Presence, 'mode' | 'current'>): Presence {
  const { mode, current } = from
  const isPresent = () => current() !== null || mode() === 'single'
  return {
    mode,
    current,
    isLocked: () => current() === null && mode() === 'people',
    isPresent,
    may: (right) => current()?.rights.includes(right) ?? mode() === 'single',
  }
}
