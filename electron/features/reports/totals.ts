import { z } from 'zod'
import type { ReportTotals } from '../../../shared/contract/reports.ts'
import { money, type Money } from '../../../shared/domain/money.ts'
import type { Database } from '../../store/db.ts'
import type { Selection } from './selection.ts'

/** A sum of rows alike in all that totals are asked by. */
interface Group {
  day: string
  status: number
  /** 0: none. */
  product: number
  /** Empty: no amount of them could be read. */
  currency: string
  rows: number
  amount: number
}

/** Thousands of sums of our own strict tables: checked by hand. */
function groupOf(row: unknown): Group {
  const columns: readonly unknown[] = Array.isArray(row) ? row : []
  const [day, status, product, currency, rows, amount] = columns
  if (
    typeof day !== 'string' ||
    typeof status !== 'number' ||
    typeof product !== 'number' ||
    typeof currency !== 'string' ||
    typeof rows !== 'number' ||
    typeof amount !== 'number'
  ) {
    throw new TypeError('a row is not a sum')
  }
  return { day, status, product, currency, rows, amount }
}

function groupsOf(db: Database, selection: Selection): Group[] {
  const { sums } = selection
  const found = sums
    ? db.iterate(
        `select day, status, product, currency, rows, amount from report_total r where ${sums.where}`,
        ...sums.params,
      )
    : db.iterate(
        `select day, status, coalesce(product, 0), coalesce(currency, ''), count(*),
           coalesce(sum(amount), 0)
         from report_row r where ${selection.where} group by 1, 2, 3, 4`,
        ...selection.params,
      )
  return Array.from(found, groupOf)
}

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

/** How many rows a selection holds, when that is known from the sums. */
export function countOf(db: Database, selection: Selection): number | null {
  const { sums } = selection
  if (!sums) return null
  const sql = `select coalesce(sum(rows), 0) as rows from report_total r where ${sums.where}`
  return db.get(z.object({ rows: z.int() }), sql, ...sums.params)?.rows ?? 0
}

/** Sums of a selection by status, product and day, exact to the minor unit, currencies apart. */
export function totalsOf(db: Database, selection: Selection): ReportTotals {
  const groups = groupsOf(db, selection)
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
  const byProduct = gatherBy(groups, (group) => products.get(group.product) ?? nobody)
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
    if (currency !== '') {
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
