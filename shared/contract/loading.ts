import { z } from 'zod'
import { loadReferenceSchema, loadSchema } from '../domain/sale/load.ts'
import { moneySchema } from '../domain/money/money.ts'
import { amountSaid } from './audit-line.ts'
import { defineCalls, defineEvents } from './define.ts'

const current = loadSchema.nullable()

export const loadingCalls = defineCalls({
  /** The newest load of the active profile in this run, or one still waited for from the last; or null. */
  'loading.state': { input: z.object({}), output: current, right: 'present', patient: true },
  /**
   * Asks the service for a link to pay at and begins to look for the load. One at a time: an earlier one that is
   * still waited for is stopped.
   */
  'loading.start': {
    input: z.object({ amount: moneySchema, reference: loadReferenceSchema }),
    output: loadSchema,
    right: 'sell',
    audit: ({ amount, reference }) => ({
      subject: reference,
      detail: amountSaid(amount),
    }),
  },
  /** Looks now, also for one that was stopped. */
  'loading.look': { input: z.object({}), output: current, right: 'present' },
  /** Stops looking. The link is not taken back: no such operation is known. */
  'loading.stop': { input: z.object({}), output: current, right: 'sell' },
  /** Opens the link in the system's browser. */
  'loading.openLink': { input: z.object({}), output: z.object({}), right: 'sell' },
})

export const loadingEvents = defineEvents({
  'loading.changed': { payload: loadSchema, locked: ({ id }) => id },
})
