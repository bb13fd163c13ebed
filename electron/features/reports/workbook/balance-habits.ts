import type { BookSale } from '../../../store/book-sales.ts'

/** What the register's own sales show of how the service keeps the balance; null: nothing shows it. */
export interface BalanceHabits {
  /** The cost is taken from the balance beside the value. */
  costTaken: boolean | null
  /** The commission is put into the balance, and not only into the profits. */
  commissionPaid: boolean | null
  /** A withdrawal raises the balance by its value. */
  withdrawalRaises: boolean | null
  /** Sales that showed something. */
  evidence: number
}

/**
 * Reads the habits out of sales, one after another, of which the service told the balance before and after. A sale
 * shows something only where exactly one reading explains its change; where sales disagree the most frequent reading
 * holds.
 */
export function createHabits() {
  const votes = { cost: 0, commission: 0, withdrawal: 0 }
  let evidence = 0
  const verdict = (vote: number) => (vote === 0 ? null : vote > 0)
  return {
    add(sale: BookSale): void {
      const shown = readingOf(sale)
      if (shown === null) return
      evidence += 1
      const { cost, commission, withdrawal } = shown
      votes.cost += cost
      votes.commission += commission
      votes.withdrawal += withdrawal
    },
    read: (): BalanceHabits => ({
      costTaken: verdict(votes.cost),
      commissionPaid: verdict(votes.commission),
      withdrawalRaises: verdict(votes.withdrawal),
      evidence,
    }),
  }
}

type Vote = -1 | 0 | 1

/** What one sale shows: 1 yes, -1 no, 0 nothing. Null: no reading explains it, or more than one does. */
function readingOf(sale: BookSale): { cost: Vote; commission: Vote; withdrawal: Vote } | null {
  if (sale.state !== 'APPROVED' || sale.before === null || sale.after === null) return null
  const change = sale.after - sale.before
  const cost = sale.costs ?? sale.cost ?? 0
  const commission = sale.incentive ?? 0
  const isOut = sale.direction === 'out'
  const readings = ([1, -1] as const).flatMap((withCost) =>
    ([1, -1] as const).flatMap((withCommission) =>
      (isOut ? ([1, -1] as const) : ([0] as const)).map((raises) => {
        const value = isOut ? (raises === 1 ? sale.amount : 0) : -sale.amount
        const sum = value - (withCost === 1 ? cost : 0) + (withCommission === 1 ? commission : 0)
        const shown: { cost: Vote; commission: Vote; withdrawal: Vote } = {
          cost: cost === 0 ? 0 : withCost,
          commission: commission === 0 ? 0 : withCommission,
          withdrawal: raises,
        }
        return { sum, shown }
      }),
    ),
  )
  const fitting = new Map(
    readings
      .filter(({ sum }) => sum === change)
      .map(({ shown }) => [JSON.stringify(shown), shown] as const),
  )
  const [only, ...others] = [...fitting.values()]
  return only && others.length === 0 ? only : null
}
