import { isRestricted } from '../../../../../shared/contract/reports.ts'
import { edgesOf } from './balance-sheet.ts'
import type { Book } from '../book.ts'
import { commissionDays } from '../figures/commission-days.ts'
import { createLines, type Cell } from '../figures/lines.ts'
import { daySerial } from '../writing/excel-dates.ts'

/** Commissions: what the quotes promised, how much the profits grew, and where each figure comes from. */
export function addCommissions(book: Book): void {
  const { say, styles, sink, books, currency, request } = book
  const words = say.commissions
  const { days: quoted, products } = books.commissions
  const days = commissionDays(request.range, currency, quoted, edgesOf(book))
  const notes = isRestricted(request.filter)
    ? [words.help, say.reconciliation.wholePeriod]
    : [words.help]
  const frozen = notes.length + 3
  const sheet = sink.add(words.sheet, { landscape: true, frozen, frozenColumns: 1 })
  sheet.columns = [34, 20, 18, 18, 18, 18, 50, 58].map((width) => ({ width }))
  const lines = createLines(sheet, styles)
  const money = (minor: number): Cell => [minor / 100, styles.money(currency)]
  const count = (value: number): Cell => [value, styles.count]

  lines.line([`${words.title} (${currency})`, styles.title])
  for (const note of notes) lines.line([note, styles.note])
  lines.line()
  lines.heads(words.columns, [1, 2, 3, 4, 5])
  const first = lines.next()
  for (const day of days) {
    const at = lines.next()
    const { observed, quoted } = day
    lines.line(
      [daySerial(day.day), styles.day],
      count(day.sales),
      count(day.quotedSales),
      money(quoted),
      observed === null ? [say.balance.unobserved, styles.noteRight] : money(observed),
      observed === null
        ? ['', styles.plain]
        : [
            { formula: `E${at}-D${at}`, result: (observed - quoted) / 100 },
            styles.difference(currency),
          ],
      [day.sales === 0 ? '' : words.fromQuotes, styles.plain],
      [observed === null ? '' : words.fromProfits, styles.plain],
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
    [say.total, styles.total],
    [days.reduce((sum, { sales }) => sum + sales, 0), styles.totalCount],
    [days.reduce((sum, { quotedSales }) => sum + quotedSales, 0), styles.totalCount],
    total('D', ({ quoted }) => quoted),
    seen === 0
      ? [say.balance.unobserved, styles.total]
      : total('E', ({ observed }) => observed ?? 0),
    ['', styles.total],
    ['', styles.total],
    [seen < days.length ? words.observedDays(seen, days.length) : '', styles.total],
  )

  lines.line()
  lines.heads(
    [words.byProduct, say.rows, words.quotedSales, words.quoted, words.tip, say.productId],
    [1, 2, 3, 4],
  )
  for (const one of [...products.values()].toSorted((a, b) => b.sales - a.sales)) {
    lines.line(
      [one.product, styles.plain],
      count(one.sales),
      count(one.quotedSales),
      money(one.quoted),
      [one.tips.join(' · '), { ...styles.text, alignment: { horizontal: 'right' } }],
      [one.productId, styles.text],
    )
  }
  lines.line([words.tipHelp, styles.note])
  lines.end()
}
