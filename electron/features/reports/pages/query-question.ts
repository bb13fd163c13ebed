import { z } from 'zod'
import {
  reportFilterSchema,
  reportRangeSchema,
  reportSortSchema,
} from '../../../../shared/contract/reports.ts'
import { directionSchema } from '../../../../shared/domain/money/money.ts'

// What passes to the thread that reads large reports.

const what = { database: z.string(), profileId: z.string(), range: reportRangeSchema }
export const reportQuestionSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('page'),
    ...what,
    filter: reportFilterSchema,
    sort: reportSortSchema,
    offset: z.int(),
    limit: z.int(),
  }),
  z.object({
    kind: z.literal('totals'),
    ...what,
    filter: reportFilterSchema,
    /** Which way the cash of products goes, as the owner said. */
    said: z.map(z.string(), directionSchema),
  }),
  z.object({
    kind: z.literal('completeness'),
    ...what,
    /** Epoch ms, by the service's clock. */
    now: z.number(),
    /** As a page on paper tells it. */
    onPaper: z.boolean(),
    /** The data folder with this register's journal; null where it is not to be read. */
    journal: z.string().nullable(),
  }),
])
export type ReportQuestion = z.output<typeof reportQuestionSchema>
export type QuestionOf<K extends ReportQuestion['kind']> = Omit<
  Extract<ReportQuestion, { kind: K }>,
  'kind'
>
