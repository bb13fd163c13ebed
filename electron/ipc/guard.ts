import type { AuditLine } from '../../shared/domain/people/audit-line.ts'
import { rightsFor, type Gate } from '../../shared/contract/define.ts'
import {
  calls,
  events,
  type CallName,
  type CallOutput,
  type EventName,
  type EventPayload,
  type ParsedInput,
} from '../../shared/contract/index.ts'
import type { Right } from '../../shared/domain/people/rights.ts'
import { Failure } from '../../shared/errors.ts'
import { cut, redacted } from './redaction.ts'

// The contract's tables, written so that TypeScript ties each name to its own shapes.
const audits: {
  [K in CallName]: {
    audit?: 'own' | ((input: ParsedInput<K>, output: CallOutput<K>) => AuditLine)
  }
} = calls
const whileLocked: {
  [K in EventName]: { locked: 'always' | 'last' | ((payload: EventPayload<K>) => string) }
} = events

/** Who is at the register, as far as calls depend on it. */
export interface GuardedPresence<P = unknown> {
  current(): P
  /** There are people, and none of them has signed in. */
  isLocked(): boolean
  /** Somebody is known to be here: who signed in, or one person alone. */
  isPresent(): boolean
  /** Whether who is here may do something; where there are no people, everything. */
  may(right: Right): boolean
}

/** The one place where rights are held: the window hides what it may, but is not believed. */
export interface Guard {
  /**
   * Answers what a call that was done is told to: the trail tells of it, if it is one to tell of, in the name of who
   * asked for it.
   * @throws Failure LOCKED, NOT_ALLOWED
   */
  admit(call: CallName): Done
  /**
   * Settles once what a call came to may be answered: locked meanwhile, it waits until somebody is here.
   * @throws Failure NOT_ALLOWED where that is another, who may not hear of it
   */
  hear(call: CallName): Promise<void>
  /** An answer as who is at the register may see it. */
  shown(value: unknown): unknown
  /** Tells an event as who is at the register may see it: now, or, locked, once somebody is here. */
  tell<K extends EventName>(name: K, payload: EventPayload<K>, send: Send): void
}

export type Done = <K extends CallName>(
  call: K,
  input: ParsedInput<K>,
  output: CallOutput<K>,
) => void

/** Sends an event to the windows. */
export type Send = (name: EventName, payload: unknown) => void

/** `note` writes a line of the trail in somebody's name; it is told of what was refused, too. */
export function createGuard<P>(
  presence: GuardedPresence<P>,
  note: (action: string, said: AuditLine, who: P) => void,
): Guard {
  /** Events that wait for somebody, the last of each thing, oldest first. */
  const held = new Map<string, () => void>()
  /** Answers that wait for somebody. */
  let waiting: (() => void)[] = []

  const isOpen = (gate: Gate) => rightsFor(gate).every(presence.may)

  function shown(value: unknown): unknown {
    // Judged once a value, not once a field: a catalog holds ten thousand.
    const isHidden = (what: Right | 'present') =>
      what === 'present' ? !presence.isPresent() : !presence.may(what)
    const hidden = new Set([...new Set(Object.values(redacted))].filter(isHidden))
    return hidden.size === 0 ? value : cut(value, hidden)
  }

  /** Somebody is here again: what waited comes first. */
  function letGo(): void {
    const events = [...held.values()]
    const answers = waiting
    held.clear()
    waiting = []
    for (const go of [...events, ...answers]) go()
  }

  return {
    admit(asked) {
      const gate = calls[asked].right
      const who = presence.current()
      if (gate !== 'always' && presence.isLocked()) throw new Failure('LOCKED')
      if (!isOpen(gate)) {
        note('people.denied', { subject: asked }, who)
        throw new Failure('NOT_ALLOWED')
      }
      return (call, input, output) => {
        const { audit } = audits[call]
        if (typeof audit === 'function') note(call, audit(input, output), who)
      }
    },
    async hear(call) {
      const { right, heardBy } = calls[call]
      const gate = heardBy ?? right
      if (gate === 'always') return
      while (presence.isLocked()) await new Promise<void>((go) => waiting.push(go))
      if (!isOpen(gate)) throw new Failure('NOT_ALLOWED')
    },
    shown,
    tell(name, payload, send) {
      const { locked } = whileLocked[name]
      const go = () => send(name, shown(payload))
      if (!presence.isLocked()) {
        letGo()
        return go()
      }
      if (locked === 'always') return go()
      const key = locked === 'last' ? name : `${name} ${locked(payload)}`
      // The newest of a thing takes the last place, as it came last.
      held.delete(key)
      held.set(key, go)
    },
  }
}
