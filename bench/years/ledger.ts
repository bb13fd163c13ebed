import { daysOf, type YearsPlan } from './plan.ts'
import { writeMonth } from '../ledger.ts'

/** What the service lists of the same days: this register's sales, and half as many of others. */
const rowsASale = 1.5

/** The ledger of the report beside the catalog, settled and proven. */
export function writeLedger(path: string, plan: YearsPlan): void {
  const days = daysOf(plan)
  const from = days[0] ?? plan.lastDay
  writeMonth(path, Math.round(plan.sales * rowsASale), {
    profile: plan.profileId,
    range: { from, to: plan.lastDay },
  })
}
