import type { NamedSum } from '../../../../../shared/contract/reports.ts'
import { statusFromId } from '../../../../../shared/domain/sale/transaction.ts'
import type { Book, BookReport } from '../book.ts'
import { createLines, type Cell, type Lines } from '../figures/lines.ts'
import { daySerial } from '../writing/excel-dates.ts'

/** What the rows come to by status, product and day. */
export function addTotalsSheet(book: Book): void {
  const { say, styles, sink, reports } = book
  const sheet = sink.add(say('workbook.totals'), { gridLines: false })
  sheet.columns = [46, 18, 20, 20, 26, 26, 26].map((width) => ({ width }))
  const lines = createLines(sheet, styles)
  lines.line([say('workbook.totals'), styles.title])
  for (const report of reports) addTotals(book, report, lines)
  lines.end()
}

/** Of a table, all that its rows come to. */
type Sum = Pick<NamedSum, 'rows' | 'amount' | 'approved'>

function addTotals(book: Book, { kind, facts }: BookReport, lines: Lines): void {
  const { say, styles, reports, books } = book
  const { totals } = facts
  const currencies = totals.amount.map(({ currency }) => currency)
  const of = (label: string) =>
    reports.length > 1 ? `${label}: ${say(`workbook.sheet.${kind}`).toLowerCase()}` : label
  const moneyOf = (amount: NamedSum['amount'], isTotal: boolean): Cell[] =>
    currencies.map((currency) => {
      const minor = amount.find((one) => one.currency === currency)?.minor ?? 0
      return [minor / 100, isTotal ? styles.totalMoney(currency) : styles.money(currency)]
    })

  /** `approved`: what of each was approved, in columns beside all of it. */
  function table(
    title: string,
    rows: readonly { cell: Cell; sum: Sum; after?: Cell[] }[],
    { approved, after = [] }: { approved: boolean; after?: readonly string[] },
  ): void {
    const sums = (sum: Sum, isTotal: boolean): Cell[] => [
      [sum.rows, isTotal ? styles.totalCount : styles.count],
      ...moneyOf(sum.amount, isTotal),
      ...(approved ? moneyOf(sum.approved.amount, isTotal) : []),
    ]
    lines.line()
    const names = approved
      ? [say('workbook.amount'), say('workbook.approved')]
      : [say('workbook.amount')]
    const amounts = names.flatMap((name) => currencies.map((currency) => `${name} ${currency}`))
    lines.heads(
      [of(title), say('workbook.rows'), ...amounts, ...after],
      ['', ...amounts].map((_, index) => index + 1),
    )
    for (const { cell, sum, after: more = [] } of rows)
      lines.line(cell, ...sums(sum, false), ...more)
    lines.line([say('workbook.total'), styles.total], ...sums(totals, true))
  }
  const named = (name: string): Cell => [name || say('workbook.noProduct'), styles.plain]

  table(
    say('workbook.byStatus'),
    totals.byStatus.map((sum) => ({ sum, cell: named(statusWords(book, sum)) })),
    { approved: false },
  )
  if (kind === 'sales') {
    table(
      say('workbook.byProduct'),
      totals.byProduct.map((sum) => ({
        sum,
        cell: named(sum.name),
        after: [
          [say(`workbook.natures.${books.natures.get(sum.id) ?? 'none'}`), styles.plain],
          [directionWords(book, sum.id), styles.plain],
        ],
      })),
      { approved: true, after: [say('workbook.nature'), say('workbook.cash')] },
    )
  }
  table(
    say('workbook.byDay'),
    totals.byDay.map((sum) => ({ sum, cell: [daySerial(sum.day), styles.day] })),
    { approved: true },
  )
}

/** What the service calls a status, with its meaning before it where that says more. */
function statusWords({ say }: Book, { id, name }: NamedSum): string {
  const status = statusFromId(Number(id))
  const word = status === null ? name : say(`workbook.states.${status}`)
  return word.toUpperCase() === name.toUpperCase() ? name : `${word} (${name})`
}

/** As the owner said; else as this register sold it, where it always did so alike. */
function directionWords({ books, say }: Book, productId: string): string {
  const said = books.directions.get(productId)
  if (said) return say(`workbook.directions.${said}`)
  const [only, ...others] = books.soldAs.get(productId) ?? []
  return only && others.length === 0
    ? say('workbook.asSoldHere', { direction: say(`workbook.directions.${only}`) })
    : say('workbook.directions.none')
}
