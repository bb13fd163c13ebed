import { z } from 'zod'
import { moneySchema, type Money } from '../../shared/domain/money.ts'

/** Why the balance was written down. */
export type SnapshotReason = 'opening' | 'closing' | 'midnight' | 'load'

/** The account as it was seen at a moment that the service will not tell of later. */
export interface BalanceSnapshot {
  at: number
  reason: SnapshotReason
  balance: Money
  profits: Money
}

/** A row of `balance_snapshot`. */
export const snapshotRow = z
  .object({
    at: z.int(),
    reason: z.enum(['opening', 'closing', 'midnight', 'load']),
    currency: z.string(),
    balance: moneySchema.shape.minor,
    profits: moneySchema.shape.minor,
  })
  .transform(({ currency, balance, profits, ...row }) => ({
    ...row,
    balance: { minor: balance, currency },
    profits: { minor: profits, currency },
  }))
