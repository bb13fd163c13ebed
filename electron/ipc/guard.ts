import type { CallName } from '../../shared/contract/index.ts'
import type { Right } from '../../shared/domain/rights.ts'
import { Failure } from '../../shared/errors.ts'
import { gates } from './gates.ts'

/** Who is at the register, as far as calls depend on it. */
export interface Presence {
  /** Nobody was ever made: one person works here without a PIN and may do everything. */
  isSingle(): boolean
  current(): { rights: readonly Right[] } | null
}

/** Lets a call through or throws. @throws Failure LOCKED, NOT_ALLOWED */
export type Guard = (call: CallName) => void

/** The one place where rights are held: the window hides what it may, but is not believed. */
export function createGuard(presence: Presence): Guard {
  return (call) => {
    const gate = gates[call]
    if (gate === 'always' || presence.isSingle()) return
    const person = presence.current()
    if (person === null) throw new Failure('LOCKED')
    if (gate !== 'present' && !person.rights.includes(gate)) throw new Failure('NOT_ALLOWED')
  }
}
