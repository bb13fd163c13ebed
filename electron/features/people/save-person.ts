import { randomUUID } from 'node:crypto'
import type { ParsedInput } from '../../../shared/contract/index.ts'
import { amountSaid } from '../../../shared/domain/people/audit-line.ts'
import { noCashLimits } from '../../../shared/domain/people/cash-limits.ts'
import { hasAdministrator, isSameName, type Member } from '../../../shared/domain/people/people.ts'
import { Failure } from '../../../shared/errors.ts'
import type { PersonRecord } from '../../store/tables/people.ts'
import { hashPin } from './pin.ts'
import { changed, lineOf, whoIsHere, type Staff } from './staff.ts'

/** Writes a person down, new or changed, with its line of the trail; answers everybody. */
export async function savePerson(
  staff: Staff,
  input: ParsedInput<'people.save'>,
): Promise<Member[]> {
  const journal = staff.journal.write()
  const before = input.id === null ? null : journal.people.person(input.id)
  if (input.id !== null && before === null) throw new Failure('PERSON_NOT_FOUND')
  if (before === null && input.pin === undefined) throw new Failure('BAD_INPUT', { where: 'pin' })
  const pinHash =
    input.pin === undefined ? (before?.pinHash ?? '') : await hashPin(input.pin, staff.pinCost)
  // From here nothing waits: the list is judged as it is when it is written.
  const people = journal.people.all()
  const others = people.filter((one) => one.id !== input.id)
  if (others.some((one) => isSameName(one.name, input.name))) throw new Failure('NAME_TAKEN')
  const isFirst = people.every((one) => !one.active)
  const next = {
    ...input,
    role: isFirst ? ('administrator' as const) : input.role,
    limits: input.limits ?? before?.limits ?? noCashLimits,
    id: before?.id ?? randomUUID(),
    pinHash,
    createdAt: before?.createdAt ?? staff.now(),
  }
  if (!hasAdministrator([...others, next])) throw new Failure('LAST_ADMINISTRATOR')
  const action = before ? 'people.changed' : 'people.created'
  const line = lineOf(staff, action, whoIsHere(staff), next.name)
  journal.people.put(next, { ...line, detail: changesOf(before, next) })
  if (isFirst && next.active) {
    staff.current = staff.last = next.id
    staff.stir()
  }
  if (!next.active && staff.current === next.id) staff.current = null
  changed(staff)
  return journal.people.all().map(memberOf)
}

/** A person for lists: no PIN. */
export const memberOf = ({
  id,
  name,
  role,
  rights,
  limits,
  active,
  createdAt,
}: Member): Member => ({
  id,
  name,
  role,
  rights,
  limits,
  active,
  createdAt,
})

/** What of a person changed, for the trail: names of what, never a PIN. */
function changesOf(
  before: PersonRecord | null,
  next: Pick<PersonRecord, 'name' | 'role' | 'active' | 'pinHash' | 'rights' | 'limits'>,
): string {
  if (before === null) return next.role
  const limitsSaid = ({ limits: { cashOut, deposit } }: Pick<PersonRecord, 'limits'>) =>
    `max ${cashOut ? amountSaid(cashOut) : '-'} / ${deposit ? amountSaid(deposit) : '-'}`
  const changes = [
    before.name === next.name ? null : `${before.name} → ${next.name}`,
    before.role === next.role ? null : `${before.role} → ${next.role}`,
    before.active === next.active ? null : next.active ? 'active' : 'inactive',
    before.pinHash === next.pinHash ? null : 'PIN',
    before.rights.join() === next.rights.join() ? null : next.rights.join(' '),
    limitsSaid(before) === limitsSaid(next) ? null : limitsSaid(next),
  ]
  return changes.filter((one) => one !== null).join(', ')
}
