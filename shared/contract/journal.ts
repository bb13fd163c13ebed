import { z } from 'zod'
import { appErrorSchema } from '../errors.ts'
import { languageCodes } from '../words/words.ts'
import { defineCalls, defineEvents } from './define.ts'

/** How the journal of this computer came up. Times are epoch milliseconds. */
const journalStateSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ready'),
    /** Why catalog and reports are kept in memory only until the program closes. */
    cache: appErrorSchema.optional(),
  }),
  /** It could not be used, or had lost its newest sales; nothing is sold until a person has read this. */
  z.object({
    kind: z.literal('recovered'),
    at: z.number(),
    /** Names in the data folder's damaged/, where the unusable files are kept. */
    setAside: z.array(z.string()),
    /** When the copy was made that took its place; null: there was none, or none was needed. */
    restoredAt: z.number().nullable(),
    /** Sales put back from intents.log, as ones whose request may have been sent. */
    replayed: z.int(),
    /** Sales of the active profile that are open now. */
    open: z.int(),
  }),
  /** Nothing can be sold, and why; what can be read of it is shown. */
  z.object({ kind: z.literal('blocked'), error: appErrorSchema }),
])
export type JournalState = z.infer<typeof journalStateSchema>

/** What may take long before the journal is open. */
export const openingStepSchema = z.enum(['reading', 'checking', 'copying', 'changing', 'restoring'])
export type OpeningStep = z.infer<typeof openingStepSchema>

/** How far the start is: no other call is answered before the journal is open. */
const openingStateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({
    kind: z.literal('opening'),
    /** In which the window speaks meanwhile. */
    language: z.enum(languageCodes),
    /** What is being done to the journal; null: nothing that takes long, yet. */
    step: openingStepSchema.nullable(),
    /** How much of the step is done, of one; null: not known. */
    done: z.number().nullable(),
  }),
])
export type OpeningState = z.infer<typeof openingStateSchema>

export const journalCalls = defineCalls({
  'journal.opening': { input: z.object({}), output: openingStateSchema, right: 'always' },
  'journal.state': { input: z.object({}), output: journalStateSchema, right: 'present' },
  /** A person has read what was recovered: selling opens again. */
  'journal.acknowledge': {
    input: z.object({}),
    output: journalStateSchema,
    right: 'sell',
    audit: () => ({}),
  },
})

export const journalEvents = defineEvents({
  /** Damage was found while it was open: it is no longer what it came up as. */
  'journal.changed': { payload: journalStateSchema, locked: 'last' },
})
