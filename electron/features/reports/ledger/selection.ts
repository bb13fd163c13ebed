import { z } from 'zod'
import type { ReportFilter } from '../../../../shared/contract/reports.ts'
import { addDays } from '../../../../shared/domain/time/dates.ts'
import { daysIn, type DayRange } from '../../../../shared/domain/time/range.ts'
import { soughtWords } from '../../../../shared/domain/money/sought-amount.ts'
import { foldText } from '../../../../shared/domain/text/fold-text.ts'
import type { Database } from '../../../store/sqlite/db.ts'
import type { Ledger } from './ledger.ts'

/** Rows of a ledger as a WHERE clause over report_row `r` and its parameters, in order: the ledger's, the days', others. */
export interface Selection {
  ledger: Ledger
  /** null: they are known by their places. */
  range: DayRange | null
  where: string
  params: (string | number)[]
  /** The same over report_total `r`; null when single rows are restricted. */
  sums: { where: string; params: (string | number)[]; ofDays: DaySums } | null
}

/** The table whose sums by day count a selection's rows: what was sold is no matter unless the filter asks for it. */
type DaySums = 'report_day' | 'report_total'

/** Rows of report_row `r` of which something could not be read. */
export const unreadable = "(r.local is null or r.amount is null or r.id = '')"

/** Where the days stand among a selection's parameters. */
const [fromAt, toAt] = [1, 2]

/** What no amount is. */
const noAmount = Number.MIN_SAFE_INTEGER

const nameRow = z.object({ id: z.int(), name: z.string() })

/** Single rows have to be looked at: sums do not tell. */
export function isSearch({ text, unreadable }: ReportFilter): boolean {
  return soughtWords(text).length > 0 || unreadable
}

/**
 * The rows of a range that a filter lets through. Every word of the filter's text must be in the
 * row's id, product or status, or be its amount. Lists go in as JSON, so that few statements are ever prepared.
 */
export function select(ledger: Ledger, range: DayRange, filter: ReportFilter): Selection {
  const clauses = ['r.day between ? and ?']
  const params: Selection['params'] = [range.from, range.to]
  if (filter.statusIds.length > 0) {
    clauses.push(`r.status in (select id from report_status
      where status_id in (select value from json_each(?)))`)
    params.push(JSON.stringify(filter.statusIds))
  }
  if (filter.productIds.length > 0) {
    const orNone = filter.productIds.includes('') ? ' or coalesce(r.product, 0) = 0' : ''
    clauses.push(`(r.product in (select id from report_product
      where product_id in (select value from json_each(?)))${orNone})`)
    params.push(JSON.stringify(filter.productIds))
  }
  if (filter.categoryIds.length > 0) {
    // The catalog of the profile that the ledger belongs to.
    const shelf = `catalog_products where list_id = (select list_id from catalog_shelves
      where profile_id = (select profile_id from report_ledger where id = ?))`
    clauses.push(`(r.product in (select id from report_product where product_id in
      (select product_id from ${shelf} and category_id in (select value from json_each(?))))
      or ? and coalesce(r.product, 0) not in (select id from report_product
           where product_id in (select product_id from ${shelf})))`)
    const orNone = filter.categoryIds.includes('') ? 1 : 0
    params.push(ledger.id, JSON.stringify(filter.categoryIds), orNone, ledger.id)
  }
  const ofProducts = filter.productIds.length + filter.categoryIds.length > 0
  const sums = {
    where: ['r.ledger = ?', ...clauses].join(' and '),
    params: [ledger.id, ...params],
    ofDays: ofProducts ? ('report_total' as const) : ('report_day' as const),
  }
  if (filter.unreadable) clauses.push(unreadable)
  for (const { word, amount } of soughtWords(filter.text)) {
    // By the index of the keys, which are the ids, once; the rest stands in the index of the days.
    clauses.push(`(r.rowid in (select rowid from report_row
        where ledger = ? and instr(lower(key), ?) > 0 and id <> '')
      or r.product in (select value from json_each(?))
      or r.status in (select value from json_each(?))
      or r.amount = ?)`)
    params.push(
      ledger.id,
      word,
      JSON.stringify(named(ledger.db, 'report_product', word)),
      JSON.stringify(named(ledger.db, 'report_status', word)),
      amount ?? noAmount,
    )
  }
  return {
    ledger,
    range: { from: range.from, to: range.to },
    where: ['r.ledger = ? and r.gone = 0', ...clauses].join(' and '),
    params: [ledger.id, ...params],
    sums: isSearch(filter) ? null : sums,
  }
}

/** So many days are read at once of what is added up: a large shop has hundreds of sums a day. */
const partDays = 92

/** The same rows in parts, by their days, oldest first: years are never whole in memory. */
export function* partsOf(selection: Selection): Generator<Selection> {
  const { range, params, sums } = selection
  if (range === null || daysIn(range) <= partDays) {
    yield selection
    return
  }
  const within = (all: Selection['params'], from: string, to: string) =>
    all.with(fromAt, from).with(toAt, to)
  for (let from = range.from; from <= range.to; from = addDays(from, partDays)) {
    const end = addDays(from, partDays - 1)
    const to = end < range.to ? end : range.to
    yield {
      ...selection,
      range: { from, to },
      params: within(params, from, to),
      sums: sums && { ...sums, params: within(sums.params, from, to) },
    }
  }
}

/** Numbers of the products or statuses whose name holds a folded word. */
function named(db: Database, table: 'report_product' | 'report_status', word: string): number[] {
  return db
    .all(nameRow, `select id, name from ${table}`)
    .filter(({ name }) => foldText(name).includes(word))
    .map(({ id }) => id)
}
