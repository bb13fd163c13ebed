import { randomUUID } from 'node:crypto'
import type { PeopleState } from '../../../shared/contract/people.ts'
import type { CallsOf, Emit, Handlers, ParsedInput } from '../../../shared/contract/index.ts'
import { dayRangeBounds } from '../../../shared/domain/time/dates.ts'
import {
  hasAdministrator,
  isSameName,
  signedIn,
  type Member,
  type Person,
} from '../../../shared/domain/people/people.ts'
import { Failure, toAppError, type AppError } from '../../../shared/errors.ts'
import { writableJournal, type JournalAccess } from '../../store/journal/journal-access.ts'
import type { PersonRecord } from '../../store/tables/people.ts'
import type { TrailDraft } from '../../store/tables/trail.ts'
import type { CurrentPerson } from './current.ts'
import { createPinCheck } from './pin-check.ts'
import { hashPin } from './pin.ts'
import { createPresence, type Presence } from './presence.ts'
import { createTrailCheck, type TrailCheck, type TrailSeal } from './trail-check.ts'
import { saveTrail } from './trail-file.ts'

export interface PeopleDeps {
  /** The journal; where it cannot be read nobody knows who works here. */
  journal: JournalAccess
  emit: Emit
  /** Another is at the register, or nobody: what is shown depends on who looks. */
  onChange: () => void
  now: () => number
  /** Only ever goes forward, milliseconds: how long somebody has to wait goes by it. */
  elapsed: () => number
  /** Somebody is there. */
  stir: () => void
  /** Told of what went wrong behind. */
  onProblem: (error: AppError) => void
  /** Throws FILE_NOT_ALLOWED for a path that no one chose. */
  mustBeApproved: (path: string) => void
  decimalSign: () => 'comma' | 'point'
  /** Where beside the journal it is kept how far the trail went. */
  seal: TrailSeal
  /** The cost of new hashes; see pin.ts. Tests ask for less. */
  pinCost?: number
}

export interface PeopleFeature {
  readonly handlers: Handlers<CallsOf<'people'>>
  readonly presence: Presence
  /** Whether the trail is as it was written. */
  readonly trail: TrailCheck
  /** Writes a line of the trail in somebody's name: of who is at the register unless said. */
  note(
    action: string,
    said: { subject?: string | null; detail?: string | null },
    who?: Person | null,
  ): void
  /** Nobody is at the register any more: the computer slept. */
  lock(): void
}

