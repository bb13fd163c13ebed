import { z } from 'zod'
import { dayMs, serviceOffsetMs } from '../../../shared/domain/time/dates.ts'
import { sumMinorSchema, type Direction } from '../../../shared/domain/money/money.ts'
import type { FirstPaid, TenderKind } from '../../../shared/domain/drawer/tender.ts'
import { saleStateSchema, type SaleState } from '../../../shared/domain/sale/sale.ts'
import { paidWith } from './paid-with.ts'
import type { Database } from '../sqlite/db.ts'
import { numberOfColumn, textOfColumn, wholeOf } from '../sqlite/rows.ts'

// What the accountant's books need of tens of thousands of sales of our own strict table: checked by hand.

/** What a row of the service's list is known to be: a sale that this register made. Money in minor units. */
export interface BookSale {
  /** `_id`. */
  id: string
  direction: Direction
  currency: string
  /** What it cost as the service's own record said, else as it was quoted; null: neither. */
  cost: number | null
  incentive: number | null
  reference: string
  cashier: string | null
  /** What it was paid with; where in two ways, the rest of it. */
  tender: TenderKind
  /** What was paid first of it, in another way; null: nothing. */
  first: FirstPaid | null
  /** What was to be collected for it, of one that was made, also in part, and brings cash in; else null. */
  collected: number | null
  /** Where a transfer came in; empty: nobody said, or it is none. */
  via: string
  /** Who owes it, or the phone that is not its reference; null: nothing else tells who bought. */
  customer: string | null
}

/** Sales alike in all that is counted of them. Money in minor units of `currency`. */
export interface SaleGroup {
  /** The shop's day of which they are, counted from 1 January 1970. */
  dayNumber: number
  state: SaleState
  productId: string
  productName: string
  tip: string | null
  direction: Direction
  currency: string
  /** Of each: as in BookSale. */
  cost: number | null
  incentive: number | null
  /** Of each, where cash went out by it; of sales that bring cash in 0. */
  paidOut: number
  /** What each did to the balance beside its value, as the service's own record said; null: not said. */
  change: number | null
  sales: number
  hasCents: boolean
}

/** Whether find proved a record to be another sale of the profile: by the index of that column. */
const isProvenOther = (record: string) => `exists (select 1 from sale proven
  where proven.service_id = ${record} and +proven.profile_id = sale.profile_id)`

/**
 * The record that a sale is known to be: matchedRecord (shared/domain/sale/reconciliation.ts) in SQL. A person's word gives way
 * where find proved that record to be another sale.
 */
export const claimSql = `coalesce(service_id,
  iif(is_closed and not ${isProvenOther('sale.candidate_id')}, candidate_id, null))`

export const costSql = "coalesce(found ->> '$.costs.minor', cost)"

/** Which sales of a profile were sent (or at least begun) from `start` until before `end` (epoch ms). */
export function sentBetween(
  profileId: string,
  start: number,
  end: number,
): { sql: string; params: (string | number)[] } {
  return {
    sql: `profile_id = ? and created_at >= ? and created_at < ?
           and coalesce(sent_at, created_at) between ? and ?`,
    params: [profileId, start - dayMs, end, start, end - 1],
  }
}

