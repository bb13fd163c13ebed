import { z } from 'zod'
import { appErrorSchema } from '../../errors.ts'
import { defineCalls, defineEvents } from '../define.ts'

const planShape = z.object({
  on: z.boolean(),
  /** The day of the month on which the file of the month before is due; in a month without it, its last one. */
  day: z.int().min(1).max(31),
  /** The hour of that day, by the service's wall clock. */
  hour: z.int().min(0).max(23),
  /** Where it is written. */
  folder: z.string().max(1_000),
})

/**
 * When and where the month's file is written by itself. `since` (epoch ms): the file that is due in its month is the first
 * one, also where its day has gone by; null: from when the service tells the time.
 */
export const monthlyPlanSchema = planShape.extend({
  on: planShape.shape.on.default(false),
  day: planShape.shape.day.default(3),
  hour: planShape.shape.hour.default(8),
  folder: planShape.shape.folder.default(''),
  since: z.number().nullable().default(null),
})
export type MonthlyPlan = z.infer<typeof monthlyPlanSchema>

/** What came of it last. Times are epoch milliseconds. */
const monthlyStateSchema = z.object({
  plan: monthlyPlanSchema,
  /** The last file that was written; null: none yet. `complete` false: it is tried again, and says so itself. */
  written: z
    .object({ month: z.string(), path: z.string(), at: z.number(), complete: z.boolean() })
    .nullable(),
  /** Why the last try failed; null: it did not. It is tried again by itself. */
  failed: z.object({ month: z.string(), at: z.number(), error: appErrorSchema }).nullable(),
  /** The month whose file is due and was not written yet; null: none. */
  due: z.string().nullable(),
  /** The test service is at work, of which no file is written: it would be mistaken for the shop's. */
  isTestService: z.boolean(),
})
export type MonthlyState = z.infer<typeof monthlyStateSchema>

export const monthlyCalls = defineCalls({
  'monthly.state': { input: z.object({}), output: monthlyStateSchema, right: 'settings' },
  /** FOLDER_NOT_FOUND, FOLDER_NOT_ALLOWED as for any file that a person saves. */
  'monthly.plan': {
    input: planShape,
    output: monthlyStateSchema,
    right: ['settings', 'export', 'commissions'],
    audit: ({ on, day, hour, folder }) => ({ detail: on ? `${day}, ${hour}:00, ${folder}` : '—' }),
  },
})

export const monthlyEvents = defineEvents({
  'monthly.changed': { payload: monthlyStateSchema, locked: 'last' },
})
