import type { Book } from '../book.ts'
import { commissionDays, type CommissionDay } from '../figures/commission-days.ts'
import type { Cell, Lines } from '../figures/lines.ts'
import { bookDays, whenItSpeaks } from '../figures/book-days.ts'
import { addChanges, addCheck } from './commission-check.ts'
import { unexplainedGrowth } from '../figures/commission-check.ts'
import { daySerial } from '../writing/excel-dates.ts'
import { addSentence, beginTable, moneyCells, tipCell } from './table.ts'

/** Commissions: what the quotes promised, how much the profits grew, and where each figure comes from. */
export async function addCommissions(book: Book): Promise<void> {
  const { say, styles, books, currency, request } = book
  const { days: quoted } = books.commissions
  const days = commissionDays(request.range, currency, quoted, book.balanceAt)
  if (days.every(({ quotedSales, observed }) => quotedSales === 0 && observed === null)) {
    return addSentence(book, 'commissions', whenItSpeaks(book))
  }
  const grown = new Map((await bookDays(book)).map((day) => [day.day, unexplainedGrowth(day)]))
  const lines = beginTable(book, 'commissions', {
    widths: [34, 20, 18, 18, 18, 18, 50, 58, 24],
    figures: [1, 2, 3, 4, 5, 8],
    of: ` (${currency})`,
  })
  const { money, seen, difference } = moneyCells(book, currency)
  const first = lines.next()
  for (const day of days) {
    const at = lines.next()
    const { observed, quoted } = day
    lines.line(
      [daySerial(day.day), styles.day],
      [day.sales, styles.count],
      [day.quotedSales, styles.count],
      money(quoted),
      seen(observed),
      difference(`E${at}-D${at}`, observed === null ? null : observed - quoted),
      [day.sales === 0 ? '' : say('workbook.commissions.fromQuotes'), styles.plain],
      [observed === null ? '' : say('workbook.commissions.fromProfits'), styles.plain],
      seen(grown.get(day.day) ?? null),
    )
  }
  addSums(book, days, first, lines)
  addProducts(book, lines)
  addCheck(book, lines)
  addChanges(book, lines)
  lines.end()
}

/** What they come to in the whole period. */
function addSums(book: Book, days: readonly CommissionDay[], first: number, lines: Lines): void {
  const { say, styles, currency } = book
  const { total } = moneyCells(book, currency)
  const span = [first, lines.next() - 1] as const
  const counted = (of: (day: CommissionDay) => number): Cell => [
    days.reduce((sum, day) => sum + of(day), 0),
    styles.totalCount,
  ]
  const observed = days.flatMap((day) => day.observed ?? [])
  const seen = observed.length
  const isPart = seen < days.length
  lines.line(
    [say('workbook.total'), styles.total],
    counted(({ sales }) => sales),
    counted(({ quotedSales }) => quotedSales),
    total(
      'D',
      span,
      days.map(({ quoted }) => quoted),
    ),
    seen === 0 ? [say('workbook.balance.unobserved'), styles.total] : total('E', span, observed),
    ['', styles.total],
    ['', styles.total],
    [
      isPart ? say('workbook.commissions.observedDays', { seen, all: days.length }) : '',
      styles.total,
    ],
  )
}

/** What each product's quotes promised. */
function addProducts(book: Book, lines: Lines): void {
  const { say, styles, books, currency, request } = book
  const { products } = books.commissions
  lines.line()
  lines.heads(
    [
      say('workbook.commissions.byProduct'),
      say('workbook.rows'),
      say('workbook.commissions.quotedSales'),
      say('workbook.commissions.quoted'),
      say('workbook.commissions.tip'),
      say('workbook.productId'),
    ],
    [1, 2, 3, 4],
  )
  for (const one of [...products.values()].toSorted((a, b) => b.sales - a.sales)) {
    lines.line(
      [one.product, styles.plain],
      [one.sales, styles.count],
      [one.quotedSales, styles.count],
      [one.quoted / 100, styles.money(currency)],
      tipCell(book, one.tips),
      [one.productId, styles.text],
    )
  }
  const isSaid = request.tipUnit !== 'unknown'
  lines.line([say(`workbook.commissions.${isSaid ? 'tipSaid' : 'tipHelp'}`), styles.note])
}
