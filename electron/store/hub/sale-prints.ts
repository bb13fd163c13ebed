import { createHash } from 'node:crypto'
import { numberOfColumn, textOfColumn } from '../sqlite/rows.ts'
import type { Database } from '../sqlite/db.ts'

/** The sales of a month (UTC), and what their states add up to. */
export interface MonthPrint {
  month: string
  sales: number
  print: number
}

/** What stands of each sale in its print: the hub adds up the same of its own rows (months_v1). */
const sql = `select created_at, concat_ws('|', id, revision, shown_state, currency, total) from sale`

/** The prints of all months of the journal, oldest first: independent of the order in which they are read. */
export function salePrints(db: Database): MonthPrint[] {
  const months = new Map<string, MonthPrint>()
  for (const row of db.iterate(sql)) {
    const columns: readonly unknown[] = Array.isArray(row) ? row : []
    const [at, said] = columns
    const month = new Date(numberOfColumn(at) ?? 0).toISOString().slice(0, 7)
    const sum = months.get(month) ?? { month, sales: 0, print: 0 }
    const print = createHash('md5')
      .update(textOfColumn(said) ?? '')
      .digest()
      .readUInt32BE(0)
    months.set(month, { month, sales: sum.sales + 1, print: sum.print + print })
  }
  return [...months.values()].toSorted((one, other) => (one.month < other.month ? -1 : 1))
}
