import { z } from 'zod'
import { appErrorSchema } from '../../errors.ts'
import { defineCalls, defineEvents } from '../define.ts'

/** A thing that the hub has the name of alone: `sale ID`. */
export const missingThingSchema = z.object({
  thing: z.string(),
  /** The SQLSTATE with which the hub refuses what it holds; null: its own journal cannot read it. */
  refused: z.string().nullable(),
})
export type MissingThing = z.output<typeof missingThingSchema>

/** How this register stands with the PostgreSQL behind several (docs/registers.md). Times are epoch milliseconds. */
const ownRegisterSchema = z.object({
  /** As the hub numbers it, and what its owner calls it. */
  code: z.string(),
  name: z.string(),
  /** Where the hub is. */
  url: z.string(),
  /** How many changes it still has to send. */
  left: z.int(),
  /** When it last sent; null: never. */
  sentAt: z.number().nullable(),
  isSending: z.boolean(),
  /** What did not arrive, and is tried again each time. */
  missing: z.array(missingThingSchema),
  /** How much of what registers share was said otherwise here, since the program began, and is now as another one said it. */
  replaced: z.int(),
  /** Why it could not send the last time. */
  error: appErrorSchema.nullable(),
})
export type OwnRegister = z.infer<typeof ownRegisterSchema>

const hubStateSchema = z.object({
  /** null: this register belongs to no hub. */
  register: ownRegisterSchema.nullable(),
  /** Who this computer may look at all registers as, and those of which branch (null: all); null: nobody. */
  reader: z.object({ name: z.string(), branch: z.string().nullable(), url: z.string() }).nullable(),
})
export type HubState = z.infer<typeof hubStateSchema>

/** Everything that is sold goes there: for who runs all of it. */
const ofOwner = ['settings', 'people', 'privacy'] as const

export const hubCalls = defineCalls({
  'hub.state': { input: z.object({}), output: hubStateSchema, right: ofOwner, patient: true },
  /** Joins with a one-use code, a register's or that of who looks at all. HUB_CODE_WRONG, HUB_CODE_USED, HUB_NO_KEYRING, HUB_UNREACHABLE … */
  'hub.join': {
    input: z.object({ code: z.string().trim().min(1).max(20_000) }),
    output: hubStateSchema,
    right: ofOwner,
    audit: 'own',
  },
  /** This register sends nothing more; what it sent stays there. HUB_NOT_JOINED. */
  'hub.leave': { input: z.object({}), output: hubStateSchema, right: ofOwner, audit: 'own' },
  /** This computer may look at all registers no more. */
  'hub.stopReading': { input: z.object({}), output: hubStateSchema, right: ofOwner, audit: 'own' },
  /** Begins to send now; `hub.changed` tells what came of it. */
  'hub.sendNow': { input: z.object({}), output: hubStateSchema, right: ofOwner },
})

export const hubEvents = defineEvents({
  'hub.changed': { payload: z.object({}), locked: 'last' },
})
