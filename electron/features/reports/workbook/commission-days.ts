import { addDays, serviceDay } from '../../../../shared/domain/dates.ts'
import { listDays, type DayRange } from '../../../../shared/domain/range.ts'
import type { BookSale } from '../../../store/book-sales.ts'
import type { BalanceAt } from './balance-edges.ts'

/** The commissions of one day, of one currency, in minor units. */
export interface CommissionDay {
  day: string
  /** Approved sales of this register, and those of them that were quoted with a commission. */
  sales: number
  quotedSales: number
  quoted: number
  /** How much the profits of the account grew; null: they were not seen at both ends of the day. */
  observed: number | null
}

/** What was promised when selling, and what came of it. */
export function commissionDays(
  range: DayRange,
  currency: string,
  own: readonly BookSale[],
  balanceAt: BalanceAt,
): CommissionDay[] {
  const profitsAt = (day: string) => {
    const seen = balanceAt(day)
    return seen?.profits.currency === currency ? seen.profits.minor : null
  }
  const ofCurrency = own.filter((sale) => sale.currency === currency)
  const byDay = Map.groupBy(ofCurrency, ({ at }) => serviceDay(at))
  return listDays(range).map((day) => {
    const sold = byDay.get(day) ?? []
    const [begun, ended] = [profitsAt(day), profitsAt(addDays(day, 1))]
    return {
      day,
      sales: sold.length,
      quotedSales: sold.filter(({ incentive }) => incentive !== null).length,
      quoted: sold.reduce((sum, { incentive }) => sum + (incentive ?? 0), 0),
      observed: begun === null || ended === null ? null : ended - begun,
    }
  })
}

/** The commissions of a day as far as known: seen, else as they were quoted here. */
export function commissionOf(days: readonly CommissionDay[]): (day: string) => number {
  const known = new Map(days.map(({ day, observed, quoted }) => [day, observed ?? quoted]))
  return (day) => known.get(day) ?? 0
}

/** The commissions of one product. */
export interface CommissionProduct {
  product: string
  productId: string
  /** As the service writes it: the contract does not say its unit. */
  tips: string[]
  sales: number
  quotedSales: number
  quoted: number
}

export function commissionProducts(
  own: readonly BookSale[],
  currency: string,
): CommissionProduct[] {
  const products = new Map<string, CommissionProduct>()
  for (const sale of own) {
    if (sale.currency !== currency) continue
    const { productId, productName: product } = sale
    const known = products.get(productId) ?? {
      ...{ product, productId, tips: [], sales: 0, quotedSales: 0, quoted: 0 },
    }
    products.set(productId, {
      ...known,
      product,
      tips:
        sale.tip === null || known.tips.includes(sale.tip) ? known.tips : [...known.tips, sale.tip],
      sales: known.sales + 1,
      quotedSales: known.quotedSales + (sale.incentive === null ? 0 : 1),
      quoted: known.quoted + (sale.incentive ?? 0),
    })
  }
  return [...products.values()].toSorted((one, other) => other.sales - one.sales)
}
