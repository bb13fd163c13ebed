import { addDays, dayOfNumber } from '../../../../../shared/domain/time/dates.ts'
import { listDays, type DayRange } from '../../../../../shared/domain/time/range.ts'
import type { SaleGroup } from '../../../../store/sales/book-sales.ts'
import type { BalanceAt } from './balance-edges.ts'

/** The commissions of one day, of one currency, in minor units. */
export interface CommissionDay extends Quoted {
  day: string
  /** How much the profits of the account grew; null: they were not seen at both ends of the day. */
  observed: number | null
}

/** What was promised when selling. */
interface Quoted {
  /** Approved sales of this register, and those of them that were quoted with a commission. */
  sales: number
  quotedSales: number
  quoted: number
}

/** The commissions of one product. */
export interface CommissionProduct extends Quoted {
  product: string
  productId: string
  /** As the service writes it: the contract does not say its unit. */
  tips: string[]
  /** Of those with a quoted commission whose balance the service told: what they moved beside their value. */
  told: { sales: number; quoted: number; change: number; cost: number; paidOut: number }
}

function tell(told: CommissionProduct['told'], group: SaleGroup): void {
  const { sales, incentive, change, cost, paidOut } = group
  if (incentive === null || change === null) return
  told.sales += sales
  told.quoted += incentive * sales
  told.change += change * sales
  told.cost += (cost ?? 0) * sales
  told.paidOut += paidOut * sales
}

/** Adds up the commissions of approved sales of a currency, by day and by product. */
export function createCommissions(currency: string) {
  const days = new Map<string, Quoted>()
  const products = new Map<string, CommissionProduct>()
  const count = (to: Quoted, { sales, incentive }: SaleGroup) => {
    to.sales += sales
    if (incentive === null) return
    to.quotedSales += sales
    to.quoted += incentive * sales
  }
  return {
    days,
    products,
    add(group: SaleGroup): void {
      if (group.currency !== currency) return
      const { productId, productName, tip } = group
      const day = dayOfNumber(group.dayNumber)
      const ofDay = days.get(day) ?? { sales: 0, quotedSales: 0, quoted: 0 }
      count(ofDay, group)
      days.set(day, ofDay)
      const known = products.get(productId) ?? {
        product: productName,
        productId,
        tips: [],
        sales: 0,
        quotedSales: 0,
        quoted: 0,
        told: { sales: 0, quoted: 0, change: 0, cost: 0, paidOut: 0 },
      }
      count(known, group)
      tell(known.told, group)
      known.product = productName
      if (tip !== null && !known.tips.includes(tip)) known.tips.push(tip)
      products.set(productId, known)
    },
  }
}
export type OwnCommissions = Pick<ReturnType<typeof createCommissions>, 'days' | 'products'>

/** What was promised when selling, and what came of it. */
export function commissionDays(
  range: DayRange,
  currency: string,
  quoted: OwnCommissions['days'],
  balanceAt: BalanceAt,
): CommissionDay[] {
  const profitsAt = (day: string) => {
    const seen = balanceAt(day)
    return seen?.profits.currency === currency ? seen.profits.minor : null
  }
  return listDays(range).map((day) => {
    const [begun, ended] = [profitsAt(day), profitsAt(addDays(day, 1))]
    return {
      day,
      ...(quoted.get(day) ?? { sales: 0, quotedSales: 0, quoted: 0 }),
      observed: begun === null || ended === null ? null : ended - begun,
    }
  })
}

/** The commissions of a day as far as known: seen, else as they were quoted here. */
export function commissionOf(days: readonly CommissionDay[]): (day: string) => number {
  const known = new Map(days.map(({ day, observed, quoted }) => [day, observed ?? quoted]))
  return (day) => known.get(day) ?? 0
}
