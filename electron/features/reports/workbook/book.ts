import type { DayRange } from '../../../../shared/domain/time/range.ts'
import type { RegistersRead } from '../../../../shared/domain/report/registers.ts'
import type { ReportKind } from '../../../../shared/domain/sale/transaction.ts'
import type { Database } from '../../../store/sqlite/db.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { ExportHooks, ExportRequest } from '../export/export-request.ts'
import type { ReportFacts } from '../export/report-facts.ts'
import type { Selection } from '../ledger/selection.ts'
import type { BalanceAt } from './figures/balance-edges.ts'
import type { Flow } from './figures/flows.ts'
import type { OwnBooks } from './figures/own-sales.ts'
import type { RowPart } from './figures/row-parts.ts'
import type { rawRows } from './writing/raw-rows.ts'
import type { SheetSink } from './writing/sheet-sink.ts'
import type { Styles } from './writing/styles.ts'
import type { Translate } from '../../../../shared/words/words.ts'

/** What every sheet is made from. */
export interface Book {
  request: ExportRequest
  say: Translate
  styles: Styles
  sink: SheetSink
  hooks: ExportHooks
  /** All that is stored of the account, of one moment, whichever of it the file holds. */
  ledgers: Readonly<Record<ReportKind, Ledger>>
  /** The journal, all of one moment; null where there is none to read. */
  journal: Database | null
  /** There is a journal, and it could not be read: the file says so. */
  isJournalUnreadable: boolean
  books: OwnBooks
  /** The registers that the file is over; null: this one alone. */
  registers: RegistersRead | null
  /** What was seen of the balance at midnights. */
  balanceAt: BalanceAt
  /** How the rows of a report reach their sheet. */
  rowsInto: typeof rawRows
  /** The rows of a selection by how their cash went. */
  flowsOf: (selection: Selection) => Promise<Flow[]>
  /** The reports that the file holds, in the order of their sheets. */
  reports: readonly BookReport[]
  /** The currency of the account: the country's own. */
  currency: string
}

/** Whether the service's rows were ever brought here; a computer without a token has what registers sent alone. */
export const hasRows = ({ registers, ledgers }: Book): boolean =>
  registers === null || ledgers.sales.id > 0

/** One report of the file. */
export interface BookReport {
  kind: ReportKind
  /** With the request's filter, where it is the one that was asked for. */
  facts: ReportFacts
  /** Which of its days stand in which sheet. */
  parts: readonly RowPart[]
  /** Filled while its rows are written, sheet after sheet. */
  written: { rows: number; sha256: string; sheets: WrittenSheet[] }
}

/** A sheet of rows as it stands in the file. */
export interface WrittenSheet extends DayRange {
  name: string
  rows: number
}

/** "2026-10-01 to 2026-10-31", or the one day. */
export function daysSaid(say: Translate, { from, to }: DayRange): string {
  return from === to ? from : say('workbook.range', { from, to })
}
