import { z } from 'zod'
import { saleFilterSchema } from '../../../shared/contract/selling.ts'

/** The data folder; with `index` also the index of its sales, which is for the process alone that writes the journal. */
const where = { folder: z.string(), index: z.boolean() }

/** What the thread that goes over the whole journal may be asked. */
export const searchQuestionSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('sales'),
    ...where,
    profileId: z.string(),
    filter: saleFilterSchema,
  }),
  /** One step of bringing the index up to the journal; answers how many sales it still lacks. */
  z.object({ kind: z.literal('tend'), ...where }),
  z.object({ kind: z.literal('customer'), ...where, key: z.string(), now: z.int() }),
])
export type SearchQuestion = z.output<typeof searchQuestionSchema>
