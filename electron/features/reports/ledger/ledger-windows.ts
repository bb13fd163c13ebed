import { z } from 'zod'
import type { DayRange } from '../../../../shared/domain/time/range.ts'
import type { TransactionRow } from '../../../../shared/domain/sale/transaction.ts'
import type { Ledger } from './ledger.ts'
import { keyOf, putRows } from './ledger-rows.ts'
import { sumLists } from './sum-lists.ts'
import type { EndHabit } from './answer-proof.ts'

/** One request of list and what it proved. Times are epoch milliseconds. */
export interface LedgerWindow {
  dateStart: string
  dateEnd: string
  rows: number
  full: boolean
  /** When the request began, by the service's clock when it told. */
  startedAt: number
  /** When it was stored, by this computer's clock. */
  fetchedAt: number
  proven: DayRange | null
  saturated: string | null
  ends: EndHabit | null
}

const keyRow = z.object({ key: z.string() })
const dayCountRow = z.object({ day: z.string(), rows: z.int() })
const habitRow = z.object({ ends: z.enum(['inclusive', 'exclusive']) })
const windowRow = z
  .object({
    date_start: z.string(),
    date_end: z.string(),
    rows: z.int(),
    full: z.int(),
    started_at: z.int(),
    fetched_at: z.int(),
    proven_from: z.string().nullable(),
    proven_to: z.string().nullable(),
    saturated: z.string().nullable(),
    ends: z.enum(['inclusive', 'exclusive']).nullable(),
  })
  .transform((row): LedgerWindow => ({
    dateStart: row.date_start,
    dateEnd: row.date_end,
    rows: row.rows,
    full: row.full === 1,
    startedAt: row.started_at,
    fetchedAt: row.fetched_at,
    proven:
      row.proven_from === null || row.proven_to === null
        ? null
        : { from: row.proven_from, to: row.proven_to },
    saturated: row.saturated,
    ends: row.ends,
  }))

/**
 * Stores a window and its rows in one transaction: rows are put in or replaced by id, and rows of proven
 * days that this window no longer held are marked as gone.
 */
export function storeWindow(
  ledger: Ledger,
  window: LedgerWindow,
  rows: readonly TransactionRow[],
): void {
  const { db, id } = ledger
  db.transaction(() => {
    const days = putRows(ledger, window, rows)
    if (days.size > 0) sumDays(ledger, [...days])
    dropSuperseded(ledger, window)
    db.run(
      `insert into report_window (ledger, date_start, date_end, rows, full, started_at, fetched_at,
         proven_from, proven_to, saturated, ends) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      id,
      window.dateStart,
      window.dateEnd,
      window.rows,
      window.full ? 1 : 0,
      Math.round(window.startedAt),
      Math.round(window.fetchedAt),
      window.proven?.from ?? null,
      window.proven?.to ?? null,
      window.saturated,
      window.ends,
    )
  })
}

/**
 * The same question answered with the same proof, later: the older window says nothing more. The running day
 * is asked for all day long, and would leave hundreds.
 */
function dropSuperseded({ db, id }: Ledger, { proven, ...window }: LedgerWindow): void {
  db.run(
    `delete from report_window where ledger = ? and date_start = ? and date_end = ? and full = ?
       and proven_from is ? and proven_to is ? and saturated is ? and (ends is null or ends is ?)
       and started_at <= ?`,
    id,
    window.dateStart,
    window.dateEnd,
    window.full ? 1 : 0,
    proven?.from ?? null,
    proven?.to ?? null,
    window.saturated,
    window.ends,
    Math.round(window.startedAt),
  )
}

/** Sums the rows of days anew. */
function sumDays({ db, id }: Ledger, days: readonly string[]): void {
  const these = JSON.stringify(days)
  const among = 'ledger = ? and day in (select value from json_each(?))'
  for (const table of ['report_total', 'report_day']) {
    db.run(`delete from ${table} where ${among}`, id, these)
  }
  db.run(
    `insert into report_total
       select ledger, day, status, coalesce(product, 0), coalesce(currency, ''), count(*),
         total(amount), sum(local is null or amount is null or id = '')
       from report_row where ${among} and gone = 0 group by 1, 2, 3, 4, 5`,
    id,
    these,
  )
  db.run(
    `insert into report_day
       select ledger, day, status, currency, sum(rows), sum(unreadable), ${sumLists}
       from report_total where ${among} group by 1, 2, 3, 4`,
    id,
    these,
  )
}

/** Every window that touches a range, oldest first. */
export function windowsOver({ db, id }: Ledger, range: DayRange): LedgerWindow[] {
  return db.all(
    windowRow,
    `select date_start, date_end, rows, full, started_at, fetched_at, proven_from, proven_to,
       saturated, ends
     from report_window where ledger = ? and date_end >= ? and date_start <= ?
     order by started_at, id`,
    id,
    range.from,
    range.to,
  )
}

/** How the service was last seen to read the end of a range, or null. */
export function lastHabit({ db, id }: Ledger): EndHabit | null {
  const sql =
    'select ends from report_window where ledger = ? and ends is not null order by id desc limit 1'
  return db.get(habitRow, sql, id)?.ends ?? null
}

/** Which of these rows a ledger already holds, by id. */
export function storedIds({ db, id }: Ledger, rows: readonly TransactionRow[]): string[] {
  if (rows.length === 0) return []
  const sql = `select key from report_row
    where ledger = ? and gone = 0 and key in (select value from json_each(?))`
  return db.all(keyRow, sql, id, JSON.stringify(rows.map(keyOf))).map(({ key }) => key)
}

/** How many rows each day of a range holds. */
export function storedPerDay({ db, id }: Ledger, range: DayRange): Map<string, number> {
  const rows = db.all(
    dayCountRow,
    `select day, sum(rows) as rows from report_day
     where ledger = ? and day between ? and ? group by day`,
    id,
    range.from,
    range.to,
  )
  return new Map(rows.map(({ day, rows: count }) => [day, count]))
}

/** Days of a range that hold rows whose status may still move, and those whose status is only not known. */
export function unsettledDays(
  { db, id }: Ledger,
  range: DayRange,
): Map<string, 'moving' | 'unknown'> {
  const rows = db.all(
    z.object({ day: z.string(), moving: z.int() }),
    `select t.day, max(s.status is not null) as moving
     from report_day t join report_status s on s.id = t.status
     where t.ledger = ? and t.day between ? and ? and s.final = 0 group by t.day`,
    id,
    range.from,
    range.to,
  )
  return new Map(rows.map(({ day, moving }) => [day, moving ? 'moving' : 'unknown']))
}

/** How many rows of a range have no readable id, time or amount. */
export function unreadableRows({ db, id }: Ledger, range: DayRange): number {
  const found = db.get(
    z.object({ rows: z.int() }),
    `select coalesce(sum(unreadable), 0) as rows from report_day
     where ledger = ? and day between ? and ?`,
    id,
    range.from,
    range.to,
  )
  return found?.rows ?? 0
}
