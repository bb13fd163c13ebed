import type { Right } from '../people/rights.ts'
import type { ReportKind } from '../sale/transaction.ts'

/** One column of a report, wherever it is shown. */
interface ColumnDefinition {
  /** What of a row it shows. */
  id: string
  /** What it is called among each face's words; null: its id is the service's own name for it. */
  word: string | null
  /** What its values are: each face writes them in its own way. */
  kind: 'time' | 'day' | 'text' | 'money'
  /** Everywhere: in the window's table and on paper as well as in both kinds of file. */
  on: 'everywhere' | 'files' | 'csv' | 'workbook'
  /** Only the report of this kind has it. */
  of?: ReportKind
  /**
   * A file without any of this leaves it out: sales of this register among the rows, or of which of several registers
   * they are, what the owner said of products (all of which only a report of sales has), or what could not be read.
   */
  needs?: 'own' | 'directions' | 'natures' | 'unreadable' | 'registers'
  /** Whoever lacks this right gets no such column. */
  right?: Right
  /** Nobody gets it who may not know what lies in the drawer (shared/domain/drawer, mayKnowDrawer). */
  ofDrawer?: true
  /** In a workbook, in signs. */
  width: number
}

const paid = { kind: 'money', on: 'files', needs: 'own', ofDrawer: true, width: 18 } as const
/** What each way paid of a sale: one that was paid in two stands in both, with its own amounts. */
const paidColumns = [
  { id: 'paidCash', word: 'paidCash', ...paid },
  { id: 'paidTransfer', word: 'paidTransfer', ...paid },
  { id: 'paidCredit', word: 'paidCredit', ...paid },
] as const

/**
 * The columns of a report in their order. The window's table, the printed page, the CSV and the workbook's sheet of rows
 * are all made from these.
 */
export const reportColumns = [
  { id: 'createdAt', word: 'time', kind: 'time', on: 'everywhere', width: 20 },
  { id: 'day', word: 'day', kind: 'day', on: 'workbook', width: 12 },
  { id: 'id', word: 'id', kind: 'text', on: 'everywhere', width: 16 },
  { id: 'product', word: 'product', kind: 'text', on: 'everywhere', of: 'sales', width: 34 },
  { id: 'productId', word: 'productId', kind: 'text', on: 'files', of: 'sales', width: 18 },
  { id: 'status', word: 'status', kind: 'text', on: 'everywhere', width: 16 },
  { id: 'amount', word: 'amount', kind: 'money', on: 'everywhere', width: 18 },
  { id: 'currency', word: 'currency', kind: 'text', on: 'csv', width: 10 },
  { id: 'cash', word: 'cash', kind: 'text', on: 'files', needs: 'directions', width: 12 },
  { id: 'nature', word: 'nature', kind: 'text', on: 'files', needs: 'natures', width: 24 },
  { id: 'reference', word: 'reference', kind: 'text', on: 'files', needs: 'own', width: 18 },
  { id: 'cost', word: 'cost', kind: 'money', on: 'files', needs: 'own', width: 18 },
  {
    id: 'commission',
    word: 'commission',
    kind: 'money',
    on: 'files',
    needs: 'own',
    right: 'commissions',
    width: 18,
  },
  {
    id: 'register',
    word: 'register',
    kind: 'text',
    on: 'everywhere',
    needs: 'registers',
    width: 18,
  },
  { id: 'cashier', word: 'cashier', kind: 'text', on: 'everywhere', needs: 'own', width: 18 },
  {
    id: 'tender',
    word: 'tender',
    kind: 'text',
    on: 'everywhere',
    needs: 'own',
    ofDrawer: true,
    width: 22,
  },
  { id: 'customer', word: 'customer', kind: 'text', on: 'everywhere', needs: 'own', width: 22 },
  ...paidColumns,
  { id: '_id', word: null, kind: 'text', on: 'files', needs: 'own', width: 38 },
  { id: 'original', word: 'original', kind: 'text', on: 'files', needs: 'unreadable', width: 40 },
] as const satisfies readonly ColumnDefinition[]

export type ReportColumnOf = (typeof reportColumns)[number]
/** Those of the window's table and of paper. */
export type ShownColumn = Extract<ReportColumnOf, { on: 'everywhere' }>

export const shownColumns: readonly ShownColumn[] = reportColumns.filter(
  (column) => column.on === 'everywhere',
)

/** Of what is shown, what the service's list says of each row, by which rows are put in order. */
export type ListedColumn = Exclude<ShownColumn, { needs: string }>
/** And what this register's journal says of those that are its own sales, or of which of several registers they are. */
export type OwnColumn = Extract<ShownColumn, { needs: string }>
const isListed = (column: ShownColumn): column is ListedColumn => !('needs' in column)
const isOwn = (column: ShownColumn): column is OwnColumn => 'needs' in column
export const listedColumns: readonly ListedColumn[] = shownColumns.filter(isListed)
export const ownColumns: readonly OwnColumn[] = shownColumns.filter(isOwn)

/** The columns that a report of a kind has, of some of them. */
export function columnsOfKind<C extends ReportColumnOf>(
  columns: readonly C[],
  kind: ReportKind,
): C[] {
  return columns.filter((column) => !('of' in column) || column.of === kind)
}

/** The columns shown of a report of a kind; `own`: which of this register's there are. */
export function columnsShown(kind: ReportKind, own: readonly OwnColumn['id'][]): ShownColumn[] {
  return columnsOfKind(shownColumns, kind).filter(
    (column) => isListed(column) || own.includes(column.id),
  )
}
