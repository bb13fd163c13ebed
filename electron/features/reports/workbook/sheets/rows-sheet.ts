import type { Worksheet } from 'exceljs'
import type { BookSale } from '../../../../store/sales/book-sales.ts'
import { exportDays, type ExportRow } from '../../export/export-rows.ts'
import { fileColumns } from '../../export/file-columns.ts'
import type { Book, BookReport } from '../book.ts'
import { cellText } from '../writing/cell-text.ts'
import { createFingerprint } from '../writing/fingerprint.ts'
import { letter } from '../figures/lines.ts'
import type { RowValue } from '../writing/raw-rows.ts'
import type { CellStyle } from '../writing/styles.ts'
import { daySerial, timeSerial } from '../writing/excel-dates.ts'

/** Deflate runs on another core while the loop turns; the loop stays free for a cancel. */
const rowsPerTurn = 50

/** One column of the sheet. */
interface Column {
  title: string
  width: number
  style: CellStyle
  /** Figures stand at the right, and so does their title. */
  right?: boolean
  value: (row: ExportRow, sale: BookSale | null) => RowValue
  /** A total under the column, over the rows in sight; `minor`: what it comes to over all. */
  total?: 'count' | 'sum'
}

/** The rows of one report: what the service lists, with what the register knows of its own sales. */
export async function addRowsSheet(book: Book, report: BookReport): Promise<void> {
  const { sink, say, hooks, books } = book
  const { facts, kind } = report
  const columns = columnsOf(book, report)
  const sheet = sink.add(say(`workbook.sheet.${kind}`), { landscape: true, frozen: 1 })
  sheet.columns = columns.map(({ width }) => ({ width }))
  sheet.autoFilter = {
    from: { row: 1, column: 1 },
    to: { row: facts.totals.rows + 1, column: columns.length },
  }
  addHeading(sheet, columns, book)

  const looks = columns.map(({ style }) => style)
  const writer = book.rowsInto(sheet, sink.book, looks)
  const fingerprint = createFingerprint()
  const totals = columns.map(() => 0)
  const amounts = columns.map(({ total }) => total === 'sum')
  let count = 0
  for (const rows of exportDays(facts.selection)) {
    const own = kind === 'sales' ? books.ofRecords(rows.map(({ id }) => id)) : null
    for (const row of rows) {
      const sale = own?.get(row.id) ?? null
      const values: RowValue[] = []
      for (let at = 0; at < columns.length; at += 1) {
        const value = columns[at]?.value(row, sale) ?? null
        values.push(value)
        // Hundredths are exact as long as they are whole.
        if (amounts[at] && typeof value === 'number') {
          totals[at] = (totals[at] ?? 0) + Math.round(value * 100)
        }
      }
      writer.add(values)
      fingerprint.add(row)
      count += 1
      if (count % rowsPerTurn === 0) {
        writer.flush()
        fingerprint.flush()
        await sink.turn()
        if (count % 1000 === 0) hooks.progress(count, facts.totals.rows)
      }
    }
  }
  writer.flush()
  if (count > 0) addTotals(sheet, columns, totals, count, book)
  sheet.commit()
  report.written = { rows: count, sha256: fingerprint.hex() }
  hooks.progress(count, facts.totals.rows)
  await sink.turn()
}

function addHeading(to: Worksheet, of: readonly Column[], { styles }: Book): void {
  const heading = to.addRow([])
  of.forEach(({ title, right, style }, index) => {
    const cell = heading.getCell(index + 1)
    const isText = style === styles.cell
    cell.value = cellText(title)
    cell.style = right ? styles.headingRight : isText ? styles.headingText : styles.heading
  })
  heading.commit()
}

/** Totals that follow the filter of whoever reads the sheet. */
function addTotals(
  to: Worksheet,
  of: readonly Column[],
  sums: readonly number[],
  rows: number,
  book: Book,
): void {
  const { say, styles } = book
  const last = to.addRow([])
  of.forEach(({ total, style }, index) => {
    const cell = last.getCell(index + 1)
    if (!total) {
      cell.value = index === 0 ? say('workbook.total') : ''
      cell.style = styles.total
      return
    }
    const cells = `${letter(index + 1)}2:${letter(index + 1)}${rows + 1}`
    cell.value =
      total === 'count'
        ? { formula: `SUBTOTAL(103,${cells})`, result: rows }
        : { formula: `SUBTOTAL(109,${cells})`, result: (sums[index] ?? 0) / 100 }
    cell.style = total === 'count' ? styles.totalText : totalOf(style, book)
  })
  last.commit()
}

function totalOf(style: CellStyle, { styles }: Book): CellStyle {
  return { ...styles.total, ...(style.numFmt === undefined ? {} : { numFmt: style.numFmt }) }
}

/** The columns of the report as cells: days and times as Excel counts them, money in whole units. */
function columnsOf({ books, request, say, styles }: Book, { kind, facts }: BookReport): Column[] {
  return fileColumns({ kind, facts, books, request, say }).map((column): Column => {
    const { id, title, width } = column
    if (column.kind === 'money') {
      const style = styles.money(column.currency ?? '')
      const value: Column['value'] = (row, sale) => {
        const minor = column.value(row, sale)
        return minor === null ? null : minor / 100
      }
      return { title, width, style, right: true, total: 'sum', value }
    }
    if (column.kind === 'text') {
      const look = { title, width, style: styles.cell, value: column.value }
      return id === 'id' ? { ...look, total: 'count' } : look
    }
    const isDay = column.kind === 'day'
    return {
      title,
      width,
      style: isDay ? styles.day : styles.time,
      value: (row, sale) => {
        const local = column.value(row, sale)
        if (local === null) return null
        return isDay ? daySerial(local.slice(0, 10)) : timeSerial(local)
      },
    }
  })
}
