import type { CallName, CallOutput, ParsedInput } from '../../shared/contract/index.ts'
import type { Right } from '../../shared/domain/rights.ts'
import { Failure } from '../../shared/errors.ts'
import { withoutCommissions } from './commissions.ts'
import { gates } from './gates.ts'
import { saidOf, type Said } from './trailed.ts'

/** Who is at the register, as far as calls depend on it. */
export interface Presence {
  /** Nobody was ever made: one person works here without a PIN and may do everything. */
  isSingle(): boolean
  current(): { rights: readonly Right[] } | null
}

/** The one place where rights are held: the window hides what it may, but is not believed. */
export interface Guard {
  /** @throws Failure LOCKED, NOT_ALLOWED */
  admit(call: CallName): void
  /** A call was done: the trail tells of it, if it is one to tell of. */
  done<K extends CallName>(call: K, input: ParsedInput<K>, output: CallOutput<K>): void
  /** An answer or event as who is at the register may see it. */
  shown(value: unknown): unknown
}

/** `note` writes a line of the trail; it is told of what was refused, too. */
export function createGuard(presence: Presence, note: (action: string, said: Said) => void): Guard {
  const may = (right: Right) => presence.isSingle() || !!presence.current()?.rights.includes(right)
  return {
    admit(call) {
      const gate = gates[call]
      if (gate === 'always' || presence.isSingle()) return
      if (presence.current() === null) throw new Failure('LOCKED')
      if (gate === 'present' || may(gate)) return
      note('people.denied', { subject: call })
      throw new Failure('NOT_ALLOWED')
    },
    done(call, input, output) {
      const said = saidOf(call, input, output)
      if (said) note(call, said)
    },
    shown: (value) => (may('commissions') ? value : withoutCommissions(value)),
  }
}

/** Lets everything through and tells nobody: for what has no people. */
export const openGuard: Guard = {
  admit: () => undefined,
  done: () => undefined,
  shown: (value) => value,
}
