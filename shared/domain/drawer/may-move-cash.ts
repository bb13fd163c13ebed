import type { Direction, Money } from '../money/money.ts'

/** A sale whose cash is judged before it is sent. */
export interface CashAsked {
  direction: Direction
  /** What it is worth, and what of it crosses the counter. */
  amount: Money
  total: Money
  goods: { name: string; category: string }
}

/**
 * Throws why the cash of a sale may not be moved by who is at the register.
 * @throws Failure CASH_ABOVE_LIMIT, CASH_SHORT, CASH_SHORT_BY
 */
export type MayMoveCash = (asked: CashAsked) => void
