import { z } from 'zod'
import { languageCodes } from '../words/words.ts'
import { defineCalls } from './define.ts'

/** What may take long before the journal is open. */
export const openingStepSchema = z.enum(['reading', 'checking', 'copying', 'changing', 'restoring'])
export type OpeningStep = z.infer<typeof openingStepSchema>

/** How far the start is: no other call is answered before it is ready. */
export const startStateSchema = z.discriminatedUnion('kind', [
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
export type StartState = z.infer<typeof startStateSchema>

export const startCalls = defineCalls({
  'start.state': { input: z.object({}), output: startStateSchema, right: 'always' },
})
