import { z } from 'zod'
import type { ReportTotals } from '../../../../shared/contract/reports.ts'
import { sumMoney, type Direction, type Money } from '../../../../shared/domain/money/money.ts'
import { directionOf } from '../../../../shared/domain/product/direction.ts'
import { partsOf, type Selection } from './selection.ts'
import { sumLists, sumListsOf, type SumLists } from './sum-lists.ts'

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
  /** Their products hand cash out. */
  isOut: boolean
}

/**
 * Adds sums up to the few that the rest works on: those by status and product, and those by day and status. `out`:
 * products that hand cash out.
 */
function createGroups(out: ReadonlySet<number>) {
  const byProduct = new Map<string, Map<number, Group>>()
  const byDay: Group[] = []
  function productsOf(status: number, currency: string): Map<number, Group> {
    const key = `${status} ${currency}`
    const known = byProduct.get(key) ?? new Map<number, Group>()
    byProduct.set(key, known)
    return known
  }
  function add({ day, status, currency, products, rows, amounts }: SumLists): void {
    const known = productsOf(status, currency)
    const dayOf = (isOut: boolean): Group => ({
      ...{ day, status, product: 0, currency, rows: 0, amount: 0, isOut },
    })
    const [ofDay, outOfDay] = [dayOf(false), dayOf(true)]
    for (const [at, product] of products.entries()) {
      const count = rows[at] ?? 0
      const amount = amounts[at] ?? 0
      const isOut = out.has(product)
      const sum = isOut ? outOfDay : ofDay
      sum.rows += count
      sum.amount += amount
      const same = known.get(product)
      if (same) {
        same.rows += count
        same.amount += amount
      } else known.set(product, { day: '', status, product, currency, rows: count, amount, isOut })
    }
    byDay.push(...[ofDay, outOfDay].filter((group) => group.rows > 0))
  }
  const products = () => [...byProduct.values()].flatMap((groups) => [...groups.values()])
  return { add, read: () => ({ byProduct: products(), byDay }) }
}

function groupsOf(selection: Selection, out: ReadonlySet<number>) {
  const { db } = selection.ledger
  const groups = createGroups(out)
  for (const part of partsOf(selection)) {
    const { sql, params } = listsOf(part)
    for (const row of db.arrays(sql, ...params)) groups.add(sumListsOf(row))
  }
  return groups.read()
}

/** Lists of sums: kept, those of what a filter lets through, or those of its rows. */
function listsOf({ where, params, sums }: Selection): Pick<Selection, 'params'> & { sql: string } {
  if (sums?.ofDays === 'report_day') {
    const sql = `select day, status, currency, products, counts, amounts from report_day r
      where ${sums.where} order by day, status`
    return { sql, params: sums.params }
  }
  const [from, given] = sums
    ? [`report_total r where ${sums.where}`, sums.params]
    : [
        `(select day, status, coalesce(product, 0) as product, coalesce(currency, '') as currency,
            count(*) as rows, total(amount) as amount
          from report_row r where ${where} group by 1, 2, 3, 4)`,
        params,
      ]
  const sql = `select day, status, currency, ${sumLists} from ${from} group by 1, 2, 3 order by 1, 2`
  return { sql, params: given }
}

const statusRow = z.object({
  id: z.int(),
  status_id: z.string(),
  status: z.string().nullable(),
  name: z.string(),
})
const productRow = z.object({
  id: z.int(),
  product_id: z.string(),
  name: z.string(),
  category_id: z.string().nullable(),
  category: z.string().nullable(),
})

const dayRow = z.object({ day: z.string(), rows: z.int() })
/** How many rows a day holds. */
export type DayCount = z.output<typeof dayRow>

/** How many rows each day of a selection holds, oldest first, when that is known from the sums; days without are left out. */
export function daysOf({ ledger, sums }: Selection): DayCount[] | null {
  if (!sums) return null
  const sql = `select day, sum(rows) as rows from ${sums.ofDays} r where ${sums.where}
    group by day order by day`
  return ledger.db.all(dayRow, sql, ...sums.params)
}

interface Named {
  id: string
  name: string
}
const nobody: Named = { id: '', name: '' }

/**
 * Sums of a selection by status, product, category and day, exact to the minor unit, currencies apart. The
 * category is the catalog's own, as it is now, of the profile that the ledger belongs to. `said`: which way the cash of
 * products goes as the owner said; of the others their names tell.
 */
