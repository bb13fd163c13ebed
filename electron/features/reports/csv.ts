import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Writable } from 'node:stream'
import { csvText } from '../../../shared/domain/csv-text.ts'
import { decimalFromMinor } from '../../../shared/domain/money.ts'
import type { Database } from '../../store/db.ts'
import type { ExportHooks, ExportRequest } from './export-request.ts'
import { exportRows, type ExportRow } from './export-rows.ts'
import { factsOf } from './report-facts.ts'
import { words } from './words.ts'

const rowsPerTurn = 500

/**
 * Writes a report as CSV to a stream that the caller owns, and ends it; answers how many rows. UTF-8
 * with a mark that Excel needs; a semicolon where the decimal sign is a comma.
 */
export async function writeCsv(
  db: Database,
  request: ExportRequest,
  out: Writable,
  hooks: ExportHooks,
): Promise<number> {
  const { selection, totals, anyUnreadable } = factsOf(db, request)
  const say = words[request.language]
  const comma = request.decimalSign === 'comma'
  const separator = comma ? ';' : ','
  const sales = request.range.kind === 'sales'
  const line = (fields: readonly string[]) => `${fields.join(separator)}\r\n`
  const fieldsOf = (row: ExportRow) => [
    row.local?.replace('T', ' ') ?? '',
    csvText(row.id, separator),
    ...(sales ? [csvText(row.product, separator), csvText(row.productId, separator)] : []),
    csvText(row.status, separator),
    row.amount === null ? '' : decimalFromMinor(row.amount).replace('.', comma ? ',' : '.'),
    csvText(row.currency ?? '', separator),
    ...(anyUnreadable ? [csvText(row.unreadable, separator)] : []),
  ]
  const titles = [say.time, say.id, ...(sales ? [say.product, say.productId] : []), say.status]
  titles.push(say.amount, say.currency, ...(anyUnreadable ? [say.original] : []))

  let text = `\uFEFF${line(titles.map((title) => csvText(title, separator)))}`
  let count = 0
  for (const row of selection ? exportRows(db, selection) : []) {
    text += line(fieldsOf(row))
    count += 1
    if (count % rowsPerTurn === 0) {
      if (!out.write(text)) await once(out, 'drain')
      text = ''
      await nextTurn()
      hooks.check()
      hooks.progress(count, totals.rows)
    }
  }
  out.end(text)
  hooks.progress(count, totals.rows)
  return count
}
