import { maskNumber } from '../../../../../shared/domain/text/mask.ts'
import type { BookSale } from '../../../../store/sales/book-sales.ts'
import type { ExportRequest } from '../../export/export-request.ts'
import type { ExportRow } from '../../export/export-rows.ts'
import { directionOf, type OwnBooks } from '../figures/own-sales.ts'
import type { Words } from '../words/word-list.ts'

interface Extra {
  title: string
  width: number
}
/** A column beside what the service lists; `sale`: this register's own, where the row is known to be one. */
export type ExtraColumn =
  | (Extra & { currency: null; value: (row: ExportRow, sale: BookSale | null) => string | null })
  /** Minor units of this currency. */
  | (Extra & { currency: string; value: (row: ExportRow, sale: BookSale | null) => number | null })

/**
 * What the owner said of the products, where anything was said, and what this register knows of the sales that it made
 * itself. Customers' numbers show their last four signs unless they were asked for in full.
 */
export function extraColumns(
  books: OwnBooks,
  { full, commissions }: Pick<ExportRequest, 'full' | 'commissions'>,
  say: Words,
): ExtraColumn[] {
  const hasOwn = books.currencies.length > 0
  const columns: ExtraColumn[] = []
  const text = (
    title: string,
    width: number,
    value: (row: ExportRow, sale: BookSale | null) => string | null,
  ) => columns.push({ title, width, currency: null, value })
  const money = (title: string, of: (sale: BookSale) => number | null) => {
    for (const currency of books.currencies) {
      columns.push({
        ...{ title: `${title} ${currency}`, width: 18, currency },
        value: (_, sale) => (sale?.currency === currency ? of(sale) : null),
      })
    }
  }

  if (books.directions.size > 0 || hasOwn) {
    text(say.cash, 12, ({ productId }, sale) => {
      return say.directions[directionOf(books, productId, sale) ?? 'none']
    })
  }
  if (books.natures.size > 0) {
    text(say.nature, 24, (row) => say.natures[books.natures.get(row.productId) ?? 'none'])
  }
  if (!hasOwn) return columns
  text(say.reference, 18, (_, sale) => sale && (full ? sale.reference : maskNumber(sale.reference)))
  money(say.cost, ({ cost }) => cost)
  if (commissions) money(say.commission, ({ incentive }) => incentive)
  text(say.cashier, 18, (_, sale) => sale?.cashier ?? null)
  text('_id', 38, (_, sale) => sale?.id ?? null)
  return columns
}
