import { z } from 'zod'
import { languageCodes } from '../words/words.ts'
import { memberSchema, personNameSchema, personSchema, pinSchema } from '../domain/people/people.ts'
import { rightSchema, roleSchema } from '../domain/people/rights.ts'
import { trailStandingSchema } from '../domain/people/trail-mark.ts'
import { cashLimitsSchema } from '../domain/people/cash-limits.ts'
import { fileSaid } from '../domain/people/audit-line.ts'
import { defineCalls, defineEvents } from './define.ts'

/** Who is at the register, as the window may know it. PINs never cross, in either form, but to be tried. */
export const peopleStateSchema = z.object({
  /**
   * `single`: nobody was ever made, one person works without a PIN and may do everything. `unknown`: the journal, and
   * so who works here, cannot be read: nobody may do what needs a right, and the window says why.
   */
  mode: z.enum(['single', 'people', 'unknown']),
  /** Who signed in; null while locked, and where there are no people. */
  current: personSchema.extend({ rights: z.array(rightSchema) }).nullable(),
  /** Who was here when it was locked: offered first. */
  last: personSchema.nullable(),
  /** Those who can sign in, by name. */
  people: z.array(personSchema),
})
export type PeopleState = z.infer<typeof peopleStateSchema>

/** The trail as it stands; its notices are those of the last month. */
const trailStateSchema = trailStandingSchema.extend({
  /** `held`: what the keyring had seen was compared; `none`: there is none, or it does not answer; `asked`: not yet. */
  keyring: z.enum(['held', 'none', 'asked']),
})
export type TrailState = z.infer<typeof trailStateSchema>

/** One line of who did what. Append-only. */
const trailEntrySchema = z.object({
  seq: z.int(),
  at: z.number(),
  /** null: nobody had signed in, or one person works here without a PIN. */
  person: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** The call that was made, or `people.denied` and the like; domain/trail-words.ts has its words. */
  action: z.string(),
  /** What it was done to: a sale's `_id`, a person, a file's name. */
  subject: z.string().nullable(),
  detail: z.string().nullable(),
})
export type TrailEntry = z.infer<typeof trailEntrySchema>

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
const trailFilterSchema = z.object({
  from: day,
  to: day,
  /** Only of this person. */
  personId: z.string().nullable().default(null),
})

const members = z.array(memberSchema)

export const peopleCalls = defineCalls({
  'people.state': { input: z.object({}), output: peopleStateSchema, right: 'always' },
  /** PIN_WRONG, PIN_WAIT (with the seconds left), PERSON_NOT_FOUND. */
  'people.signIn': {
    input: z.object({ personId: z.string().min(1), pin: z.string().max(32) }),
    output: peopleStateSchema,
    right: 'always',
    audit: 'own',
  },
  /** Nobody is at the register until a PIN is given; what is on screen stays, and a sale that is out goes on. */
  'people.lock': { input: z.object({}), output: peopleStateSchema, right: 'always', audit: 'own' },
  /** Somebody is there: told now and then while they are, as the register locks by itself once nobody is. */
  'people.stir': { input: z.object({}), output: z.object({}), right: 'present' },
  /** Everyone who ever worked here, by name. */
  'people.list': { input: z.object({}), output: members, right: 'people' },
  /**
   * Makes (`id` null, with a PIN) or changes a person; without `pin` it stays. The first one is an administrator
   * and is signed in. `limits` left out: none, or as they are. NAME_TAKEN, LAST_ADMINISTRATOR, PERSON_NOT_FOUND.
   */
  'people.save': {
    input: z.object({
      id: z.string().min(1).nullable(),
      name: personNameSchema,
      role: roleSchema,
      rights: z.array(rightSchema),
      limits: cashLimitsSchema.optional(),
      active: z.boolean().default(true),
      pin: pinSchema.optional(),
    }),
    output: members,
    right: 'people',
    audit: 'own',
  },
  /** A person changes the own PIN. PIN_WRONG, PIN_WAIT. */
  'people.changePin': {
    input: z.object({ pin: z.string().max(32), newPin: pinSchema }),
    output: z.object({}),
    right: 'present',
    audit: 'own',
  },
  /**
   * How the trail stands: what was written last is held against the chain, and all of it against what Z reports and
   * the keyring saw; with `whole` every line, which takes seconds for a million.
   */
  'people.checkTrail': {
    input: z.object({ whole: z.boolean().default(false) }),
    output: trailStateSchema,
    right: 'people',
  },
  /** Newest first. RANGE_INVALID. */
  'people.trail': {
    input: trailFilterSchema.extend({
      offset: z.int().nonnegative().default(0),
      limit: z.int().positive().max(500).default(100),
    }),
    output: z.object({ entries: z.array(trailEntrySchema), count: z.int() }),
    right: 'people',
  },
  /** Writes the trail as CSV to `path` (from files.chooseSave); answers how many lines. */
  'people.exportTrail': {
    input: trailFilterSchema.extend({ path: z.string().min(1), language: z.enum(languageCodes) }),
    output: z.object({ path: z.string(), rows: z.int() }),
    right: ['people', 'export'],
    audit: ({ path }, { rows }) => ({ subject: fileSaid(path), detail: `${rows}` }),
  },
})

export const peopleEvents = defineEvents({
  /** Who is at the register changed. */
  'people.changed': { payload: peopleStateSchema, locked: 'always' },
})
