import { z } from 'zod'
import { cashLimitsSchema } from '../../../shared/domain/people/cash-limits.ts'
import {
  hasAdministrator,
  isSameName,
  personNameSchema,
} from '../../../shared/domain/people/people.ts'
import { rightSchema, roleSchema } from '../../../shared/domain/people/rights.ts'
import type { Database } from '../sqlite/db.ts'
import { createPeopleTable, type PersonDraft, type PersonRecord } from '../tables/people.ts'

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
}

/** As features/people/pin.ts writes it; one whose cost nobody could pay keeps a register from nothing else. */
const pinHashSchema = z
  .string()
  .regex(/^scrypt\$\d{1,6}\$[0-9a-f]{32}\$[0-9a-f]{64}$/)
  .refine((hash) => Number(hash.split('$')[1]) <= 2 ** 17)

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
 * Writes a person down as another register has them, with a line of the trail. Of two of one name the one who was made first
 * keeps it; the other one is told apart by a number, the same at every register, and signs in as before.
 */
export function putSharedPerson(db: Database, { key: id, body, at, by }: Placed): void {
  const table = createPeopleTable(db)
  const put = (person: PersonDraft) =>
    table.put(person, {
      at,
      person: null,
      action: 'people.shared',
      subject: person.name,
      detail: by,
    })
  // Nobody is taken away: sales name them.
  if (body === null) return
  const person = { id, ...sharedPersonSchema.parse(body) }
  const others = table.all().filter((one) => one.id !== id)
  const same = others.find((one) => isSameName(one.name, person.name))
  if (!same) return put(person)
  const isFirst =
    person.createdAt < same.createdAt || (person.createdAt === same.createdAt && id < same.id)
  if (isFirst) put({ ...same, name: freeName(same.name, others) })
  put(isFirst ? person : { ...person, name: freeName(person.name, others) })
}

function freeName(name: string, others: readonly PersonRecord[]): string {
  const base = name.slice(0, 34)
  let number = 2
  const isTaken = () => others.some((one) => isSameName(one.name, `${base} (${number})`))
  while (isTaken()) number += 1
  return `${base} (${number})`
}

/**
 * Two registers may each close the other's last administrator at once: whoever was one here before and came first is let in
 * again, and the others hear of it. So a register that has people never becomes one without by what it hears.
 */
export function keepAdministrator(db: Database, before: readonly PersonRecord[], at: number): void {
  const table = createPeopleTable(db)
  const now = table.all()
  const isRun = now.some((one) => one.active) && hasAdministrator(now)
  const [first] = before
    .filter((one) => one.active && one.role === 'administrator')
    .toSorted((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1))
  if (isRun || !first) return
  const known = table.person(first.id) ?? first
  const line = { at, person: null, action: 'people.stays', subject: known.name }
  table.put({ ...known, role: 'administrator', active: true }, line)
}
