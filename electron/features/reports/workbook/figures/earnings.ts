import type { Book } from '../book.ts'
import { commissionDays } from './commission-days.ts'

/** What a period earned, of the account's currency, in minor units. */
export interface Earnings {
  /** What the quotes of this register's approved sales promised; `known` of so many `sales` said it. */
  quoted: number
  known: number
  sales: number
  /** What the account's profits grew by on the days that were observed; null: none was. */
  observed: number | null
  days: number
  all: number
}

export function earningsOf({ books, currency, request, balanceAt }: Book): Earnings {
  const days = commissionDays(request.range, currency, books.commissions.days, balanceAt)
  const observed = days.flatMap((day) => day.observed ?? [])
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
  return {
    quoted: sum(days.map(({ quoted }) => quoted)),
    known: sum(days.map(({ quotedSales }) => quotedSales)),
    sales: sum(days.map(({ sales }) => sales)),
    observed: observed.length === 0 ? null : sum(observed),
    days: observed.length,
    all: days.length,
  }
}
