import { z } from 'zod'
import { loadReferenceSchema, loadSchema } from '../domain/sale/load.ts'
import { moneySchema } from '../domain/money/money.ts'
import { defineCalls, defineEvents } from './define.ts'

const current = loadSchema.nullable()

export const loadingCalls = defineCalls({
  /** The newest load of the active profile in this run, or one still waited for from the last; or null. */
  'loading.state': { input: z.object({}), output: current },
  /**
   * Asks the service for a link to pay at and begins to look for the load. One at a time: an earlier one that is
   * still waited for is stopped.
   */
  'loading.start': {
    input: z.object({ amount: moneySchema, reference: loadReferenceSchema }),
    output: loadSchema,
  },
  /** Looks now, also for one that was stopped. */
  'loading.look': { input: z.object({}), output: current },
  /** Stops looking. The link is not taken back: no such operation is known. */
  'loading.stop': { input: z.object({}), output: current },
  /** Opens the link in the system's browser. */
  'loading.openLink': { input: z.object({}), output: z.object({}) },
})

export const loadingEvents = defineEvents({
  'loading.changed': loadSchema,
})
