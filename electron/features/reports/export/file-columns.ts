import {
  columnsOfKind,
  reportColumns,
  type ReportColumnOf,
} from '../../../../shared/domain/report/columns.ts'
import type { TenderKind } from '../../../../shared/domain/drawer/tender.ts'
import { decimalFromMinor } from '../../../../shared/domain/money/money.ts'
import { maskNumber } from '../../../../shared/domain/privacy/mask.ts'
import type { ReportKind } from '../../../../shared/domain/sale/transaction.ts'
import type { BookSale } from '../../../store/sales/book-sales.ts'
import { cashWayOf, type OwnRows } from '../workbook/figures/own-rows.ts'
import type { Translate } from '../../../../shared/words/words.ts'
import type { ExportRequest } from './export-request.ts'
import type { ExportRow } from './export-rows.ts'
import type { RowFacts } from './report-facts.ts'

/** What a column holds of a row; `sale`: this register's own, where the row is known to be one. */
type ValueOf<T> = (row: ExportRow, sale: BookSale | null) => T | null
type MoneyColumn = Extract<ReportColumnOf, { kind: 'money' }>['id']
type TextColumn = Exclude<ReportColumnOf['id'], MoneyColumn>

/** A column of a file, of the definition that all faces of a report share. */
export type FileColumn = { id: ReportColumnOf['id']; title: string; width: number } & (
  | {
      kind: 'money'
      /** Minor units. */
      value: ValueOf<number>
      /** null: of any, which stands in a column of its own. */
      currency: string | null
    }
  /** Times are the service's wall clock, `YYYY-MM-DDTHH:mm:ss`. */
  | { kind: 'time' | 'day' | 'text'; value: ValueOf<string> }
)

/** What the columns of a file depend on. */
export interface FileReport {
  kind: ReportKind
  facts: RowFacts
  books: OwnRows
  request: Pick<ExportRequest, 'format' | 'full' | 'commissions' | 'drawer'>
  say: Translate
}

/** The columns of a report's rows in a file: those that it has anything to say in, and that whoever asked may see. */
export function fileColumns(report: FileReport): FileColumn[] {
  const { kind, facts, books, request, say } = report
  const face = request.format === 'csv' ? 'csv' : 'workbook'
  const sales = kind === 'sales'
  const own = sales && books.currencies.length > 0
  const has = {
    own,
    directions: own || (sales && books.directions.size > 0),
    natures: sales && books.natures.size > 0,
    unreadable: facts.anyUnreadable,
    registers: own && books.registerOf !== null,
  }
  const valuesOf = textValues(report)
  const listed = facts.totals.amount.map(({ currency }) => currency)

  return columnsOfKind(reportColumns, kind).flatMap((column): FileColumn[] => {
    const { id, on, width } = column
    if (on !== 'everywhere' && on !== 'files' && on !== face) return []
    if ('needs' in column && !has[column.needs]) return []
    if ('right' in column && !request[column.right]) return []
    if ('ofDrawer' in column && !request.drawer) return []
    const title = column.word === null ? id : say(`workbook.${column.word}`)
    if (column.kind !== 'money') {
      return [{ id, title, width, kind: column.kind, value: valuesOf[column.id] }]
    }
    const of = moneyValues[column.id]
    if (id === 'amount' && face === 'csv') {
      return [{ id, title, width, kind: 'money', currency: null, value: of }]
    }
    return (id === 'amount' ? listed : books.currencies).map((currency) => ({
      id,
      title: `${title} ${currency}`,
      width,
      kind: 'money',
      currency,
      value: (row, sale) => {
        return (id === 'amount' ? row : sale)?.currency === currency ? of(row, sale) : null
      },
    }))
  })
}

const moneyValues: Record<MoneyColumn, ValueOf<number>> = {
  amount: ({ amount }) => amount,
  cost: (_, sale) => sale?.cost ?? null,
  commission: (_, sale) => sale?.incentive ?? null,
  paidCash: (_, sale) => sale && paidBy('cash', sale),
  paidTransfer: (_, sale) => sale && paidBy('transfer', sale),
  paidCredit: (_, sale) => sale && paidBy('credit', sale),
}

/** What one way paid of what was collected; null: nothing, or nothing was. */
function paidBy(kind: TenderKind, { tender, first, collected }: BookSale): number | null {
  if (collected === null) return null
  if (first?.tender === kind) return first.minor
  return tender === kind ? collected - (first?.minor ?? 0) : null
}

/** Customers' numbers show their last four signs unless they were asked for in full. */
function textValues({ books, request, say }: FileReport): Record<TextColumn, ValueOf<string>> {
  // Said once, not in each of a million rows.
  const ways = { in: say('workbook.directions.in'), out: say('workbook.directions.out') }
  const tenders = {
    cash: say('workbook.tenders.cash'),
    transfer: say('workbook.tenders.transfer'),
    credit: say('workbook.tenders.credit'),
  }
  const noWay = say('workbook.directions.none')
  return {
    createdAt: ({ local }) => local,
    day: ({ local }) => local,
    id: ({ id }) => id,
    product: ({ product }) => product,
    productId: ({ productId }) => productId,
    status: ({ status }) => status,
    currency: ({ currency }) => currency,
    cash: ({ productId }, sale) => {
      const way = cashWayOf(books, productId, sale)
      return way === null ? noWay : ways[way]
    },
    nature: ({ productId }) => say(`workbook.natures.${books.natures.get(productId) ?? 'none'}`),
    reference: (_, sale) => sale && (request.full ? sale.reference : maskNumber(sale.reference)),
    register: (_, sale) => (sale && books.registerOf ? books.registerOf(sale.id) : null),
    cashier: (_, sale) => sale?.cashier ?? null,
    // Where the cash goes out nobody paid.
    tender: (_, sale) => (sale?.direction === 'in' ? paidText(sale, tenders) : null),
    customer: (_, sale) => {
      // Who owes a sale tells how it was paid.
      const isTold =
        request.drawer || (sale?.tender !== 'credit' && sale?.first?.tender !== 'credit')
      if (!sale?.customer || !isTold) return null
      return request.full ? sale.customer : maskNumber(sale.customer)
    },
    _id: (_, sale) => sale?.id ?? null,
    original: ({ unreadable }) => unreadable,
  }
}

/** How a sale was paid; where in two ways, with what was paid first. */
function paidText(
  { tender, first, via }: BookSale,
  words: Readonly<Record<TenderKind, string>>,
): string {
  const said = (kind: TenderKind) => `${words[kind]} ${kind === 'transfer' ? via : ''}`.trim()
  if (first === null) return said(tender)
  return `${said(first.tender)} ${decimalFromMinor(first.minor)} + ${said(tender)}`
}
