import { isRestricted } from '../../../../../shared/contract/reports.ts'
import { edgesOf } from './balance-sheet.ts'
import type { Book } from '../book.ts'
import { commissionDays } from '../figures/commission-days.ts'
import { createLines, type Cell, type Lines } from '../figures/lines.ts'
import { daySerial } from '../writing/excel-dates.ts'

/** Commissions: what the quotes promised, how much the profits grew, and where each figure comes from. */
export function addCommissions(book: Book): void {
  const { say, styles, sink, books, currency, request } = book
  const { days: quoted } = books.commissions
  const days = commissionDays(request.range, currency, quoted, edgesOf(book))
  const notes = isRestricted(request.filter)
    ? [say('workbook.commissions.help'), say('workbook.reconciliation.wholePeriod')]
    : [say('workbook.commissions.help')]
  const frozen = notes.length + 3
  const sheet = sink.add(say('workbook.commissions.sheet'), {
    landscape: true,
    frozen,
    frozenColumns: 1,
  })
  sheet.columns = [34, 20, 18, 18, 18, 18, 50, 58].map((width) => ({ width }))
  const lines = createLines(sheet, styles)
  const money = (minor: number): Cell => [minor / 100, styles.money(currency)]
  const count = (value: number): Cell => [value, styles.count]

  lines.line([`${say('workbook.commissions.title')} (${currency})`, styles.title])
  for (const note of notes) lines.line([note, styles.note])
  lines.line()
  lines.heads(say.list('workbook.commissions.columns'), [1, 2, 3, 4, 5])
  const first = lines.next()
  for (const day of days) {
    const at = lines.next()
    const { observed, quoted } = day
    lines.line(
      [daySerial(day.day), styles.day],
      count(day.sales),
      count(day.quotedSales),
      money(quoted),
      observed === null ? [say('workbook.balance.unobserved'), styles.noteRight] : money(observed),
      observed === null
        ? ['', styles.plain]
        : [
            { formula: `E${at}-D${at}`, result: (observed - quoted) / 100 },
            styles.difference(currency),
          ],
      [day.sales === 0 ? '' : say('workbook.commissions.fromQuotes'), styles.plain],
      [observed === null ? '' : say('workbook.commissions.fromProfits'), styles.plain],
    )
  }
  const last = lines.next() - 1
  const seen = days.filter(({ observed }) => observed !== null).length
  const total = (column: string, of: (day: (typeof days)[number]) => number): Cell => [
    {
      formula: `SUM(${column}${first}:${column}${last})`,
      result: days.reduce((sum, day) => sum + of(day), 0) / 100,
    },
    styles.totalMoney(currency),
  ]
  lines.line(
    [say('workbook.total'), styles.total],
    [days.reduce((sum, { sales }) => sum + sales, 0), styles.totalCount],
    [days.reduce((sum, { quotedSales }) => sum + quotedSales, 0), styles.totalCount],
    total('D', ({ quoted }) => quoted),
    seen === 0
      ? [say('workbook.balance.unobserved'), styles.total]
      : total('E', ({ observed }) => observed ?? 0),
    ['', styles.total],
    ['', styles.total],
    [
      seen < days.length
        ? say('workbook.commissions.observedDays', { seen, all: days.length })
        : '',
      styles.total,
    ],
  )
  addProducts(book, lines)
  lines.end()
}

/** What each product's quotes promised. */
function addProducts({ say, styles, books, currency }: Book, lines: Lines): void {
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
      [one.tips.join(' · '), { ...styles.text, alignment: { horizontal: 'right' } }],
      [one.productId, styles.text],
    )
  }
  lines.line([say('workbook.commissions.tipHelp'), styles.note])
}
