import { z } from 'zod'
import { languageCodes } from '../words/words.ts'
import { defineCalls, defineEvents } from './define.ts'

/**
 * A phone, document, account or reference as a customer says it, or the whole name of who owes; spaces and dashes do
 * not matter.
 */
const key = z.string().trim().min(1).max(60)

/** What is kept about a customer. Times are epoch milliseconds. */
const customerFoundSchema = z.object({
  sales: z.int(),
  /** Begun more than 48 hours ago, ended, and nothing is owed for them: who the customer is can be taken out. */
  erasable: z.int(),
  /** Asked to be erased, and not yet done: it follows by itself. */
  due: z.int(),
  from: z.number().nullable(),
  to: z.number().nullable(),
  /** Notes of the drawer that name them: of a movement, or of the close of a shift. */
  notes: z.array(z.object({ at: z.number(), text: z.string() })),
})
export type CustomerFound = z.infer<typeof customerFoundSchema>

export const privacyCalls = defineCalls({
  'privacy.find': { input: z.object({ key }), output: customerFoundSchema, right: 'privacy' },
  /**
   * The other registers of the shop, where there are any: an erasure is ordered there, too. `unheard`: those that are not known
   * to have carried out each that was.
   */
  'privacy.elsewhere': {
    input: z.object({}),
    output: z.object({ unheard: z.array(z.string()) }).nullable(),
    right: 'privacy',
  },
  /** Writes everything kept about a customer to `path` (from files.chooseSave). */
  'privacy.export': {
    input: z.object({
      key,
      path: z.string().min(1),
      format: z.enum(['json', 'csv']),
      language: z.enum(languageCodes),
    }),
    output: z.object({ path: z.string(), rows: z.int() }),
    right: 'privacy',
    audit: 'own',
  },
  /**
   * Takes who the customer is out of what can be erased; amounts, ids and hashes stay. `left`: sales that are open,
   * owed money for, or not yet 48 hours old; they follow by themselves. `notes`: of the drawer. `unreadable`: ids of
   * those of them that cannot be read, and stay as they are. `ordered`: the other registers of the shop are to do the same.
   */
  'privacy.erase': {
    input: z.object({ key }),
    output: z.object({
      erased: z.int(),
      left: z.int(),
      notes: z.int(),
      unreadable: z.array(z.string()),
      ordered: z.boolean(),
    }),
    right: 'privacy',
    audit: 'own',
  },
})

export const privacyEvents = defineEvents({
  /** An erasure under way: sales done of sales to do. */
  'privacy.progress': {
    payload: z.object({ done: z.int(), total: z.int() }),
    locked: 'last',
  },
})
