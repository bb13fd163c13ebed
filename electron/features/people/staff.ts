import type { AuditLine } from '../../../shared/domain/people/audit-line.ts'
import type { PeopleState } from '../../../shared/contract/people.ts'
import { signedIn, type Person } from '../../../shared/domain/people/people.ts'
import { Failure } from '../../../shared/errors.ts'
import { orTold } from '../../or-told.ts'
import type { CommonDeps } from '../../deps.ts'
import { writableJournal } from '../../store/journal/journal-access.ts'
import type { PersonRecord } from '../../store/tables/people.ts'
import type { TrailDraft } from '../../store/tables/trail.ts'
import type { CurrentPerson } from './current.ts'
import type { PinCheck } from './pin-check.ts'
import type { TrailSeal } from './trail-seal.ts'

/** What people need of the rest of the house. */
export interface PeopleDeps extends Pick<
  CommonDeps,
  'journal' | 'emit' | 'now' | 'onProblem' | 'decimalSign'
> {
  /** Another is at the register, or nobody: what is shown depends on who looks. */
  onChange: () => void
  /** Only ever goes forward, milliseconds: how long somebody has to wait goes by it. */
  elapsed: () => number
  /** Somebody is there. */
  stir: () => void
  /** Throws FILE_NOT_ALLOWED for a path that this person did not choose. */
  mustBeApproved: (path: string, who: string | null) => void
  /** Where beside the journal it is kept how far the trail went. */
  seal: TrailSeal
  /** The cost of new hashes; see pin.ts. Tests ask for less. */
  pinCost?: number
}

/** Who works here, and who of them is at the register. */
export interface Staff extends PeopleDeps {
  readonly check: PinCheck
  /** Who is at the register, and who was there last. */
  current: string | null
  last: string | null
}

/** Everybody who ever worked here. */
export function everybody({ journal }: Staff): PersonRecord[] {
  return journal.read()?.people.all() ?? []
}

const active = (staff: Staff) => everybody(staff).filter((one) => one.active)

/** Who there is to sign in: see the contract. */
export function modeOf(staff: Staff): PeopleState['mode'] {
  if (staff.journal.read() === null) return 'unknown'
  return active(staff).length === 0 ? 'single' : 'people'
}

/** Somebody who works here. @throws Failure PERSON_NOT_FOUND */
export function personOf({ journal }: Staff, id: string): PersonRecord {
  const found = journal.read()?.people.person(id)
  if (!found?.active) throw new Failure('PERSON_NOT_FOUND')
  return found
}

/** Who is at the register; null: nobody. */
export function whoIsHere(staff: Staff): CurrentPerson | null {
  return whoIs(staff, staff.current)
}

function whoIs({ journal }: Staff, id: string | null): CurrentPerson | null {
  const found = id === null ? null : journal.read()?.people.person(id)
  return found?.active ? signedIn(found) : null
}

/** What the windows show of it. */
export function peopleState(staff: Staff): PeopleState {
  const before = whoIs(staff, staff.last)
  const here = whoIsHere(staff)
  return {
    mode: modeOf(staff),
    current: here && { ...here, rights: [...here.rights] },
    last: before && faceOf(before),
    people: active(staff).map(faceOf),
  }
}

/** Tells everyone that another is at the register, or that people changed; answers how it stands. */
export function changed(staff: Staff): PeopleState {
  const next = peopleState(staff)
  staff.onChange()
  staff.emit('people.changed', next)
  return next
}

/** A line of the trail, by the wall clock as it is now. */
export function lineOf(
  staff: Staff,
  action: string,
  who: Person | null,
  subject: string | null,
): TrailDraft {
  staff.check.settle(everybody(staff))
  return { at: staff.now(), person: who && { id: who.id, name: who.name }, action, subject }
}

/** What was done is done: a trail that cannot be written is told of, and undoes nothing. */
export function note(staff: Staff, action: string, who: Person | null, said: AuditLine = {}): void {
  const { subject = null, detail = null } = said
  orTold(staff.onProblem, () => {
    const line = lineOf(staff, action, who, subject)
    writableJournal(staff.journal)?.trail.add({ ...line, detail })
  })
}

const faceOf = ({ id, name, role }: Person): Person => ({ id, name, role })
