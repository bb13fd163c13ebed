import { z } from 'zod'
import { moneySchema, type Money } from '../../../shared/domain/money/money.ts'
import { rowOf } from '../sqlite/rows.ts'

/** Why the balance was written down. */
export type SnapshotReason = 'opening' | 'closing' | 'midnight' | 'load'

/** The account as it was seen at a moment that the service will not tell of later. */
export interface BalanceSnapshot {
  /** By this computer's clock, epoch milliseconds. */
  at: number
  /** How far the service's clock was ahead of it; null or left out: not known. */
  skewMs?: number | null
  reason: SnapshotReason
  balance: Money
  profits: Money
}

/** A row of `balance_snapshot`. */
export const snapshotRow = rowOf({
  at: z.int(),
  // Who reads only the moment leaves it out.
  skewMs: z.int().nullable().default(null),
  reason: z.enum(['opening', 'closing', 'midnight', 'load']),
  currency: z.string(),
  balance: moneySchema.shape.minor,
  profits: moneySchema.shape.minor,
}).transform(({ currency, balance, profits, ...row }) => ({
  ...row,
  balance: { minor: balance, currency },
  profits: { minor: profits, currency },
}))
