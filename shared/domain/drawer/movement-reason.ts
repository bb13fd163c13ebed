import { z } from 'zod'
import type { Direction } from '../money/money.ts'

/** Why cash went in or out of the drawer beside the sales. */
export const movementReasonSchema = z.enum([
  'expense',
  'deposit',
  'withdrawal',
  'loan',
  'credit',
  /** Small notes and coins to give change with: sencillo. */
  'change',
  'safe',
  /** What the shop sold of its own goods, when the drawer is one with theirs; out: what was given back of it. */
  'shop-sales',
  'other',
])
export type MovementReason = z.infer<typeof movementReasonSchema>

/** Which ways each reason can go: an expense never brings cash. */
export const directionsOfReason: Record<MovementReason, readonly Direction[]> = {
  expense: ['out'],
  deposit: ['out'],
  withdrawal: ['out'],
  loan: ['in', 'out'],
  credit: ['in'],
  change: ['in', 'out'],
  safe: ['in', 'out'],
  'shop-sales': ['in', 'out'],
  other: ['in', 'out'],
}
