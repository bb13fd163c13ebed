import { waitAfter } from '../../../shared/domain/people/people.ts'
import { Failure, type AppError } from '../../../shared/errors.ts'
import { createSerialQueue } from '../../async/serial-queue.ts'
import type { PersonRecord } from '../../store/tables/people.ts'
import { isPin } from './pin.ts'

/** Looks at PINs, one at a time, and fewer and fewer after wrong ones. */
export type PinCheck = ReturnType<typeof createPinCheck>

interface Tries {
  failures: number
  /** By the monotonic clock of this run, milliseconds. */
  waitUntil: number
}

/** Less than this the wall clock may differ from the monotonic one: it is never read in the same moment. */
const slackMs = 1_000

/**
 * Each try is counted before it is looked at, so that neither ending the program nor asking many times at once
 * makes one free; `setTries` keeps the count. Where it cannot, this run's own count goes on: a full disk locks nobody
 * out, and makes no try free either.
 *
 * Waits go by the monotonic clock: whoever may set the computer's shortens none. Of what another run left, what went by
 * until the last line of the trail is taken off; it is never longer than the tries ask for, whatever clock it was
 * written by.
 */
export function createPinCheck(deps: {
  /** Keeps the count, and until when by the wall clock (epoch ms) no PIN is looked at. */
  setTries: (id: string, failures: number, waitUntil: number) => void
  /** The wall clock, epoch milliseconds. */
  now: () => number
  /** Only ever goes forward, milliseconds. */
  elapsed: () => number
  /** When (epoch ms) the trail's last line was written before this run; null: there is none. */
  lastSeen: number | null
  /** Told why a count could not be kept. */
  onProblem: (error: AppError) => void
}) {
  const { setTries, now, elapsed, lastSeen, onProblem } = deps
  const begun = elapsed()
  /** The tries at each PIN in this run: the same as on disk, also where nothing can be written. */
  const seen = new Map<string, Tries>()
  const queue = createSerialQueue()

  function triesAt({ pinHash, failures, waitUntil }: PersonRecord): Tries {
    const whole = waitAfter(failures)
    const left = lastSeen === null ? whole : Math.min(whole, Math.max(0, waitUntil - lastSeen))
    return seen.get(pinHash) ?? { failures, waitUntil: begun + left }
  }

  async function look(person: PersonRecord, pin: string): Promise<void> {
    const { failures, waitUntil } = triesAt(person)
    const left = waitUntil - elapsed()
    if (left > 0) throw new Failure('PIN_WAIT', { seconds: Math.ceil(left / 1000) })
    keep(person, failures + 1)
    if (!(await isPin(pin, person.pinHash))) throw new Failure('PIN_WRONG')
    keep(person, 0)
  }

  function keep(person: PersonRecord, failures: number): void {
    const wait = waitAfter(failures)
    seen.set(person.pinHash, { failures, waitUntil: elapsed() + wait })
    write(person, failures, wait)
  }

  function write({ id }: PersonRecord, failures: number, wait: number): void {
    try {
      setTries(id, failures, wait === 0 ? 0 : Math.round(now() + wait))
    } catch (caught) {
      if (!(caught instanceof Failure)) throw caught
      onProblem(caught.error)
    }
  }

  return {
    /** @throws Failure PIN_WRONG, PIN_WAIT */
    mustBe: (person: PersonRecord, pin: string): Promise<void> =>
      queue.add(() => look(person, pin)),
    /**
     * Writes the waits of these people down anew where the wall clock was set since: what the trail says next is of
     * that clock, and the next run takes what the trail saw for what went by.
     */
    settle: (people: readonly PersonRecord[]) => {
      for (const person of people) {
        const { failures, waitUntil } = triesAt(person)
        const left = waitUntil - elapsed()
        const isSet = Math.abs(now() + left - person.waitUntil) > slackMs
        if (left > 0 && isSet) write(person, failures, left)
      }
    },
  }
}
