import type { Database } from '../../store/db.ts'
import { orderBy } from './page.ts'
import type { Selection } from './selection.ts'

/** A row as a file shows it. */
export interface ExportRow {
  id: string
  /** `YYYY-MM-DDTHH:mm:ss` of the service's wall clock, or null when it could not be read. */
  local: string | null
  status: string
  productId: string
  product: string
  /** Minor units, or null when the amount could not be read. */
  amount: number | null
  currency: string | null
  /** The row's own text when something in it could not be read, else empty. */
  unreadable: string
}

/** The rows of a selection by time, one at a time. */
export function* exportRows(db: Database, selection: Selection): Generator<ExportRow> {
  const found = db.iterate(
    `select r.id, r.local, s.name, p.product_id, p.name, r.amount, r.currency,
       iif(r.local is null or r.amount is null or r.id = '', r.raw, '')
     from report_row r join report_status s on s.id = r.status
       left join report_product p on p.id = r.product
     where ${selection.where}
     order by ${orderBy({ column: 'createdAt', descending: false })}`,
    ...selection.params,
  )
  for (const row of found) {
    // Columns of our own strict tables, hundreds of thousands of times: checked by hand.
    if (!Array.isArray(row)) throw new TypeError('a row is not a list of columns')
    const columns: readonly unknown[] = row
    yield {
      id: text(columns[0]) ?? '',
      local: text(columns[1]),
      status: text(columns[2]) ?? '',
      productId: text(columns[3]) ?? '',
      product: text(columns[4]) ?? '',
      amount: typeof columns[5] === 'number' ? columns[5] : null,
      currency: text(columns[6]),
      unreadable: text(columns[7]) ?? '',
    }
  }
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
