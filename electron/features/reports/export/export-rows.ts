import { z } from 'zod'
import { statusSchema, type TransactionStatus } from '../../../../shared/domain/sale/transaction.ts'
import type { Database } from '../../../store/sqlite/db.ts'
import { numberOfColumn, textOfColumn } from '../../../store/sqlite/rows.ts'
import { orderBy } from '../pages/page.ts'
import { unreadable, type Selection } from '../ledger/selection.ts'
import { daysOf } from '../ledger/totals.ts'

/** A row as a file shows it. */
export interface ExportRow {
  id: string
  /** `YYYY-MM-DDTHH:mm:ss` of the service's wall clock, or null when it could not be read. */
  local: string | null
  status: string
  /** null: a status that is not known. */
  state: TransactionStatus | null
  productId: string
  product: string
  /** Minor units, or null when the amount could not be read. */
  amount: number | null
  currency: string | null
  /** The row's own text when something in it could not be read, else empty. */
  unreadable: string
}

const dayRow = z.object({ day: z.string() })
const statusRow = z.object({ id: z.int(), name: z.string(), status: statusSchema.nullable() })
const productRow = z.object({ id: z.int(), name: z.string(), product_id: z.string() })

const columns = `r.id, r.local, r.status, r.product, r.amount, r.currency,
  iif(${unreadable}, r.raw, '')`
const byTime = orderBy({ column: 'createdAt', descending: false })

/** So many rows are in memory at most, however many a day has. */
export const rowsAtOnce = 2000

/**
 * Reads whole rows, many of a day or some known ones at once, which takes a third of the time of one at a time. They
 * are named here, so that a name is one text however many rows have it.
 */
export function createRowReader(db: Database) {
  const statuses = new Map(
    db
      .all(statusRow, 'select id, name, status from report_status')
      .map(({ id, ...status }) => [id, status]),
  )
  const products = new Map(
    db
      .all(productRow, 'select id, product_id, name from report_product')
      .map(({ id, product_id, name }) => [id, { id: product_id, name }]),
  )

  /** Columns of our own strict tables, hundreds of thousands of times: checked by hand. */
  function rowOf(columns: readonly unknown[]): ExportRow {
    const [id, local, status, product, amount, currency, raw] = columns
    const named = typeof product === 'number' ? products.get(product) : undefined
    const stands = typeof status === 'number' ? statuses.get(status) : undefined
    return {
      id: textOfColumn(id) ?? '',
      local: textOfColumn(local),
      status: stands?.name ?? '',
      state: stands?.status ?? null,
      productId: named?.id ?? '',
      product: named?.name ?? '',
      amount: numberOfColumn(amount),
      currency: textOfColumn(currency),
      unreadable: textOfColumn(raw) ?? '',
    }
  }

  return {
    /** The rows of a day of a selection by time, `rowsAtOnce` at most at once. */
    *ofDay({ where, params }: Selection, day: string): Generator<ExportRow[]> {
      const sql = `select ${columns} from report_row r where ${where} and r.day = ?
        order by ${byTime} limit ${rowsAtOnce} offset ?`
      for (let done = 0; ; done += rowsAtOnce) {
        const rows = db.arrays(sql, ...params, day, done).map(rowOf)
        if (rows.length > 0) yield rows
        if (rows.length < rowsAtOnce) return
      }
    },
    /** Those of some records that a selection holds, in no order. */
    ofRecords({ where, params }: Selection, ids: readonly string[]): ExportRow[] {
      if (ids.length === 0) return []
      const sql = `select ${columns} from json_each(?) known
        cross join report_row r on r.key = known.value where ${where}`
      return db.arrays(sql, JSON.stringify(ids), ...params).map(rowOf)
    },
  }
}

/** Rows of one day, all of them or a part. */
export interface DayRows {
  day: string
  rows: ExportRow[]
}

/** The rows of a selection by time, a day or a part of it at once. */
export function* exportDays(selection: Selection): Generator<DayRows> {
  const { ledger, where, params } = selection
  const { db } = ledger
  const sql = `select distinct day from report_row r where ${where} order by day`
  const reader = createRowReader(db)
  for (const { day } of daysOf(selection) ?? db.all(dayRow, sql, ...params)) {
    for (const rows of reader.ofDay(selection, day)) yield { day, rows }
  }
}