/** Who works at the register: signing in, locking, and the list of people. */
export function createPeople(deps: PeopleDeps): PeopleFeature {
  const { now } = deps
  const check = createPinCheck({
    // Where the journal cannot be written the tries are counted by this run alone.
    setTries: (id, failures, until) =>
      writableJournal(deps.journal)?.people.setTries(id, failures, until),
    now,
    elapsed: deps.elapsed,
    lastSeen: lastLineAt(),
    onProblem: deps.onProblem,
  })
  const trail = createTrailCheck({
    journal: deps.journal,
    seal: deps.seal,
    now,
    onProblem: deps.onProblem,
  })
  let current: string | null = null
  let last: string | null = null

  const all = (): PersonRecord[] => deps.journal.read()?.people.all() ?? []
  const active = () => all().filter((one) => one.active)

  /** A trail that cannot be read tells of no time that went by, and keeps nobody from opening. */
  function lastLineAt(): number | null {
    try {
      return deps.journal.read()?.trail.lastAt() ?? null
    } catch (caught) {
      deps.onProblem(toAppError(caught))
      return null
    }
  }

  function mode(): PeopleState['mode'] {
    if (deps.journal.read() === null) return 'unknown'
    return active().length === 0 ? 'single' : 'people'
  }

  function person(id: string): PersonRecord {
    const found = deps.journal.read()?.people.person(id)
    if (!found?.active) throw new Failure('PERSON_NOT_FOUND')
    return found
  }

  function whoIs(id: string | null): CurrentPerson | null {
    const found = id === null ? null : deps.journal.read()?.people.person(id)
    return found?.active ? signedIn(found) : null
  }

  function state(): PeopleState {
    const before = whoIs(last)
    const here = whoIs(current)
    return {
      mode: mode(),
      current: here && { ...here, rights: [...here.rights] },
      last: before && faceOf(before),
      people: active().map(faceOf),
    }
  }

  function changed(): PeopleState {
    const next = state()
    deps.onChange()
    deps.emit('people.changed', next)
    return next
  }

  /** A line of the trail, by the wall clock as it is now. */
  function lineOf(action: string, who: Person | null, subject: string | null): TrailDraft {
    check.settle(all())
    return { at: now(), person: who && { id: who.id, name: who.name }, action, subject }
  }

  /** What was done is done: a trail that cannot be written is told of, and undoes nothing. */
  function note(
    action: string,
    who: Person | null,
    subject: string | null = null,
    detail: string | null = null,
  ): void {
    try {
      const line = lineOf(action, who, subject)
      writableJournal(deps.journal)?.trail.add({ ...line, detail })
    } catch (caught) {
      deps.onProblem(toAppError(caught))
    }
  }

  async function signIn(id: string, pin: string): Promise<PeopleState> {
    const who = person(id)
    try {
      await check.mustBe(who, pin)
    } catch (caught) {
      if (caught instanceof Failure && caught.error.code === 'PIN_WRONG') {
        note('people.wrongPin', null, who.name)
      }
      throw caught
    }
    current = last = who.id
    deps.stir()
    note('people.signIn', who)
    return changed()
  }

  function lock(): PeopleState {
    const who = whoIs(current)
    if (who) note('people.lock', who)
    current = null
    return changed()
  }

  async function save(input: ParsedInput<'people.save'>): Promise<Member[]> {
    const journal = deps.journal.write()
    const before = input.id === null ? null : journal.people.person(input.id)
    if (input.id !== null && before === null) throw new Failure('PERSON_NOT_FOUND')
    if (before === null && input.pin === undefined) throw new Failure('BAD_INPUT', { where: 'pin' })
    const pinHash =
      input.pin === undefined ? (before?.pinHash ?? '') : await hashPin(input.pin, deps.pinCost)
    // From here nothing waits: the list is judged as it is when it is written.
    const people = journal.people.all()
    const others = people.filter((one) => one.id !== input.id)
    if (others.some((one) => isSameName(one.name, input.name))) throw new Failure('NAME_TAKEN')
    const isFirst = people.every((one) => !one.active)
    const next = {
      ...input,
      role: isFirst ? ('administrator' as const) : input.role,
      id: before?.id ?? randomUUID(),
      pinHash,
      createdAt: before?.createdAt ?? now(),
    }
    if (!hasAdministrator([...others, next])) throw new Failure('LAST_ADMINISTRATOR')
    const action = before ? 'people.changed' : 'people.created'
    const line = lineOf(action, whoIs(current), next.name)
    journal.people.put(next, { ...line, detail: changesOf(before, next) })
    if (isFirst && next.active) {
      current = last = next.id
      deps.stir()
    }
    if (!next.active && current === next.id) current = null
    changed()
    return journal.people.all().map(memberOf)
  }

  const handlers: PeopleFeature['handlers'] = {
    'people.state': async () => state(),
    'people.signIn': ({ personId, pin }) => signIn(personId, pin),
    'people.lock': async () => lock(),
    async 'people.stir'() {
      deps.stir()
      return {}
    },
    'people.list': async () => all().map(memberOf),
    'people.save': save,
    async 'people.changePin'({ pin, newPin }) {
      const who = whoIs(current)
      if (!who) throw new Failure('LOCKED')
      await check.mustBe(person(who.id), pin)
      const pinHash = await hashPin(newPin, deps.pinCost)
      const line = lineOf('people.pinChanged', who, who.name)
      deps.journal.write().people.put({ ...person(who.id), pinHash }, line)
      return {}
    },
    'people.checkTrail': ({ whole }) => trail.state(whole),
    async 'people.trail'({ from, to, personId, limit, offset }) {
      const filter = { ...dayRangeBounds(from, to), personId }
      return deps.journal.read()?.trail.page(filter, limit, offset) ?? { entries: [], count: 0 }
    },
    async 'people.exportTrail'({ from, to, personId, path, language }) {
      deps.mustBeApproved(path)
      const filter = { ...dayRangeBounds(from, to), personId }
      const rows = await saveTrail(deps.journal.read()?.trail ?? null, filter, path, {
        language,
        separator: deps.decimalSign() === 'comma' ? ';' : ',',
      })
      return { path, rows }
    },
  }

  return {
    handlers,
    trail,
    presence: createPresence({ mode, current: () => whoIs(current) }),
    note: (action, { subject, detail }, who = whoIs(current)) => note(action, who, subject, detail),
    lock: () => {
      if (current !== null) lock()
    },
  }
}

const faceOf = ({ id, name, role }: Person): Person => ({ id, name, role })

const memberOf = ({ id, name, role, rights, active, createdAt }: Member): Member => ({
  id,
  name,
  role,
  rights,
  active,
  createdAt,
})

/** What of a person changed, for the trail: names of what, never a PIN. */
function changesOf(
  before: PersonRecord | null,
  next: Pick<PersonRecord, 'name' | 'role' | 'active' | 'pinHash' | 'rights'>,
): string {
  if (before === null) return next.role
  const changes = [
    before.name === next.name ? null : `${before.name} → ${next.name}`,
    before.role === next.role ? null : `${before.role} → ${next.role}`,
    before.active === next.active ? null : next.active ? 'active' : 'inactive',
    before.pinHash === next.pinHash ? null : 'PIN',
    before.rights.join() === next.rights.join() ? null : next.rights.join(' '),
  ]
  return changes.filter((one) => one !== null).join(', ')
}
