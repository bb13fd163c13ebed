import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { csvText } from '../../../../shared/domain/text/csv-text.ts'
import { decimalFromMinor } from '../../../../shared/domain/money/money.ts'
import type { BookSale } from '../../../store/sales/book-sales.ts'
import type { Database } from '../../../store/sqlite/db.ts'
import { ledgerMarks } from './export-records.ts'
import { giveWay, type ExportHooks, type ExportRequest, type Written } from './export-request.ts'
import { exportDays, type ExportRow } from './export-rows.ts'
import { fileColumns, type FileColumn } from './file-columns.ts'
import { findLedger } from '../ledger/ledger.ts'
import { listedCurrencies, rowFactsOf } from './report-facts.ts'
import { createFingerprint } from '../workbook/writing/fingerprint.ts'
import { noRows, readOwnRows } from '../workbook/figures/own-rows.ts'
import { words } from '../../../../shared/words/words.ts'

const rowsPerTurn = 500

/**
 * Writes a report as CSV to a stream that the caller owns, and ends it; answers what it wrote. UTF-8
 * with a mark that Excel needs; unless a separator is asked for, a semicolon where the decimal sign is a comma.
 * `journal`: this register's own sales, whose columns stand beside the service's; null where there are none.
 */
export async function writeCsv(
  db: Database,
  journal: Database | null,
  request: ExportRequest,
  out: Writable,
  hooks: ExportHooks,
): Promise<Written> {
  const ledger = findLedger(db, request.profileId, request.range.kind)
  const facts = rowFactsOf(ledger, request.range, request.filter)
  const { selection, totals } = facts
  const say = words.in(request.language)
  const comma = request.decimalSign === 'comma'
  const separator = request.separator ?? (comma ? ';' : ',')
  const { kind } = request.range
  const listed = listedCurrencies(ledger, request.range)
  const books =
    journal && kind === 'sales'
      ? readOwnRows(journal, request.profileId, request.range, listed)
      : noRows
  const columns = fileColumns({ kind, facts, books, request, say })
  const line = (fields: readonly string[]) => `${fields.join(separator)}\r\n`
  /** A number is never defused, but a comma in it must not be taken for a separator. */
  const figure = (minor: number) => {
    const digits = decimalFromMinor(minor).replace('.', comma ? ',' : '.')
    return digits.includes(separator) ? `"${digits}"` : digits
  }
  const field = (column: FileColumn, row: ExportRow, sale: BookSale | null) => {
    if (column.kind === 'money') {
      const minor = column.value(row, sale)
      return minor === null ? '' : figure(minor)
    }
    const value = column.value(row, sale) ?? ''
    return column.kind === 'time' ? value.replace('T', ' ') : csvText(value, separator)
  }

  let text = `\uFEFF${line(columns.map(({ title }) => csvText(title, separator)))}`
  const fingerprint = createFingerprint()
  let count = 0
  for (const { day, rows } of exportDays(selection)) {
    const records = rows.map(({ id }) => id)
    const sales = books.ofDay(day, records)
    for (const row of rows) {
      const sale = sales.get(row.id) ?? null
      text += line(columns.map((column) => field(column, row, sale)))
      fingerprint.add(row)
      count += 1
      if (count % rowsPerTurn === 0) {
        if (!out.write(text)) await once(out, 'drain')
        text = ''
        fingerprint.flush()
        await giveWay(hooks)
        hooks.progress({ phase: 'export', done: count, total: totals.rows })
      }
    }
  }
  out.end(text)
  hooks.progress({ phase: 'export', done: count, total: totals.rows })
  const record = { kind, rows: count, sha256: fingerprint.hex(), ...ledgerMarks(db) }
  return { rows: count, sheets: 1, records: [record] }
}
