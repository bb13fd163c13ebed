import { dayOfNumber } from '../../../../../shared/domain/time/dates.ts'
import type { Book } from '../book.ts'
import { cameIn } from '../figures/commission-check.ts'
import type { Cell, Lines } from '../figures/lines.ts'
import { daySerial } from '../writing/excel-dates.ts'
import { moneyCells, tipCell } from './table.ts'

/** Product by product what came with the sales, beside what their quotes promised; never what nothing shows. */
export function addCheck(book: Book, lines: Lines): void {
  const { say, styles, books, currency } = book
  const { money, difference } = moneyCells(book, currency)
  const products = [...books.commissions.products.values()].filter(
    ({ quotedSales }) => quotedSales > 0,
  )
  if (products.length === 0) return
  lines.line()
  lines.heads(say.list('workbook.commissions.check.columns'), [1, 2, 3, 4])
  for (const one of products.toSorted((a, b) => b.sales - a.sales)) {
    const at = lines.next()
    const came = cameIn(one, books.habits)
    const figures: Cell[] = came
      ? [
          money(came.expected),
          money(came.came),
          difference(`D${at}-C${at}`, came.came - came.expected),
        ]
      : [['', styles.plain], [say('workbook.commissions.check.unknown'), styles.noteRight], null]
    const counted = say('workbook.commissions.check.of', {
      seen: came?.sales ?? 0,
      all: one.sales,
    })
    lines.line([one.product, styles.plain], [counted, styles.noteRight], ...figures)
  }
  lines.line([say('workbook.commissions.check.help'), styles.note])
}

/** Commissions that are others than they were, by name and day. */
export function addChanges(book: Book, lines: Lines): void {
  const { say, styles, books } = book
  const { changes } = books
  if (changes.length === 0) return
  lines.line()
  lines.heads(say.list('workbook.commissions.changes.columns'), [2, 3, 4])
  for (const { dayNumber, productName, currency, kind, amount, before, after } of changes) {
    const commission = (text: string): Cell =>
      kind === 'quoted' ? [Number(text) / 100, styles.money(currency)] : tipCell(book, [text])
    lines.line(
      [productName, styles.plain],
      [daySerial(dayOfNumber(dayNumber)), styles.day],
      amount === null
        ? [say('workbook.commissions.changes.assigned'), styles.noteRight]
        : [amount / 100, styles.money(currency)],
      commission(before),
      commission(after),
    )
  }
}
