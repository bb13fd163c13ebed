import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Writable } from 'node:stream'
import ExcelJS, { type Cell, type Row, type Worksheet } from 'exceljs'
import { Failure } from '../../../shared/errors.ts'
import type { Database } from '../../store/db.ts'
import { cellText } from './cell-text.ts'
import type { ExportHooks, ExportRequest } from './export-request.ts'
import { exportRows, type ExportRow } from './export-rows.ts'
import { factsOf, type ReportFacts } from './report-facts.ts'
import { createStyles, type CellStyle, type Styles } from './styles.ts'
import { addSummary } from './summary-sheet.ts'
import { wallDay, wallTime } from './wall-time.ts'
import { words } from './words.ts'

/** Deflate runs on another core while the loop turns; the loop stays free for a cancel. */
const rowsPerTurn = 50

interface Column {
  title: string
  width: number
  titleStyle: CellStyle
  set: (cell: Cell, row: ExportRow) => void
  /** A total under the column, over its rows. */
  total?: { formula: 'count' | 'sum'; value: number; style: CellStyle }
}

/** A sheet has 1,048,576 rows (ECMA-376, Excel's limits): all but the heading and the totals. */
const mostRows = 1_048_576 - 2

/**
 * Writes the workbook of a report to a stream that the caller owns, and ends it; answers how many
 * rows. Only strings, numbers and dates made here become cells: nothing that the service sent can turn into a
 * formula or a link. TOO_MANY_ROWS when they do not fit in a sheet.
 */
export async function writeWorkbook(
  db: Database,
  request: ExportRequest,
  out: Writable,
  hooks: ExportHooks,
): Promise<number> {
  const facts = factsOf(db, request)
  if (facts.totals.rows > mostRows) {
    throw new Failure('TOO_MANY_ROWS', { rows: facts.totals.rows, most: mostRows })
  }
  const styles = createStyles((currency) => facts.withCents.has(currency))
  const book = new ExcelJS.stream.xlsx.WorkbookWriter({
    stream: out,
    useStyles: true,
    // Every id is another text: a table of shared strings holds them all in memory and saves nothing.
    useSharedStrings: false,
    zip: { zlib: { level: 6 } },
  })
  book.creator = 'Mostrador'
  book.lastModifiedBy = 'Mostrador'
  book.created = new Date(request.madeAt)
  addSummary(book, request, facts, styles)
  const count = await addRows(book, db, request, facts, styles, out, hooks)
  await book.commit()
  return count
}

async function addRows(
  book: ExcelJS.stream.xlsx.WorkbookWriter,
  db: Database,
  request: ExportRequest,
  facts: ReportFacts,
  styles: Styles,
  out: Writable,
  hooks: ExportHooks,
): Promise<number> {
  const { totals, selection } = facts
  const columns = columnsOf(request, facts, styles)
  const sheet = book.addWorksheet(words[request.language].sheet[request.range.kind], {
    views: [{ state: 'frozen', ySplit: 1 }],
    pageSetup: {
      orientation: 'landscape',
      fitToPage: true,
      fitToWidth: 1,
      fitToHeight: 0,
      printTitlesRow: '1:1',
    },
  })
  sheet.columns = columns.map(({ width }) => ({ width }))
  sheet.autoFilter = {
    from: { row: 1, column: 1 },
    to: { row: totals.rows + 1, column: columns.length },
  }
  const heading = sheet.addRow([])
  columns.forEach(({ title, titleStyle }, index) =>
    put(heading, index, cellText(title), titleStyle),
  )
  heading.commit()

  let count = 0
  if (selection) {
    let row: Row | null = null
    for (const entry of exportRows(db, selection)) {
      row = sheet.addRow([])
      for (const [index, { set }] of columns.entries()) set(row.getCell(index + 1), entry)
      count += 1
      if (count % rowsPerTurn === 0) {
        row.commit()
        row = null
        await nextTurn()
        if (out.writableNeedDrain) await once(out, 'drain')
        hooks.check()
        if (count % 1000 === 0) hooks.progress(count, totals.rows)
      }
    }
    row?.commit()
  }
  if (count > 0) addTotals(sheet, columns, count, words[request.language].total, styles)
  sheet.commit()
  hooks.progress(count, totals.rows)
  return count
}

/** Totals that follow the filter of whoever reads the sheet. */
function addTotals(
  sheet: Worksheet,
  columns: readonly Column[],
  count: number,
  label: string,
  styles: Styles,
): void {
  const row = sheet.addRow([])
  columns.forEach(({ total }, index) => {
    if (!total) return put(row, index, index === 0 ? label : '', styles.total)
    const letter = sheet.getColumn(index + 1).letter
    const code = total.formula === 'sum' ? 109 : 103
    const formula = `SUBTOTAL(${code},${letter}2:${letter}${count + 1})`
    const cell = row.getCell(index + 1)
    cell.value = { formula, result: total.value }
    cell.style = total.style
  })
  row.commit()
}

function put(row: Row, index: number, value: string, style: CellStyle): void {
  const cell = row.getCell(index + 1)
  cell.value = value
  cell.style = style
}

/** Every cell gets a shared style, also the plain ones. */
function columnsOf(request: ExportRequest, facts: ReportFacts, styles: Styles): Column[] {
  const say = words[request.language]
  const { totals } = facts
  const text = (title: string, width: number, of: (row: ExportRow) => string): Column => ({
    title,
    width,
    titleStyle: styles.heading,
    set: (cell, row) => {
      cell.value = cellText(of(row))
      cell.style = styles.text
    },
  })
  const date = (
    title: string,
    width: number,
    style: CellStyle,
    of: (local: string) => Date,
  ): Column => ({
    title,
    width,
    titleStyle: styles.heading,
    set: (cell, { local }) => {
      cell.style = style
      if (local !== null) cell.value = of(local)
    },
  })
  const amounts = totals.amount.map(({ currency, minor }): Column => ({
    title: `${say.amount} ${currency}`,
    width: 18,
    titleStyle: styles.headingRight,
    set: (cell, row) => {
      cell.style = styles.money(currency)
      if (row.amount !== null && row.currency === currency) cell.value = row.amount / 100
    },
    total: { formula: 'sum', value: minor / 100, style: styles.totalMoney(currency) },
  }))
  const product =
    request.range.kind === 'sales'
      ? [
          text(say.product, 34, (row) => row.product),
          text(say.productId, 14, (row) => row.productId),
        ]
      : []
  return [
    date(say.time, 20, styles.time, wallTime),
    date(say.day, 12, styles.day, (local) => wallDay(local.slice(0, 10))),
    {
      ...text(say.id, 16, (row) => row.id),
      total: { formula: 'count', value: totals.rows, style: styles.totalCount },
    },
    ...product,
    text(say.status, 16, (row) => row.status),
    ...amounts,
    ...(facts.anyUnreadable ? [text(say.original, 40, (row) => row.unreadable)] : []),
  ]
}
