import { z } from 'zod'
import { topUpReferenceSchema, topUpSchema } from '../domain/balance/topup.ts'
import { moneySchema } from '../domain/money/money.ts'
import { amountSaid } from '../domain/people/audit-line.ts'
import { defineCalls, defineEvents } from './define.ts'

const current = topUpSchema.nullable()

/** Their names are older than the word, and stand in trails that were written: they stay. */
export const topUpCalls = defineCalls({
  /** The newest top-up of the active profile in this run, or one still waited for from the last; or null. */
  'loading.state': { input: z.object({}), output: current, right: 'present', patient: true },
  /**
   * Asks the service for a link to pay at and begins to look for the top-up. One at a time: an earlier one that is
   * still waited for is stopped.
   */
  'loading.start': {
    input: z.object({ amount: moneySchema, reference: topUpReferenceSchema }),
    output: topUpSchema,
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

export const topUpEvents = defineEvents({
  'loading.changed': { payload: topUpSchema, locked: ({ id }) => id },
})
