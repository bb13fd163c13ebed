import { z } from 'zod'

/** What something that registers share is called. */
export const sharedItemShape = { kind: z.string(), scope: z.string(), key: z.string() }

/** Something said here that the hub does not have; `version`: what it was when it was last heard (0: it was not there). */
export const sharedChangeSchema = z.object({
  ...sharedItemShape,
  version: z.int().nonnegative(),
  /** null: it was taken away. */
  body: z.unknown(),
})
export type SharedChange = z.output<typeof sharedChangeSchema>

/** The same as the hub has it. `by`: the register that said it; `own`: from this very journal, since it joined. */
export const sharedDocSchema = sharedChangeSchema.extend({ by: z.string(), own: z.boolean() })
export type SharedDoc = z.output<typeof sharedDocSchema>

/** How far the hub was heard. */
export const sharedPositionSchema = z.object({ seq: z.int().nonnegative(), tip: z.string() })

/** What one round with the hub came to. */
export const sharedAnswerSchema = sharedPositionSchema.extend({
  /** From where it was asked: it says nothing to whoever stands elsewhere by now. */
  after: sharedPositionSchema,
  /** It is not the hub of before, or an older copy of it: `docs` are all that it has. */
  anew: z.boolean(),
  docs: z.array(sharedDocSchema),
  /** What was said to it. */
  sent: z.array(sharedChangeSchema),
})
export type SharedAnswer = z.output<typeof sharedAnswerSchema>