/** The sales of a profile sent (or at least begun) from `start` until before `end` (epoch ms), by day. */
export function saleGroups(
  db: Database,
  profileId: string,
  start: number,
  end: number,
): SaleGroup[] {
  const { sql, params } = sentBetween(profileId, start, end)
  return db
    .arrays(
      // Worked out once for each sale: grouping by the expressions themselves reads each found record again.
      `with told as materialized (
         select (coalesce(sent_at, created_at) + ${serviceOffsetMs}) / ${dayMs} as day, shown_state,
           product_id, product_name, tip, direction, currency, ${costSql} as cost, incentive,
           iif(direction = 'out', amount, 0) as paid_out,
           (found ->> '$.newBalance.minor') - (found ->> '$.prevBalance.minor')
             + iif(direction = 'in', amount, 0) as change,
           amount % 100 <> 0 or ifnull(first_amount, 0) % 100 <> 0 as cents
         from sale where ${sql}
       )
       select day, shown_state, product_id, product_name, tip, direction, currency, cost,
         incentive, paid_out, change, count(*), max(cents)
       from told group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11`,
      ...params,
    )
    .map((columns): SaleGroup => ({
      dayNumber: wholeOf(columns[0]),
      state: saleStateOf(columns[1]),
      productId: textOfColumn(columns[2]) ?? '',
      productName: textOfColumn(columns[3]) ?? '',
      tip: textOfColumn(columns[4]),
      direction: directionOf(columns[5]),
      currency: textOfColumn(columns[6]) ?? '',
      cost: numberOfColumn(columns[7]),
      incentive: numberOfColumn(columns[8]),
      paidOut: wholeOf(columns[9]),
      change: numberOfColumn(columns[10]),
      sales: wholeOf(columns[11]),
      hasCents: columns[12] === 1,
    }))
}

const creditRow = z
  .object({ currency: z.string(), count: z.int(), total: sumMinorSchema })
  .transform(({ currency, count, total }) => ({ count, total: { minor: total, currency } }))

/** What customers of a profile's approved sales of a time owe: how many sales, and what they come to. */
export function creditSums(db: Database, profileId: string, start: number, end: number) {
  const { sql, params } = sentBetween(profileId, start, end)
  return db.all(
    creditRow,
    `select currency, count(*) as count, total(${paidWith('credit')}) as total from sale
     where id in (select sale_id from tender where debtor_id is not null)
       and 'credit' in (tender, first_tender) and shown_state = 'APPROVED' and ${sql}
     group by currency order by currency`,
    ...params,
  )
}

/** Whether some sale in a currency, begun from `start` until before `end` (epoch ms), is known to be a record. */
export function hasClaim(
  db: Database,
  profileId: string,
  start: number,
  end: number,
  currency: string,
): boolean {
  const sql = `select 1 from sale where profile_id = ? and created_at >= ? and created_at < ?
    and iif(currency = ?, ${claimSql}, null) is not null limit 1`
  return db.arrays(sql, profileId, start, end, currency).length > 0
}

/**
 * The records that sales begun from `start` until before `end` (epoch ms) are known to be, as JSON: thousands that only
 * another database is asked about.
 */
export function claimedRecords(
  db: Database,
  profileId: string,
  start: number,
  end: number,
): string {
  const sql = `select json_group_array(claim) as records from (select ${claimSql} as claim from sale
    where profile_id = ? and created_at >= ? and created_at < ? and claim is not null)`
  return db.get(z.object({ records: z.string() }), sql, profileId, start, end)?.records ?? '[]'
}

/**
 * Sales that some records (as JSON) are known to be, of one profile. By the index of that column: left to itself SQLite
 * reads all sales of the profile. One of them never goes by a person's word (`candidate_id`) where find proved another.
 */
export function salesKnownAs(column: 'service_id' | 'candidate_id'): string {
  const word =
    column === 'candidate_id'
      ? `and service_id is null and is_closed = 1 and not ${isProvenOther('known.value')}`
      : ''
  return `json_each(?) known cross join sale
    on ${column} = known.value where +profile_id = ? ${word}`
}

/** A column of the tender that stands, where some of it is of a kind: most sales are of cash and have no row to be read. */
export const ofTender = (
  column: string,
  kind: TenderKind,
) => `iif('${kind}' in (sale.tender, sale.first_tender),
  (select ${column} from tender said where said.sale_id = sale.id order by seq desc limit 1), null)`
const bookColumns = (claim: string) =>
  `${claim}, sale.id, direction, currency, ${costSql}, incentive, reference, cashier, tender,
   ${ofTender('via', 'transfer')}, coalesce(${ofTender('text', 'credit')}, nullif(phone, reference)),
   first_tender, sale.first_amount,
   iif(direction = 'in' and cash_outcome in ('done', 'partial'), total, null)`

