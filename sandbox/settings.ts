import { z } from 'zod'

/** Habits of the live service that its contract leaves open; tests turn each either way. */
export const sandboxSettingsSchema = z.strictObject({
  /** What find answers for an `_id` it does not know. */
  notFound: z.enum(['404', 'empty200']),
  /** The two days of find: 48 hours back, or today and yesterday at UTC-5. */
  findWindow: z.enum(['48h', 'calendar']),
  /** Whether the end day of a report counts. */
  endDate: z.enum(['inclusive', 'exclusive']),
  /** How many rows a report returns at most. */
  cap: z.number().int().min(1).max(100_000),
  /** Which rows come back when a range holds more than the cap. */
  capPick: z.enum(['newest', 'oldest', 'random']),
  /** The order of the rows of a report. */
  order: z.enum(['newest', 'oldest', 'random']),
  /** Every number of a successful answer is sent as text. */
  numbersAsStrings: z.boolean(),
  /** From PENDING to the final state; 0 is at once. */
  statusSeconds: z.number().min(0).max(604_800),
  /** The same for sales that a magic value makes slow. */
  slowSeconds: z.number().min(0).max(604_800),
})

export type SandboxSettings = z.infer<typeof sandboxSettingsSchema>
export const sandboxSettingsChangeSchema = sandboxSettingsSchema.partial()

export const DEFAULT_SETTINGS: SandboxSettings = {
  notFound: '404',
  findWindow: '48h',
  endDate: 'inclusive',
  cap: 1000,
  capPick: 'newest',
  order: 'newest',
  numbersAsStrings: false,
  statusSeconds: 3,
  slowSeconds: 600,
}
