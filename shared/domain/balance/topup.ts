import { z } from 'zod'
import { appErrorSchema } from '../../errors.ts'
import { moneySchema } from '../money/money.ts'
import type { TransactionRow } from '../sale/transaction.ts'

/** Where a top-up stands. Paid or not, only the service's own records say that it arrived. */
const topUpStateSchema = z.enum([
  /** Looked for in the buys and in the balance. */
  'waiting',
  /** The service shows it. */
  'arrived',
  /** The service shows it and refused it. */
  'rejected',
  /** Nobody looks any more; the link may still be paid. */
  'stopped',
])

/** A top-up of the balance by a payment link. Times are epoch milliseconds. */
export const topUpSchema = z.object({
  id: z.string(),
  profileId: z.string(),
  reference: z.string(),
  amount: moneySchema,
  /** The web page to pay at. */
  link: z.string(),
  startedAt: z.number(),
  state: topUpStateSchema,
  /** When it ended, whichever way. */
  endedAt: z.number().nullable(),
  /** The service's record of it, once there is one. */
  recordId: z.string().nullable(),
  /**
   * The balance before, and as last seen. That it rose proves nothing by itself: a withdrawal at the counter
   * raises it too.
   */
  before: moneySchema.nullable(),
  balance: moneySchema.nullable(),
  looks: z.int(),
  lastLookAt: z.number().nullable(),
  /** When it is looked for again; null: not by itself. */
  nextLookAt: z.number().nullable(),
  /** Why the last look failed. */
  error: appErrorSchema.nullable(),
})
export type TopUp = z.infer<typeof topUpSchema>

/**
 * The service's record of a top-up: a purchase of this amount that was not there when the link was made; one that was
 * approved before any other. The contract ties no record to a link: this is our reading.
 */
export function recordOfTopUp(
  amount: TopUp['amount'],
  before: ReadonlySet<string>,
  rows: readonly TransactionRow[],
): TransactionRow | null {
  const alike = rows.filter(
    (row) =>
      !before.has(row.id) &&
      row.amount?.minor === amount.minor &&
      row.amount.currency === amount.currency,
  )
  return (
    alike.find(({ status }) => status === 'APPROVED') ??
    alike.find(({ status }) => status !== 'REJECTED') ??
    alike[0] ??
    null
  )
}

const second = 1000
const minute = 60 * second

/** How long after the link was made it is looked for. */
export const topUpHorizon = 60 * minute

/** When to look next (epoch ms), or null once nobody waits for it any more: often at first, when people pay. */
export function nextTopUpLook(startedAt: number, now: number): number | null {
  // A clock that was set meanwhile, back as well, must not keep it looked for for ever.
  const age = Math.abs(now - startedAt)
  if (age >= topUpHorizon) return null
  return now + (age < 5 * minute ? 5 * second : age < 15 * minute ? 15 * second : 30 * second)
}

/** The longest reference; letters that every service can carry in a link. */
export const topUpReferenceSchema = z
  .string()
  .trim()
  .regex(/^[0-9A-Za-z][0-9A-Za-z._-]{0,39}$/)