export function totalsOf(
  selection: Selection,
  said: ReadonlyMap<string, Direction> = new Map(),
): ReportTotals {
  const { db, id } = selection.ledger
  const statuses = new Map(
    db
      .all(statusRow, 'select id, status_id, status, name from report_status')
      .map((row) => [row.id, { named: { id: row.status_id, name: row.name }, status: row.status }]),
  )
  const products = new Map(
    db
      .all(
        productRow,
        `select p.id, p.product_id, p.name, c.category_id, c.name as category
         from report_product p
           left join report_ledger l on l.id = ?
           left join catalog_shelves s on s.profile_id = l.profile_id
           left join catalog_products k on k.list_id = s.list_id and k.product_id = p.product_id
           left join catalog_categories c
             on c.list_id = k.list_id and c.category_id = k.category_id`,
        id,
      )
      .map((row) => [
        row.id,
        {
          named: { id: row.product_id, name: row.name },
          category: { id: row.category_id ?? '', name: row.category ?? '' },
        },
      ]),
  )
  const all = createSum()
  const [byStatus, byProduct, byCategory, byDay] = [
    createTable(),
    createTable(),
    createTable(),
    createTable(),
  ]
  const groups = groupsOf(selection, outOf(products, said))
  const isApproved = ({ status }: Group) => statuses.get(status)?.status === 'APPROVED'
  for (const group of groups.byDay) {
    byDay.of({ id: group.day, name: '' }).add(group, isApproved(group))
  }
  for (const group of groups.byProduct) {
    const status = statuses.get(group.status)
    const product = products.get(group.product)
    const approved = isApproved(group)
    all.add(group, approved)
    byStatus.of(status?.named ?? nobody).add(group, approved)
    byProduct.of(product?.named ?? nobody).add(group, approved)
    byCategory.of(product?.category ?? nobody).add(group, approved)
  }
  return {
    ...all.read(),
    byStatus: byStatus.read().toSorted(byCount),
    byProduct: byProduct.read().toSorted(byCount),
    byCategory: byCategory.read().toSorted(byCount),
    byDay: byDay
      .read()
      .map(({ id, rows, amount, approved }) => ({ day: id, rows, amount, approved }))
      .toSorted((one, other) => one.day.localeCompare(other.day)),
  }
}

/** The numbers of the products that hand cash out. */
function outOf(
  products: ReadonlyMap<number, { named: Named; category: Named }>,
  said: ReadonlyMap<string, Direction>,
): Set<number> {
  const isOut = ({ named, category }: { named: Named; category: Named }) =>
    directionOf({ ...named, categoryName: category.name }, said) === 'out'
  return new Set([...products].filter(([, product]) => isOut(product)).map(([id]) => id))
}

/** A sum that grows group by group. */
function createSum() {
  const [all, approved, out] = [createCount(), createCount(), createCount()]
  return {
    add(group: Group, isApproved: boolean): void {
      all.add(group)
      if (!isApproved) return
      approved.add(group)
      if (group.isOut) out.add(group)
    },
    read: () => ({ ...all.read(), approved: { ...approved.read(), out: out.read() } }),
  }
}

/** How many rows, and what they come to. */
function createCount() {
  let rows = 0
  const minors = new Map<string, number>()
  return {
    add(group: Group): void {
      rows += group.rows
      const { currency, amount } = group
      if (currency !== '') minors.set(currency, (minors.get(currency) ?? 0) + amount)
    },
    read: () => ({ rows, amount: amounts(minors) }),
  }
}

/** One sum per id: a product that changed its name is one product, by its newest name. */
function createTable() {
  const entries = new Map<string, { named: Named; sum: ReturnType<typeof createSum> }>()
  return {
    of(named: Named) {
      const known = entries.get(named.id)
      if (!known) {
        const sum = createSum()
        entries.set(named.id, { named, sum })
        return sum
      }
      known.named = named
      return known.sum
    },
    read: () => [...entries.values()].map(({ named, sum }) => ({ ...named, ...sum.read() })),
  }
}

function amounts(minors: ReadonlyMap<string, number>): Money[] {
  return [...minors]
    .map(([currency, minor]) => sumMoney(minor, currency))
    .toSorted((one, other) => one.currency.localeCompare(other.currency))
}

function byCount(one: { rows: number; id: string }, other: { rows: number; id: string }): number {
  return other.rows - one.rows || one.id.localeCompare(other.id)
}
