import type { AuditLine } from '../../../shared/domain/people/audit-line.ts'
import type { CallsOf, CallOutput, Handlers, ParsedInput } from '../../../shared/contract/index.ts'
import type { PeopleState } from '../../../shared/contract/people.ts'
import type { Person } from '../../../shared/domain/people/people.ts'
import { dayRangeBounds } from '../../../shared/domain/time/dates.ts'
import { Failure } from '../../../shared/errors.ts'
import { orTold } from '../../or-told.ts'
import { writableJournal } from '../../store/journal/journal-access.ts'
import { createPinCheck } from './pin-check.ts'
import { hashPin } from './pin.ts'
import { createPresence, type Presence } from './presence.ts'
import { memberOf, savePerson } from './save-person.ts'
import {
  changed,
  everybody,
  lineOf,
  modeOf,
  note,
  personOf,
  peopleState,
  whoIsHere,
  type PeopleDeps,
  type Staff,
} from './staff.ts'
import { createTrailCheck, type TrailCheck } from './trail-check.ts'
import { saveTrail } from './trail-file.ts'

export interface PeopleFeature {
  readonly handlers: Handlers<CallsOf<'people'>>
  readonly presence: Presence
  /** Whether the trail is as it was written. */
  readonly trail: TrailCheck
  /** Writes a line of the trail in somebody's name: of who is at the register unless said. */
  note(action: string, said: AuditLine, who?: Person | null): void
  /** Another register of the shop changed who works here. */
  heard(): void
  /** Nobody is at the register any more: the computer slept. */
  lock(): void
}

/** Who works at the register: signing in, locking, and the list of people. */
export function createPeople(deps: PeopleDeps): PeopleFeature {
  const { journal, now, elapsed, onProblem } = deps
  const check = createPinCheck({
    // Where the journal cannot be written the tries are counted by this run alone.
    setTries: (id, failures, until) =>
      writableJournal(journal)?.people.setTries(id, failures, until),
    now,
    elapsed,
    lastSeen: lastLineAt(deps),
    onProblem,
  })
  const trail = createTrailCheck({ journal, seal: deps.seal, now, onProblem })
  const staff: Staff = { ...deps, check, current: null, last: null }
  return {
    handlers: { ...handlersOf(staff), ...trailHandlers(staff, trail) },
    trail,
    presence: createPresence({ mode: () => modeOf(staff), current: () => whoIsHere(staff) }),
    note: (action, said, who = whoIsHere(staff)) => note(staff, action, who, said),
    heard() {
      if (whoIsHere(staff) === null) staff.current = null
      changed(staff)
    },
    lock: () => {
      if (staff.current !== null) lock(staff)
    },
  }
}

/** A trail that cannot be read tells of no time that went by, and keeps nobody from opening. */
function lastLineAt({ journal, onProblem }: PeopleDeps): number | null {
  return orTold(onProblem, () => journal.read()?.trail.lastAt() ?? null)
}

type TrailCalls = 'people.checkTrail' | 'people.trail' | 'people.exportTrail'

function handlersOf(staff: Staff): Handlers<Exclude<CallsOf<'people'>, TrailCalls>> {
  return {
    'people.state': async () => peopleState(staff),
    'people.signIn': ({ personId, pin }) => signIn(staff, personId, pin),
    'people.lock': async () => lock(staff),
    async 'people.stir'() {
      staff.stir()
      return {}
    },
    'people.list': async () => everybody(staff).map(memberOf),
    'people.save': (input) => savePerson(staff, input),
    async 'people.changePin'({ pin, newPin }) {
      await changePin(staff, pin, newPin)
      return {}
    },
  }
}

function trailHandlers(staff: Staff, trail: TrailCheck): Handlers<TrailCalls> {
  const { journal } = staff
  return {
    'people.checkTrail': ({ whole }) => trail.state(whole),
    async 'people.trail'({ from, to, personId, limit, offset }) {
      const filter = { ...dayRangeBounds(from, to), personId }
      return journal.read()?.trail.page(filter, limit, offset) ?? { entries: [], count: 0 }
    },
    'people.exportTrail': (input) => exportTrail(staff, input),
  }
}

async function signIn(staff: Staff, id: string, pin: string): Promise<PeopleState> {
  const who = personOf(staff, id)
  try {
    await staff.check.mustBe(who, pin)
  } catch (caught) {
    if (caught instanceof Failure && caught.error.code === 'PIN_WRONG') {
      note(staff, 'people.wrongPin', null, { subject: who.name })
    }
    throw caught
  }
  staff.current = staff.last = who.id
  staff.stir()
  note(staff, 'people.signIn', who)
  return changed(staff)
}

function lock(staff: Staff): PeopleState {
  const who = whoIsHere(staff)
  if (who) note(staff, 'people.lock', who)
  staff.current = null
  return changed(staff)
}

/** The own PIN anew, by whoever knows it. */
async function changePin(staff: Staff, pin: string, newPin: string): Promise<void> {
  const who = whoIsHere(staff)
  if (!who) throw new Failure('LOCKED')
  await staff.check.mustBe(personOf(staff, who.id), pin)
  const pinHash = await hashPin(newPin, staff.pinCost)
  const line = lineOf(staff, 'people.pinChanged', who, who.name)
  staff.journal.write().people.put({ ...personOf(staff, who.id), pinHash }, line)
}

async function exportTrail(
  staff: Staff,
  { from, to, personId, path, language }: ParsedInput<'people.exportTrail'>,
): Promise<CallOutput<'people.exportTrail'>> {
  staff.mustBeApproved(path, whoIsHere(staff)?.id ?? null)
  const filter = { ...dayRangeBounds(from, to), personId }
  const rows = await saveTrail(staff.journal.read()?.trail ?? null, filter, path, {
    language,
    separator: staff.decimalSign() === 'comma' ? ';' : ',',
  })
  return { path, rows }
}
