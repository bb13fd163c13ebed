import { once } from 'node:events'
import type { Writable } from 'node:stream'
import ExcelJS from 'exceljs'
import { reportFilterSchema } from '../../../../shared/contract/reports.ts'
import { currencyOfCountry } from '../../../../shared/domain/money/money.ts'
import type { ReportKind } from '../../../../shared/domain/sale/transaction.ts'
import type { Database } from '../../../store/sqlite/db.ts'
import { createJournalReader } from '../../../store/journal/journal-reader.ts'
import { ledgerMarks } from '../export/export-records.ts'
import type { ExportHooks, ExportRequest, Written } from '../export/export-request.ts'
import { findLedger } from '../ledger/ledger.ts'
import { factsOf, listedCurrencies, listedWithCents } from '../export/report-facts.ts'
import { addAudit } from './sheets/audit-sheet.ts'
import { addBalance } from './sheets/balance-sheet.ts'
import { hasRows, type Book, type BookReport } from './book.ts'
import { addCommissions } from './sheets/commissions-sheet.ts'
import { balanceEdges } from './figures/balance-edges.ts'
import { createFlows } from './figures/flows.ts'
import { noBooks, readBooks } from './figures/own-sales.ts'
import { addReconciliation } from './sheets/reconciliation-sheet.ts'
import { addRowSheets } from './sheets/row-sheets.ts'
import { addEntries } from './sheets/entries-sheet.ts'
import { rowParts } from './figures/row-parts.ts'
import { rawRows } from './writing/raw-rows.ts'
import { createSheetSink, pageFooter } from './writing/sheet-sink.ts'
import { addShifts } from './sheets/shifts-sheet.ts'
import { createStyles } from './writing/styles.ts'
import { addSold } from './sheets/sold-sheet.ts'
import { addStatement } from './sheets/statement-sheet.ts'
import { addSummary } from './sheets/summary-sheet.ts'
import { addTotalsSheet } from './sheets/totals-sheet.ts'
import { words } from '../../../../shared/words/words.ts'

/** The sheets in their order. Each adds itself, or nothing where it has nothing to say. */
const sheets: readonly ((book: Book) => void | Promise<void>)[] = [
  addSummary,
  addTotalsSheet,
  // Without the rows of the service what was calculated would lack all of them.
  (book) => (hasRows(book) ? withCommissions(book, addBalance) : undefined),
  (book) => withCommissions(book, addCommissions),
  (book) => withCommissions(book, addStatement),
  addRowSheets,
  (book) => withSales(book, addSold),
  (book) => withSales(book, addReconciliation),
  (book) => withSales(book, addShifts),
  (book) => withCommissions(book, addEntries),
  addAudit,
]

/** Sheets that only say something beside the sales. */
function withSales(book: Book, add: (typeof sheets)[number]): void | Promise<void> {
  if (book.reports.some(({ kind }) => kind === 'sales')) return add(book)
}

/** Sheets that tell of commissions and profits: only for who may see them. */
function withCommissions(book: Book, add: (typeof sheets)[number]): void | Promise<void> {
  if (book.request.commissions) return withSales(book, add)
}

/** A sheet has 1,048,576 rows (ECMA-376, Excel's limits): all but the heading and the totals. */
const rowsOfSheet = 1_048_576 - 2

/** How the rows of reports are written. */
interface RowSheets {
  rowsInto?: typeof rawRows
  /** The most rows that a sheet holds. */
  mostRows?: number
}

/**
 * Writes a workbook to a stream that the caller owns, and ends it. Only strings, numbers and formulas made here
 * become cells: nothing that the service sent can turn into a formula or a link. `journal`: this register's own
 * sales; null where there are none. A report that one sheet does not hold stands in several (rowParts).
 */
export async function writeWorkbook(
  db: Database,
  journal: Database | 'unreadable' | null,
  request: ExportRequest,
  out: Writable,
  hooks: ExportHooks,
  { rowsInto = rawRows, mostRows = rowsOfSheet }: RowSheets = {},
): Promise<Written> {
  const own = journal === 'unreadable' ? null : journal
  const ownSales = own && createJournalReader(own)
  const { profileId } = request
  const ledgers = {
    sales: findLedger(db, profileId, 'sales'),
    buys: findLedger(db, profileId, 'buys'),
  }
  const reports = kindsOf(request).map((kind): BookReport => {
    const filter = kind === request.range.kind ? request.filter : reportFilterSchema.parse({})
    const facts = factsOf(ledgers[kind], request.range, filter, request.madeAt, ownSales)
    const parts = rowParts(request.range, facts.totals.byDay, mostRows)
    return { kind, facts, parts, written: { rows: 0, sha256: '', sheets: [] } }
  })
  const say = words.in(request.language)
  const writer = new ExcelJS.stream.xlsx.WorkbookWriter({
    stream: out,
    useStyles: true,
    // Every id is another text: a table of shared strings holds them all in memory and saves nothing.
    useSharedStrings: false,
    zip: { zlib: { level: 6, chunkSize: 131_072 } },
  })
  writer.creator = 'Mostrador'
  writer.lastModifiedBy = 'Mostrador'
  writer.created = new Date(request.madeAt)
  const currency = currencyOfCountry[request.country]
  const currencies = { currency, listed: listedCurrencies(ledgers.sales, request.range) }
  const books = own ? await readBooks(own, profileId, request.range, currencies, hooks) : noBooks
  const withCents = listedWithCents(db, profileId, request.range)
  const book: Book = {
    request,
    say,
    hooks,
    ledgers,
    reports,
    books,
    registers: ownSales?.registers()?.read ?? null,
    balanceAt: balanceEdges(ledgers, books.snapshots, request.madeAt),
    rowsInto,
    flowsOf: createFlows(books, hooks),
    journal: own,
    isJournalUnreadable: journal === 'unreadable',
    styles: createStyles((one) => withCents.has(one) || books.withCents.has(one)),
    currency,
    sink: createSheetSink(writer, out, hooks, {
      footer: pageFooter(
        request.business.name || request.profileName,
        say('workbook.page'),
        say('workbook.of'),
      ),
      paper: request.country === 'CO' ? 'letter' : 'a4',
    }),
  }
  for (const add of sheets) await add(book)
  if (out.writableNeedDrain) await once(out, 'drain')
  await writer.commit()
  const marks = ledgerMarks(db)
  return {
    rows: reports.reduce((sum, { written }) => sum + written.rows, 0),
    sheets: reports.reduce((sum, { written }) => sum + written.sheets.length, 0),
    records: reports.map(({ kind, written: { rows, sha256 } }) => ({
      kind,
      rows,
      sha256,
      ...marks,
    })),
  }
}

/** Sales before purchases, each once. */
function kindsOf({ range, kinds }: ExportRequest): ReportKind[] {
  return (['sales', 'buys'] as const).filter((kind) => kind === range.kind || kinds.includes(kind))
}
