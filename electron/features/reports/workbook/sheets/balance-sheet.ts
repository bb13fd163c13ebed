import type { BalanceDay } from '../figures/balance-days.ts'
import type { BalanceHabits } from '../figures/balance-habits.ts'
import type { Book } from '../book.ts'
import { bookDays, whenItSpeaks } from '../figures/book-days.ts'
import type { Cell, Lines } from '../figures/lines.ts'
import { daySerial } from '../writing/excel-dates.ts'
import { addSentence, beginTable, moneyCells, yesNo } from './table.ts'

/** The account's balance day by day: what it should be, what was seen of it, and what is left to explain. */
export async function addBalance(book: Book): Promise<void> {
  const { say, styles, currency, books, request } = book
  const days = await bookDays(book)
  if (days.every(({ start, observed }) => start === null && observed === null)) {
    return addSentence(book, 'balance', whenItSpeaks(book))
  }
  const lines = beginTable(book, 'balance', {
    widths: [12, 18, 14, 16, 18, 18, 16, 16, 18, 18, 18, 18, 18, 20],
    figures: [1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    of: ` (${currency})`,
  })
  const first = lines.next()
  for (const day of days) addDay(book, day, lines)
  addSums(book, days, first, lines)
  lines.line()
  const hasLoads = request.kinds.includes('buys') || request.range.kind === 'buys'
  const notes = [
    say('workbook.balance.loads'),
    ...(hasLoads ? [] : [say('workbook.balance.noLoads')]),
    ...habitNotes(book, books.habits),
    ...(days.some(({ unclassified }) => unclassified !== 0)
      ? [say('workbook.balance.unclassifiedHelp')]
      : []),
  ]
  for (const note of notes) lines.line([note, styles.note])
  lines.end()
}

/** What moved the balance in the whole period. */
function addSums(book: Book, days: readonly BalanceDay[], first: number, lines: Lines): void {
  const { say, styles, currency } = book
  const span = [first, lines.next() - 1] as const
  const { total } = moneyCells(book, currency)
  const sum = (column: string, of: (day: BalanceDay) => number) => total(column, span, days.map(of))
  const none: Cell = ['', styles.total]
  lines.line(
    [say('workbook.total'), styles.total],
    none,
    none,
    sum('D', ({ loads }) => loads),
    sum('E', ({ sales }) => -sales),
    sum('F', ({ withdrawals }) => withdrawals),
    sum('G', ({ costs }) => -costs),
    sum('H', ({ commissions }) => commissions),
    none,
    none,
    none,
    sum('L', ({ unclassified }) => unclassified),
    sum('M', ({ unsettled }) => unsettled),
    none,
  )
}

function addDay(book: Book, day: BalanceDay, lines: Lines): void {
  const { say, styles, currency } = book
  const at = lines.next()
  const { money, seen, formula, difference } = moneyCells(book, currency)
  const { start, calculated, observed } = day
  lines.line(
    [daySerial(day.day), styles.day],
    seen(start),
    [day.startIs === null ? '' : say(`workbook.balance.origin.${day.startIs}`), styles.plain],
    money(day.loads),
    money(-day.sales),
    money(day.withdrawals),
    money(-day.costs),
    money(day.commissions),
    formula(`B${at}+SUM(D${at}:H${at})`, calculated),
    seen(observed),
    difference(
      `J${at}-I${at}`,
      calculated === null || observed === null ? null : observed - calculated,
    ),
    money(day.unclassified),
    money(day.unsettled),
    yesNo(book, day.proven),
  )
}

function habitNotes({ say }: Book, habits: BalanceHabits): string[] {
  const { evidence, costTaken, commissionPaid, withdrawalRaises } = habits
  if (evidence === 0) return [say('workbook.balance.habits.none')]
  const shown = [
    [costTaken, 'costTaken', 'costNotTaken'],
    [commissionPaid, 'paid', 'apart'],
    [withdrawalRaises, 'raises', 'raisesNot'],
  ] as const
  return [
    say('workbook.balance.habits.evidence', evidence),
    ...shown.flatMap(([is, yes, no]) =>
      is === null ? [] : [say(`workbook.balance.habits.${is ? yes : no}`)],
    ),
    ...(shown.some(([is]) => is === null) ? [say('workbook.balance.habits.rest')] : []),
  ]
}
