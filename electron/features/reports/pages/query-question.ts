import { z } from 'zod'
import {
  reportFilterSchema,
  reportRangeSchema,
  reportSortSchema,
  totalsSchema,
} from '../../../../shared/contract/reports.ts'
import { appErrorSchema } from '../../../../shared/errors.ts'

// What passes between the main thread and the one that reads large reports.

const what = {
  database: z.string(),
  profileId: z.string(),
  range: reportRangeSchema,
  filter: reportFilterSchema,
}
export const reportQuestionSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('places'),
    ...what,
    sort: reportSortSchema,
    /** The first of them only; -1 for all. */
    limit: z.int(),
  }),
  z.object({ kind: z.literal('totals'), ...what }),
])
export type ReportQuestion = z.input<typeof reportQuestionSchema>

/** A question with the number that its answer comes back under. */
export const messageSchema = z.object({ job: z.string(), question: reportQuestionSchema })

export const reportReplySchema = z.object({
  job: z.string(),
  answer: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('places'), places: z.instanceof(Float64Array) }),
    z.object({ kind: z.literal('totals'), totals: totalsSchema }),
    z.object({ kind: z.literal('failed'), error: appErrorSchema }),
  ]),
})
/** What the thread answers. */
export type ReportReply = z.input<typeof reportReplySchema>
