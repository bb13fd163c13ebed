import { addDays } from '../../shared/domain/time/dates.ts'

/** How large and how old the register is that is written. */
export interface YearsPlan {
  sales: number
  products: number
  /** The connection that all of it belongs to. */
  profileId: string
  /** The last day of selling, as the service has it. */
  lastDay: string
}

/** A busy shop. */
export const salesADay = 500

/** The days of selling, oldest first. */
export function daysOf({ sales, lastDay }: Pick<YearsPlan, 'sales' | 'lastDay'>): string[] {
  const count = Math.ceil(sales / salesADay)
  return Array.from({ length: count }, (_, index) => addDays(lastDay, index + 1 - count))
}
