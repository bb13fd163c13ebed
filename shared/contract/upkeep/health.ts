import { z } from 'zod'
import { languageCodes } from '../../words/words.ts'
import { fileSaid } from '../../domain/people/audit-line.ts'
import { defineCalls } from '../define.ts'

/** What is looked at, in the order that it is shown. */
export const healthTopics = [
  'version',
  'updates',
  'disk',
  'copies',
  'elsewhere',
  'integrity',
  'clock',
  'service',
  'printer',
  'monthFile',
] as const

/** One thing that was looked at: when (epoch ms), how it went, and in words what was found. */
const healthCheckSchema = z.object({
  topic: z.enum(healthTopics),
  at: z.number(),
  /** `look`: somebody should see to it, it can wait. `unknown`: it could not be looked at; `off`: it is not looked at here, as it is not used or somebody else sees to it. */
  state: z.enum(['well', 'look', 'bad', 'unknown', 'off']),
  text: z.string(),
})
export type HealthCheck = z.infer<typeof healthCheckSchema>

const inWords = z.object({ language: z.enum(languageCodes) })

/** A file of the report for support, which a person can read. */
const supportFileSchema = z.object({ name: z.string(), text: z.string() })
export type SupportFile = z.infer<typeof supportFileSchema>

export const healthCalls = defineCalls({
  /** Looks at everything now. */
  'health.look': {
    input: inWords,
    output: z.object({ checks: z.array(healthCheckSchema) }),
    right: 'settings',
  },
  /** The report for support as it would be saved: no customer's data and no secret is in it. */
  'health.report': {
    input: inWords,
    output: z.object({ id: z.string(), files: z.array(supportFileSchema) }),
    right: 'settings',
  },
  /** Writes the report that was shown as a zip to `path` (from files.chooseSave). BAD_INPUT: another was made since. */
  'health.saveReport': {
    input: z.object({ id: z.string(), path: z.string().min(1) }),
    output: z.object({ path: z.string(), bytes: z.int() }),
    right: 'settings',
    audit: ({ path }) => ({ subject: fileSaid(path) }),
  },
})
