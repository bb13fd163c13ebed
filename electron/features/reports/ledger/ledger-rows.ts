import { createHash } from 'node:crypto'
import type { SQLInputValue } from 'node:sqlite'
import { z } from 'zod'
import type { DayRange } from '../../../../shared/domain/time/range.ts'
import { isFinalStatus, type TransactionRow } from '../../../../shared/domain/sale/transaction.ts'
import type { Database } from '../../../store/sqlite/db.ts'
import { journalMark } from './journal-rows.ts'
import type { Ledger } from './ledger.ts'

/** What a window says of rows: where its days begin and end, and which of them it showed whole. */
export interface RowsWindow {
  dateStart: string
  dateEnd: string
  proven: DayRange | null
}

/** A row as it is stored already. */
interface Stored {
  day: string
  raw: string
  timed: boolean
}

const idRow = z.object({ id: z.int() })
const dayRow = z.object({ day: z.string() })

/** How many rows go in by one statement. */
const batch = 50
/** Where the day stands among the columns. */
const dayColumn = 3
const oneRow = '(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'
const insertRow = (count: number) => `insert into report_row
  (ledger, key, id, day, local, raw_time, status, product, amount, currency, raw)
  values ${Array.from({ length: count }, () => oneRow).join(', ')} on conflict (ledger, key) do`
const insertBatch = `${insertRow(batch)} nothing`
const replaceRow = `${insertRow(1)} update set
  day = excluded.day, local = excluded.local, raw_time = excluded.raw_time,
  status = excluded.status, product = excluded.product,
  amount = excluded.amount, currency = excluded.currency, raw = excluded.raw, gone = 0`

/** What a row is known by: the service's id, or a digest of its text when it has none. */
export function keyOf(row: TransactionRow): string {
  return row.id || `sha256:${createHash('sha256').update(row.raw).digest('hex')}`
}

/**
 * Puts rows in or replaces them by id, and marks as gone the rows of proven days that the window no longer held.
 * Answers the days whose sums are others now.
 */
export function putRows(
  ledger: Ledger,
  window: RowsWindow,
  rows: readonly TransactionRow[],
): Set<string> {
  const { db, id } = ledger
  const names = createNames(db)
  const days = new Set<string>()
  const stored = storedRows(ledger, window)
  const coming = new Map(rows.map((row) => [keyOf(row), row]))
  const fresh: NewRow[] = []
  for (const [key, row] of coming) {
    const before = stored.get(key)
    // What was stored in the same words says nothing new; the journal's rows have no words of the service.
    if (before?.raw === row.raw && !row.raw.startsWith(journalMark)) continue
    const local = row.createdAt?.local ?? null
    const day = local?.slice(0, 10) ?? before?.day ?? window.dateStart
    days.add(day)
    if (before) days.add(before.day)
    const values = [
      id,
      key,
      row.id,
      day,
      local,
      row.createdAt?.raw ?? null,
      names.status(row),
      names.product(row),
      row.amount?.minor ?? null,
      row.amount?.currency ?? null,
      row.raw,
    ]
    if (before) db.run(replaceRow, ...values)
    else fresh.push({ key, local, values })
  }
  // Indexes grow at their end where rows come in the order of time; the service gives the newest first.
  insert(ledger, fresh.toSorted(byTime), days)
  const gone = [...stored].filter(
    ([key, { day, timed }]) => timed && !coming.has(key) && isWithin(day, window.proven),
  )
  for (const [key, { day }] of gone) {
    db.run('update report_row set gone = 1 where ledger = ? and key = ?', id, key)
    days.add(day)
  }
  return days
}

interface NewRow {
  key: string
  /** Its wall-clock time; null where it could not be read: then the day is not its own. */
  local: string | null
  /** In the order of the columns. */
  values: SQLInputValue[]
}

/**
 * Puts in rows that the window's days did not hold. A row may still be stored elsewhere: gone, or on another day
 * than the service says now; it is replaced, and both days are told.
 */
function insert({ db, id }: Ledger, rows: readonly NewRow[], days: Set<string>): void {
  for (let from = 0; from < rows.length; from += batch) {
    const some = rows.slice(from, from + batch)
    if (some.length === batch) {
      if (db.run(insertBatch, ...flat(some)) === batch) continue
    }
    for (const { key, local, values } of some) {
      const sql = 'select day from report_row where ledger = ? and key = ?'
      const before = db.get(dayRow, sql, id, key)
      if (before) days.add(before.day)
      const known = before && local === null ? values.with(dayColumn, before.day) : values
      db.run(replaceRow, ...known)
    }
  }
}

function byTime({ local: one }: NewRow, { local: other }: NewRow): number {
  if (one === other) return 0
  return (one ?? '') < (other ?? '') ? -1 : 1
}

/** The values of rows one after another; thousands, so by hand. */
function flat(rows: readonly NewRow[]): SQLInputValue[] {
  const all: SQLInputValue[] = []
  for (const { values } of rows) for (const value of values) all.push(value)
  return all
}

function storedRows({ db, id }: Ledger, { dateStart, dateEnd }: RowsWindow): Map<string, Stored> {
  const found = db.arrays(
    `select key, day, raw, local is not null from report_row
     where ledger = ? and gone = 0 and day between ? and ?`,
    id,
    dateStart,
    dateEnd,
  )
  return new Map(found.map(storedOf))
}

/** A thousand a window, of our own strict table: checked by hand. */
function storedOf([key, day, raw, timed]: readonly unknown[]): [key: string, Stored] {
  if (typeof key !== 'string' || typeof day !== 'string' || typeof raw !== 'string') {
    throw new TypeError('a row is not a stored row')
  }
  return [key, { day, raw, timed: timed === 1 }]
}

function isWithin(day: string, range: DayRange | null): boolean {
  return range !== null && range.from <= day && day <= range.to
}

/** Numbers of statuses and products, asked once per window. */
function createNames(db: Database) {
  const [statuses, products] = [createCounter(), createCounter()]
  return {
    status: (row: TransactionRow) =>
      statuses(row.statusId, row.statusName, () => {
        db.run(
          'insert or ignore into report_status (status_id, status, name, final) values (?, ?, ?, ?)',
          row.statusId,
          row.status,
          row.statusName,
          isFinalStatus(row.status) ? 1 : 0,
        )
        const sql = 'select id from report_status where status_id = ? and name = ?'
        return db.get(idRow, sql, row.statusId, row.statusName)?.id
      }),
    product: ({ product }: TransactionRow) =>
      product &&
      products(product.id, product.name, () => {
        const insert = 'insert or ignore into report_product (product_id, name) values (?, ?)'
        db.run(insert, product.id, product.name)
        const sql = 'select id from report_product where product_id = ? and name = ?'
        return db.get(idRow, sql, product.id, product.name)?.id
      }),
  }
}

/** Remembers the number of each id and name; `find` is asked once. */
function createCounter() {
  const byId = new Map<string, Map<string, number>>()
  return (id: string, name: string, find: () => number | undefined): number => {
    const known = byId.get(id)?.get(name)
    if (known !== undefined) return known
    const number = find()
    if (number === undefined) throw new RangeError(`no number for ${id} ${name}`)
    const names = byId.get(id) ?? new Map<string, number>()
    byId.set(id, names.set(name, number))
    return number
  }
}
