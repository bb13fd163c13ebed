import { money, type Money } from '../../../shared/domain/money/money.ts'
import { sharesOf, type TenderSaid } from './tender-said.ts'

/** What becomes of one way in which a sale that was rejected was to be paid. */
export interface Refund {
  /** Cash that was noted, or that nobody noted; a transfer that was seen, or not; nothing, as it was on credit. */
  kind: 'received' | 'cash' | 'seen' | 'transfer' | 'credit'
  amount: Money
}

/** What is given back of a sale that was rejected, by what was noted of each way in which it was to be paid. */
export function refundsOf(said: TenderSaid, total: Money): Refund[] {
  return sharesOf(said, total).map(({ kind, amount }) => {
    if (kind === 'credit') return { kind, amount }
    if (kind === 'transfer') return { kind: said.seen ? 'seen' : kind, amount }
    const isNoted = said.kind === 'cash' && said.received !== null
    return isNoted
      ? { kind: 'received', amount: money(said.received ?? 0, amount.currency) }
      : { kind, amount }
  })
}
