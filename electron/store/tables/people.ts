import { z } from 'zod'
import type { Member } from '../../../shared/domain/people/people.ts'
import {
  rightSchema,
  roleSchema,
  type Right,
  type Role,
} from '../../../shared/domain/people/rights.ts'
import {
  cashLimitsSchema,
  noCashLimits,
  type CashLimits,
} from '../../../shared/domain/people/cash-limits.ts'
import type { Database } from '../sqlite/db.ts'
import { insertRow, rowOf } from '../sqlite/rows.ts'
import { addLine, type TrailDraft } from './trail.ts'

/** A person with what decides whether a PIN is taken. Never leaves the main process. */
export interface PersonRecord extends Member {
  /** See features/people/pin.ts for its form. */
  pinHash: string
  /** Wrong PINs in a row. */
  failures: number
  /** Until when no PIN is looked at, epoch ms by the clock of then: see features/people/pin-check.ts. */
  waitUntil: number
}

export interface PersonDraft {
  id: string
  name: string
  role: Role
  rights: readonly Right[]
  limits: CashLimits
  active: boolean
  pinHash: string
  createdAt: number
}

const rightsColumn = z.string().transform((text): Right[] => {
  const stored = z.array(z.string()).parse(JSON.parse(text))
  // A right that another version knew is not one here.
  return rightSchema.options.filter((right) => stored.includes(right))
})

const limitsColumn = z
  .string()
  .nullable()
  .transform((text): CashLimits =>
    text === null ? noCashLimits : cashLimitsSchema.parse(JSON.parse(text)),
  )

const personRow = rowOf({
  id: z.string(),
  name: z.string(),
  role: roleSchema,
  rights: rightsColumn,
  limits: limitsColumn,
  active: z.int(),
  pinHash: z.string(),
  createdAt: z.int(),
  failures: z.int(),
  waitUntil: z.int(),
}).transform((row): PersonRecord => ({ ...row, active: row.active === 1 }))

export function createPeopleReader(db: Database) {
  return {
    /** Everyone who ever worked here, by name. */
    all: (): PersonRecord[] =>
      db.all(personRow, 'select * from person order by name collate nocase, id'),
    person: (id: string): PersonRecord | null =>
      db.get(personRow, 'select * from person where id = ?', id),
  }
}

/** Over the journal in the hands of its one writer. */
export function createPeopleTable(db: Database) {
  return {
    ...createPeopleReader(db),
    /**
     * Makes a person, or changes one that is there, and writes the line of the trail that says so, or neither; a new PIN
     * forgets the wrong tries of the old one.
     */
    put: (person: PersonDraft, line: TrailDraft): void =>
      db.transaction(() => {
        putRow(db, person)
        addLine(db, line, person.id)
      }),
    /** Counts a try before it is looked at, so that none is free; zero after the right one. */
    setTries: (id: string, failures: number, waitUntil: number) => {
      db.run('update person set failures = ?, wait_until = ? where id = ?', failures, waitUntil, id)
    },
  }
}

function putRow(db: Database, person: PersonDraft): void {
  const { id, name, role, pinHash, createdAt } = person
  const { cashOut, deposit } = person.limits
  const rights = JSON.stringify(person.rights)
  const limits = cashOut || deposit ? JSON.stringify({ cashOut, deposit }) : null
  const active = person.active ? 1 : 0
  insertRow(
    db,
    'person',
    { id, name, role, rights, limits, active, pinHash, createdAt },
    `on conflict (id) do update set
       name = excluded.name, role = excluded.role, rights = excluded.rights, limits = excluded.limits,
       active = excluded.active, pin_hash = excluded.pin_hash,
       failures = iif(pin_hash = excluded.pin_hash, failures, 0),
       wait_until = iif(pin_hash = excluded.pin_hash, wait_until, 0)`,
  )
}
