import type { Book } from '../book.ts'
import { earningsOf } from '../figures/earnings.ts'
import { createLines, type Lines } from '../figures/lines.ts'
import { moneyCells } from './table.ts'

/**
 * The provider's monthly statement, for the accountant to type: what it comes to is held against what was quoted here
 * and seen in the account. No rate and no figure of it is assumed.
 */
export function addStatement(book: Book): void {
  const { say, styles, sink, currency } = book
  const sheet = sink.add(say('workbook.statement.sheet'), { gridLines: false })
  sheet.columns = [58, 20, 60].map((width) => ({ width }))
  const lines = createLines(sheet, styles)
  lines.line([`${say('workbook.statement.title')} (${currency})`, styles.title])
  lines.line([say('workbook.statement.help'), styles.note])
  lines.line()
  const text = { ...styles.input(currency), numFmt: '@' }
  for (const label of say.list('workbook.statement.facts'))
    lines.line([label, styles.label], ['', text])
  lines.line()
  const [commission = '', tax = '', ...held] = say.list('workbook.statement.amounts')
  lines.heads([say('workbook.statement.said'), `${say('workbook.amount')} ${currency}`], [1])
  const input = (label: string) => lines.line([label, styles.plain], ['', styles.input(currency)])
  const first = input(commission)
  input(tax)
  const heldAt = held.map(input)
  const { formula, difference } = moneyCells(book, currency)
  const net = lines.line(
    [say('workbook.statement.net'), styles.total],
    formula(
      `SUM(B${first}:B${first + 1})-SUM(B${heldAt[0]}:B${heldAt.at(-1)})`,
      0,
      styles.totalMoney(currency),
    ),
  )
  const paid = input(say('workbook.statement.paid'))
  lines.line([say('workbook.statement.off'), styles.plain], difference(`B${paid}-B${net}`, 0), [
    say('workbook.statement.offHelp'),
    styles.note,
  ])
  addKnown(book, lines, net)
  lines.end()
}

/** What this file knows of the same month. */
function addKnown(book: Book, lines: Lines, net: number): void {
  const { say, styles, currency } = book
  const { money, seen, difference } = moneyCells(book, currency)
  const { quoted, known, sales, observed, days, all } = earningsOf(book)
  lines.line()
  lines.heads([say('workbook.statement.here'), `${say('workbook.amount')} ${currency}`], [1])
  const rows = [
    [
      say('workbook.essentials.quoted'),
      known === 0 ? null : quoted,
      say('workbook.essentials.known', { known, sales }),
    ],
    [
      say('workbook.essentials.profits'),
      observed,
      say('workbook.essentials.seenDays', { days, all }),
    ],
  ] as const
  for (const [label, minor, note] of rows) {
    const at = lines.line([label, styles.plain], minor === null ? seen(null) : money(minor), [
      note,
      styles.note,
    ])
    if (minor === null) continue
    // Nothing is missing as long as nobody typed what was paid.
    lines.line(
      [say('workbook.statement.less', { label }), styles.plain],
      difference(`IF(B${net}=0,0,B${net}-B${at})`, 0),
    )
  }
}
