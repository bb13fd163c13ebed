import { z } from 'zod'
import { defineCalls } from './define.ts'

/** A phone, document, account or reference as a customer says it; spaces and dashes do not matter. */
const key = z.string().trim().min(4).max(60)

/** What is kept about a customer. Times are epoch milliseconds. */
export const customerFoundSchema = z.object({
  sales: z.int(),
  /** Ended more than 48 hours ago: who the customer is can be taken out of them. */
  erasable: z.int(),
  from: z.number().nullable(),
  to: z.number().nullable(),
})
export type CustomerFound = z.infer<typeof customerFoundSchema>

export const privacyCalls = defineCalls({
  'privacy.find': { input: z.object({ key }), output: customerFoundSchema },
  /** Writes everything kept about a customer to `path` (from files.chooseSave). */
  'privacy.export': {
    input: z.object({
      key,
      path: z.string().min(1),
      format: z.enum(['json', 'csv']),
      language: z.enum(['es', 'en']),
    }),
    output: z.object({ path: z.string(), rows: z.int() }),
  },
  /**
   * Takes who the customer is out of what can be erased; amounts, ids and hashes stay. `sales`: how many it still
   * stands in, as they are open or not yet 48 hours old.
   */
  'privacy.erase': {
    input: z.object({ key }),
    output: z.object({ erased: z.int(), left: z.int() }),
  },
})