/** The sales that these records of the service are known to be, by record. */
export function salesOfRecords(
  db: Database,
  profileId: string,
  recordIds: readonly string[],
): Map<string, BookSale> {
  if (recordIds.length === 0) return new Map()
  const ids = JSON.stringify(recordIds)
  return byRecord(
    db.arrays(
      `select ${bookColumns('known.value')} from ${salesKnownAs('service_id')}
       union all
       select ${bookColumns('known.value')} from ${salesKnownAs('candidate_id')}`,
      ...[ids, profileId, ids, profileId],
    ),
  )
}

/** What the books read of a sale, whether or not it is known to be a record. @throws TypeError it is none of ours */
export const readBookSale = (db: Database, saleId: string): BookSale | null =>
  byRecord(db.arrays(`select ${bookColumns('sale.id')} from sale where id = ?`, saleId)).get(
    saleId,
  ) ?? null

export const createBookReader = (db: Database) => ({
  /** The sales that these records of the service are known to be, by record, as the accountant's books have them. */
  bookSales: (profileId: string, recordIds: readonly string[]): Map<string, BookSale> =>
    salesOfRecords(db, profileId, recordIds),
  /** The records that sales begun from `start` until before `end` (epoch ms) are known to be, as JSON. */
  recordsOf: (profileId: string, start: number, end: number): string =>
    claimedRecords(db, profileId, start, end),
})

/** The same of sales begun from `start` until before `end` (epoch ms), read as they lie beside each other. */
export function salesBegun(
  db: Database,
  profileId: string,
  start: number,
  end: number,
): Map<string, BookSale> {
  const sql = `select ${bookColumns(claimSql)} from sale
    where profile_id = ? and created_at >= ? and created_at < ?`
  return byRecord(db.arrays(sql, profileId, start, end))
}

function byRecord(rows: readonly (readonly unknown[])[]): Map<string, BookSale> {
  const sales = new Map<string, BookSale>()
  for (const columns of rows) {
    const record = textOfColumn(columns[0])
    if (record === null) continue
    sales.set(record, {
      id: textOfColumn(columns[1]) ?? '',
      direction: directionOf(columns[2]),
      currency: textOfColumn(columns[3]) ?? '',
      cost: numberOfColumn(columns[4]),
      incentive: numberOfColumn(columns[5]),
      reference: textOfColumn(columns[6]) ?? '',
      cashier: textOfColumn(columns[7]),
      tender: tenderKindOf(columns[8]),
      via: textOfColumn(columns[9]) ?? '',
      customer: textOfColumn(columns[10]),
      first: firstPaidOf(columns[11], columns[12]),
      collected: numberOfColumn(columns[13]),
    })
  }
  return sales
}

const states = new Map<unknown, SaleState>(saleStateSchema.options.map((state) => [state, state]))

/** A state as a column holds it. */
export function saleStateOf(value: unknown): SaleState {
  const state = states.get(value)
  if (state === undefined) throw new TypeError('a state is not one of a sale')
  return state
}

/** A tender's kind as a column holds it. */
export function tenderKindOf(value: unknown): TenderKind {
  if (value !== 'cash' && value !== 'transfer' && value !== 'credit') {
    throw new TypeError('a tender is none')
  }
  return value
}

/** What was paid first as its columns hold it. */
export function firstPaidOf(kind: unknown, minor: unknown): FirstPaid | null {
  if (kind === null) return null
  const tender = tenderKindOf(kind)
  if (tender === 'cash') throw new TypeError('cash is not paid first')
  return { tender, minor: wholeOf(minor) }
}

/** A direction as a column holds it. */
export function directionOf(value: unknown): Direction {
  if (value !== 'in' && value !== 'out') throw new TypeError('a direction is none')
  return value
}
