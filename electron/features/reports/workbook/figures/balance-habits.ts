import type { SaleGroup } from '../../../../store/sales/book-sales.ts'

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
 * Reads the habits out of sales, group after group, of which the service told the balance before and after. A sale
 * shows something only where exactly one reading explains its change; where sales disagree the most frequent reading
 * holds.
 */
export function createHabits() {
  const votes = { cost: 0, commission: 0, withdrawal: 0 }
  let evidence = 0
  const verdict = (vote: number) => (vote === 0 ? null : vote > 0)
  return {
    add(group: SaleGroup): void {
      const shown = readingOf(group)
      if (shown === null) return
      evidence += group.sales
      votes.cost += shown.cost * group.sales
      votes.commission += shown.commission * group.sales
      votes.withdrawal += shown.withdrawal * group.sales
    },
    read: (): BalanceHabits => ({
      costTaken: verdict(votes.cost),
      commissionPaid: verdict(votes.commission),
      withdrawalRaises: verdict(votes.withdrawal),
      evidence,
    }),
  }
}

/** 1 yes, -1 no, 0 nothing. */
type Vote = -1 | 0 | 1
const either: readonly Vote[] = [1, -1]
const neither: readonly Vote[] = [0]

/** What each sale of a group shows. Null: no reading explains it, or more than one does. */
function readingOf(group: SaleGroup): { cost: Vote; commission: Vote; withdrawal: Vote } | null {
  const { change, paidOut } = group
  if (group.state !== 'APPROVED' || change === null) return null
  const [charged, earned] = [group.cost ?? 0, group.incentive ?? 0]
  let only: ReturnType<typeof readingOf> = null
  for (const cost of charged === 0 ? neither : either) {
    for (const commission of earned === 0 ? neither : either) {
      for (const withdrawal of group.direction === 'out' ? either : neither) {
        const value = withdrawal === 1 ? paidOut : 0
        const sum = value - (cost === 1 ? charged : 0) + (commission === 1 ? earned : 0)
        if (sum !== change) continue
        if (only !== null) return null
        only = { cost, commission, withdrawal }
      }
    }
  }
  return only
}
