import { z } from 'zod'
import { moneySchema, moneySumSchema, type Money } from '../money/money.ts'

/** How long the prepaid balance lasts. */
export const runwaySchema = z.object({
  balance: moneySchema,
  /** When the balance was seen (epoch ms). */
  at: z.number(),
  /** What left it since the day's first sale, less what withdrawals brought. */
  spent: moneySumSchema,
  /** Since when `spent` counts (epoch ms). */
  since: z.number(),
  /** How long the balance lasts at that pace, in milliseconds; null: nothing was spent, or too little time to say. */
  lastsMs: z.number().nullable(),
})
export type Runway = z.infer<typeof runwaySchema>

/** A pace over less time is an accident, not a pace. */
const shortestSpan = 15 * 60_000

/** At today's pace from the day's first sale until now. Null where the currencies differ. */
export function runwayOf(facts: {
  balance: Money
  at: number
  spent: Money
  since: number
  now: number
}): Runway | null {
  const { balance, at, spent, since, now } = facts
  if (balance.currency !== spent.currency) return null
  const span = now - since
  const hasPace = span >= shortestSpan && spent.minor > 0
  const lastsMs = hasPace ? Math.max(0, Math.round((balance.minor / spent.minor) * span)) : null
  return { balance, at, spent, since, lastsMs }
}
