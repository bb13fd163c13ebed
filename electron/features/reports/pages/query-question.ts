import { z } from 'zod'
import {
  reportFilterSchema,
  reportRangeSchema,
  reportSortSchema,
} from '../../../../shared/contract/reports.ts'

// What passes to the thread that reads large reports.

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
