import { z } from 'zod'
import type { ReportTotals } from '../../../shared/contract/reports.ts'
import { money, type Money } from '../../../shared/domain/money.ts'
import type { Database } from '../../store/db.ts'
import type { Selection } from './selection.ts'

const groupRow = z.object({
  day: z.string(),
  status: z.int(),
  product: z.int().nullable(),
  currency: z.string().nullable(),
  rows: z.int(),
  amount: z.int().nullable(),
})
type Group = z.output<typeof groupRow>

const statusRow = z.object({ id: z.int(), status_id: z.string(), name: z.string() })
const productRow = z.object({ id: z.int(), product_id: z.string(), name: z.string() })

/** No rows, no money. */
export const noTotals: ReportTotals = {
  rows: 0,
  amount: [],
  byStatus: [],
  byProduct: [],
  byDay: [],
}

/** Sums of a selection by status, product and day, exact to the minor unit, currencies apart. */
export function totalsOf(db: Database, selection: Selection): ReportTotals {
  const groups = db.all(
    groupRow,
    `select day, status, product, currency, count(*) as rows, sum(amount) as amount
     from report_row r where ${selection.where} group by day, status, product, currency`,
    ...selection.params,
  )
  const statuses = new Map(
    db
      .all(statusRow, 'select id, status_id, name from report_status')
      .map((row) => [row.id, { id: row.status_id, name: row.name }]),
  )
  const products = new Map(
    db
      .all(productRow, 'select id, product_id, name from report_product')
      .map((row) => [row.id, { id: row.product_id, name: row.name }]),
  )
  const nobody = { id: '', name: '' }
  const byStatus = gatherBy(groups, (group) => statuses.get(group.status) ?? nobody)
  const byProduct = gatherBy(groups, (group) =>
    group.product === null ? nobody : (products.get(group.product) ?? nobody),
  )
  const byDay = gatherBy(groups, (group) => ({ id: group.day, name: '' }))
  return {
    rows: groups.reduce((sum, group) => sum + group.rows, 0),
    amount: sums(groups),
    byStatus: byStatus.toSorted(byCount),
    byProduct: byProduct.toSorted(byCount),
    byDay: byDay
      .map(({ id, rows, amount }) => ({ day: id, rows, amount }))
      .toSorted((one, other) => one.day.localeCompare(other.day)),
  }
}

interface Named {
  id: string
  name: string
}

/** One entry per id: a product that changed its name is one product, by its newest name. */
function gatherBy(groups: readonly Group[], of: (group: Group) => Named) {
  const entries = new Map<string, { named: Named; groups: Group[] }>()
  for (const group of groups) {
    const named = of(group)
    const entry = entries.get(named.id)
    if (entry) {
      entry.groups.push(group)
      entry.named = named
    } else entries.set(named.id, { named, groups: [group] })
  }
  return [...entries.values()].map(({ named, groups: own }) => ({
    ...named,
    rows: own.reduce((sum, group) => sum + group.rows, 0),
    amount: sums(own),
  }))
}

function sums(groups: readonly Group[]): Money[] {
  const minors = new Map<string, number>()
  for (const { currency, amount } of groups) {
    if (currency !== null && amount !== null) {
      minors.set(currency, (minors.get(currency) ?? 0) + amount)
    }
  }
  return [...minors]
    .map(([currency, minor]) => money(minor, currency))
    .toSorted((one, other) => one.currency.localeCompare(other.currency))
}

function byCount(one: { rows: number; id: string }, other: { rows: number; id: string }): number {
  return other.rows - one.rows || one.id.localeCompare(other.id)
}
