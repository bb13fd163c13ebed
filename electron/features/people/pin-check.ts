import { waitAfter } from '../../../shared/domain/people.ts'
import { Failure, type AppError } from '../../../shared/errors.ts'
import type { PersonRecord } from '../../store/people.ts'
import { isPin } from './pin.ts'

/** Looks at PINs, one at a time, and fewer and fewer after wrong ones. */
export interface PinCheck {
  /** @throws Failure PIN_WRONG, PIN_WAIT */
  mustBe(person: PersonRecord, pin: string): Promise<void>
}

interface Tries {
  failures: number
  waitUntil: number
}

/**
 * Each try is counted before it is looked at, so that neither ending the program nor asking many times at once
 * makes one free; `setTries` keeps the count. Where it cannot, this run's own count goes on: a full disk locks nobody
 * out, and makes no try free either.
 */
export function createPinCheck(deps: {
  setTries: (id: string, failures: number, waitUntil: number) => void
  now: () => number
  /** Told why a count could not be kept. */
  onProblem: (error: AppError) => void
}): PinCheck {
  const { setTries, now, onProblem } = deps
  /** The tries at each PIN in this run: the same as on disk, also where nothing can be written. */
  const seen = new Map<string, Tries>()
  let turn: Promise<unknown> = Promise.resolve()

  async function look(person: PersonRecord, pin: string): Promise<void> {
    const { failures, waitUntil } = seen.get(person.pinHash) ?? person
    const left = waitUntil - now()
    if (left > 0) throw new Failure('PIN_WAIT', { seconds: Math.ceil(left / 1000) })
    keep(person, { failures: failures + 1, waitUntil: now() + waitAfter(failures + 1) })
    if (!(await isPin(pin, person.pinHash))) throw new Failure('PIN_WRONG')
    keep(person, { failures: 0, waitUntil: 0 })
  }

  function keep({ id, pinHash }: PersonRecord, tries: Tries): void {
    seen.set(pinHash, tries)
    try {
      setTries(id, tries.failures, tries.waitUntil)
    } catch (caught) {
      if (!(caught instanceof Failure)) throw caught
      onProblem(caught.error)
    }
  }

  return {
    mustBe: (person, pin) => {
      const mine = turn.then(() => look(person, pin))
      turn = mine.catch(() => undefined)
      return mine
    },
  }
}
