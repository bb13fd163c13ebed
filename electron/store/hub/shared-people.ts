import { z } from 'zod'
import { cashLimitsOf, cashLimitsSchema } from '../../../shared/domain/people/cash-limits.ts'
import { hasAdministrator, personNameSchema } from '../../../shared/domain/people/people.ts'
import type { Money } from '../../../shared/domain/money/money.ts'
import { rightSchema, rightsOf, roleSchema } from '../../../shared/domain/people/rights.ts'
import { foldText } from '../../../shared/domain/text/fold-text.ts'
import type { ErasureLog } from '../erasure/erasure-log.ts'
import type { Database } from '../sqlite/db.ts'
import { createPeopleTable, type PersonDraft, type PersonRecord } from '../tables/people.ts'

/**
 * Who has which name while what was heard is written down: to read everybody anew for each of some hundred people would keep
 * the register for seconds.
 */
export function createNames(people: readonly { id: string; name: string }[]) {
  const holders = new Map<string, string>()
  const drop = (id: string): void => {
    for (const [name, holder] of holders) if (holder === id) holders.delete(name)
  }
  const give = ({ id, name }: { id: string; name: string }): void => {
    drop(id)
    holders.set(foldText(name), id)
  }
  for (const { id, name } of people) holders.set(foldText(name), id)
  return { drop, give, holderOf: (name: string) => holders.get(foldText(name)) }
}
type Names = ReturnType<typeof createNames>

/** Where and when something that is shared is written down. */
export interface Placed {
  /** The connection whose it is; '': the register's. */
  holder: string
  key: string
  /** As its schema gave it; null: it was taken away. */
  body: unknown
  at: number
  /** The register that said it, as the hub numbers it. */
  by: string
  /** Of everybody here. */
  names: Names
  /** Where a restored journal finds again what was erased. */
  erasures: ErasureLog
}

/** Costs that scrypt takes, and that a register can pay. */
const isPayable = (cost: number) =>
  cost >= 16 && cost <= 2 ** 17 && Number.isInteger(Math.log2(cost))

/** As features/people/pin.ts writes it; one whose cost nobody could pay keeps a register from nothing else. */
const pinHashSchema = z
  .string()
  .regex(/^scrypt\$\d{1,6}\$[0-9a-f]{32}\$[0-9a-f]{64}$/)
  .refine((hash) => isPayable(Number(hash.split('$')[1])))

/** A person as all registers have them: wrong tries of the PIN stay where they were made. */
export const sharedPersonSchema = z.object({
  name: personNameSchema,
  role: roleSchema,
  // A right that another version knows is not one here.
  rights: z
    .array(z.string())
    .transform((rights) => rightSchema.options.filter((right) => rights.includes(right))),
  limits: cashLimitsSchema,
  active: z.boolean(),
  pinHash: pinHashSchema,
  createdAt: z.int(),
})
export type SharedPerson = z.output<typeof sharedPersonSchema>

/**
 * What of a person is said by itself: who is put out stays out although another register has a new PIN of theirs. What somebody
 * may do is one: a mixture of two would be what nobody said.
 */
export const partsOfPerson = [['name'], ['role', 'rights', 'limits'], ['active'], ['pinHash']]

/**
 * A person of whom two registers may have spoken without knowing of one another, after the hub went back: who is out at either
 * is out, and may do what both let them; else as `agreed`.
 */
export function leastOfPerson({ here, next, agreed }: Record<'here' | 'next' | 'agreed', unknown>) {
  const [one, other, as] = [here, next, agreed].map(
    (body) => sharedPersonSchema.safeParse(body).data,
  )
  if (!one || !other || !as) return agreed
  const active = one.active && other.active
  const least = [as, one, other].find(({ role }) => role !== 'administrator')
  if (!least) return { ...as, active }
  const rights = rightsOf(one).filter((right) => rightsOf(other).includes(right))
  const [mine, theirs] = [one, other].map(cashLimitsOf)
  const limits = {
    cashOut: lower(mine?.cashOut, theirs?.cashOut),
    deposit: lower(mine?.deposit, theirs?.deposit),
  }
  return { ...as, active, role: least.role, rights, limits }
}

/** The lower of two limits; none where neither is one. */
function lower(one: Money | null = null, other: Money | null = null): Money | null {
  if (one === null || other === null) return one ?? other
  return other.currency === one.currency && other.minor < one.minor ? other : one
}

/** Where nobody signs in a PIN is asked for only once it is known who may change that: else nobody could at that register. */
export function canTakePeople(here: readonly PersonRecord[], shared: readonly unknown[]): boolean {
  if (here.some((one) => one.active)) return true
  return hasAdministrator(shared.flatMap((body) => sharedPersonSchema.safeParse(body).data ?? []))
}

/**
 * Writes a person down as another register has them, with a line of the trail. Of two of one name the one who was made first
 * keeps it; the other one is told apart by a number, the same at every register, and signs in as before.
 */
export function putSharedPerson(db: Database, { key: id, body, at, by, names }: Placed): void {
  const table = createPeopleTable(db)
  const put = (person: PersonDraft) => {
    names.give(person)
    table.put(person, {
      at,
      person: null,
      action: 'people.shared',
      subject: person.name,
      detail: by,
    })
  }
  // Nobody is taken away: sales name them.
  if (body === null) return
  const person = { id, ...sharedPersonSchema.parse(body) }
  names.drop(id)
  const holder = names.holderOf(person.name)
  const same = holder === undefined ? null : table.person(holder)
  if (!same) return put(person)
  const isFirst =
    person.createdAt < same.createdAt || (person.createdAt === same.createdAt && id < same.id)
  if (isFirst) put({ ...same, name: freeName(same.name, names) })
  put(isFirst ? person : { ...person, name: freeName(person.name, names) })
}

function freeName(name: string, names: Names): string {
  const base = name.slice(0, 34)
  let number = 2
  while (names.holderOf(`${base} (${number})`) !== undefined) number += 1
  return `${base} (${number})`
}

/**
 * Two registers may each close the other's last administrator at once: whoever was one here before and came first is let in
 * again, and the others hear of it; where all were put out here while somebody came in elsewhere, who ever was one. So a register
 * that has people never becomes one without by what it hears.
 */
export function keepAdministrator(db: Database, before: readonly PersonRecord[], at: number): void {
  const table = createPeopleTable(db)
  const now = table.all()
  const isRun = now.some((one) => one.active) && hasAdministrator(now)
  const were = before.filter((one) => one.active)
  const isWithout = were.length === 0 && now.some((one) => one.active)
  const [first] = (isWithout ? now : were)
    .filter((one) => one.role === 'administrator')
    .toSorted((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1))
  if (isRun || !first) return
  const known = table.person(first.id) ?? first
  const line = { at, person: null, action: 'people.stays', subject: known.name }
  table.put({ ...known, role: 'administrator', active: true }, line)
}
