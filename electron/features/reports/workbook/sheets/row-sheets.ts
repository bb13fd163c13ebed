import type { Worksheet } from 'exceljs'
import { reportFilterSchema } from '../../../../../shared/contract/reports.ts'
import type { ReportKind } from '../../../../../shared/domain/sale/transaction.ts'
import type { BookSale } from '../../../../store/sales/book-sales.ts'
import { exportDays, type ExportRow } from '../../export/export-rows.ts'
import { fileColumns } from '../../export/file-columns.ts'
import type { Book, BookReport, WrittenSheet } from '../book.ts'
import { select } from '../../ledger/selection.ts'
import { cellText } from '../writing/cell-text.ts'
import { createFingerprint, type Fingerprint } from '../writing/fingerprint.ts'
import { letter } from '../figures/lines.ts'
import type { RowPart } from '../figures/row-parts.ts'
import type { RowValue } from '../writing/raw-rows.ts'
import type { CellStyle } from '../writing/styles.ts'
import { daySerial, timeSerial } from '../writing/excel-dates.ts'

/** Deflate runs on another core while the loop turns; the loop stays free for a cancel. */
const rowsPerTurn = 50
const everything = reportFilterSchema.parse({})

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

/** The rows of each report: what the service lists, with what the register knows of its own sales. */
export async function addRowSheets(book: Book): Promise<void> {
  const { hooks, reports } = book
  const total = reports.reduce((sum, { facts }) => sum + facts.totals.rows, 0)
  let before = 0
  for (const report of reports) {
    // One fingerprint for all of its sheets: it is the same however many there are.
    const fingerprint = createFingerprint()
    const { written } = report
    for (const part of report.parts) {
      const rows = written.rows
      const progress = (count: number) =>
        hooks.progress({ phase: 'export', done: before + rows + count, total })
      const sheet = await addRowsSheet(book, report, part, { fingerprint, progress })
      written.sheets.push(sheet)
      written.rows += sheet.rows
    }
    before += written.rows
    written.sha256 = fingerprint.hex()
  }
}

async function addRowsSheet(
  book: Book,
  report: BookReport,
  part: RowPart,
  { fingerprint, progress }: { fingerprint: Fingerprint; progress: (count: number) => void },
): Promise<WrittenSheet> {
  const { sink, say, books, request } = book
  const { facts, kind } = report
  const columns = columnsOf(book, report)
  const name = sheetName(say, kind, part)
  const sheet = sink.add(name, { landscape: true, frozen: 1 })
  sheet.columns = columns.map(({ width }) => ({ width }))
  sheet.autoFilter = {
    from: { row: 1, column: 1 },
    to: { row: part.rows + 1, column: columns.length },
  }
  addHeading(sheet, columns, book)

  const looks = columns.map(({ style }) => style)
  const writer = book.rowsInto(sheet, sink.book, looks)
  const totals = createTotals(columns)
  let count = 0
  const { ledger } = facts.selection
  const filter = kind === request.range.kind ? request.filter : everything
  for (const { day, rows } of exportDays(select(ledger, part, filter))) {
    const records = rows.map(({ id }) => id)
    const own = kind === 'sales' ? books.ofDay(day, records) : null
    for (const row of rows) {
      const sale = own?.get(row.id) ?? null
      const values = columns.map(({ value }) => value(row, sale))
      totals.add(values)
      writer.add(values)
      fingerprint.add(row)
      count += 1
      if (count % rowsPerTurn === 0) {
        writer.flush()
        fingerprint.flush()
        await sink.turn()
        if (count % 1000 === 0) progress(count)
      }
    }
  }
  writer.flush()
  fingerprint.flush()
  if (count > 0) addTotals(sheet, columns, totals.sums, count, book)
  sheet.commit()
  progress(count)
  await sink.turn()
  return { name, from: part.from, to: part.to, rows: count }
}

/** "Ventas", "Ventas 2024", "Ventas 2024 (1 de 2)". */
function sheetName(say: Book['say'], kind: ReportKind, { year, part, parts }: RowPart): string {
  const name = say(`workbook.sheet.${kind}`)
  if (year === null) return name
  return parts === 1
    ? say('workbook.sheetOfYear', { name, year })
    : say('workbook.sheetOfPart', { name, year, part, parts })
}

/** Adds up the columns of amounts, in hundredths: exact as long as they are whole. */
function createTotals(columns: readonly Column[]) {
  const sums = columns.map(() => 0)
  const amounts = columns.flatMap(({ total }, at) => (total === 'sum' ? [at] : []))
  return {
    sums,
    add(values: readonly RowValue[]): void {
      for (const at of amounts) {
        const value = values[at]
        if (typeof value === 'number') sums[at] = (sums[at] ?? 0) + Math.round(value * 100)
      }
    },
  }
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
