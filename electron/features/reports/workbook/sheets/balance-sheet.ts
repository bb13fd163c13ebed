import { isRestricted, reportFilterSchema } from '../../../../../shared/contract/reports.ts'
import type { ReportKind } from '../../../../../shared/domain/sale/transaction.ts'
import { dayStates } from '../../ledger/completeness.ts'
import { windowsOver } from '../../ledger/ledger-windows.ts'
import { select } from '../../ledger/selection.ts'
import { balanceDays, type BalanceDay } from '../figures/balance-days.ts'
import { balanceEdges, type BalanceAt } from '../figures/balance-edges.ts'
import type { BalanceHabits } from '../figures/balance-habits.ts'
import type { Book } from '../book.ts'
import { commissionDays, commissionOf } from '../figures/commission-days.ts'
import type { Flow } from '../figures/flows.ts'
import { createLines, type Cell, type Lines } from '../figures/lines.ts'
import { daySerial } from '../writing/excel-dates.ts'

const everything = reportFilterSchema.parse({})

/** The account's balance day by day: what it should be, what was seen of it, and what is left to explain. */
export function addBalance(book: Book): void {
  const { say, styles, sink, currency, books, request } = book
  const days = daysOf(book, edgesOf(book))
  const head = isRestricted(request.filter)
    ? [say('workbook.balance.help'), say('workbook.reconciliation.wholePeriod')]
    : [say('workbook.balance.help')]
  const notes = [
    say('workbook.balance.loads'),
    ...(request.kinds.includes('buys') || request.range.kind === 'buys'
      ? []
      : [say('workbook.balance.noLoads')]),
    ...habitNotes(book, books.habits),
    ...(days.some(({ unclassified }) => unclassified !== 0)
      ? [say('workbook.balance.unclassifiedHelp')]
      : []),
  ]
  const sheet = sink.add(say('workbook.balance.sheet'), {
    landscape: true,
    frozen: head.length + 3,
    frozenColumns: 1,
  })
  sheet.columns = [12, 18, 14, 16, 18, 18, 16, 16, 18, 18, 18, 18, 18, 20].map((width) => ({
    width,
  }))
  const lines = createLines(sheet, styles)
  lines.line([`${say('workbook.balance.title')} (${currency})`, styles.title])
  for (const note of head) lines.line([note, styles.note])
  lines.line()
  lines.heads(say.list('workbook.balance.columns'), [1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  const first = lines.next()
  for (const day of days) addDay(book, day, lines)
  addSums(book, days, first, lines)
  lines.line()
  for (const note of notes) lines.line([note, styles.note])
  lines.end()
}

/** What moved the balance in the whole period. */
function addSums(
  { say, styles, currency }: Book,
  days: readonly BalanceDay[],
  first: number,
  lines: Lines,
): void {
  const last = lines.next() - 1
  const sum = (column: string, of: (day: BalanceDay) => number): Cell => [
    {
      formula: `SUM(${column}${first}:${column}${last})`,
      result: days.reduce((total, day) => total + of(day), 0) / 100,
    },
    styles.totalMoney(currency),
  ]
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

function addDay({ say, styles, currency }: Book, day: BalanceDay, lines: Lines): void {
  const at = lines.next()
  const money = (minor: number): Cell => [minor / 100, styles.money(currency)]
  const known = (minor: number | null): Cell =>
    minor === null ? [say('workbook.balance.unobserved'), styles.noteRight] : money(minor)
  const { start, calculated, observed } = day
  lines.line(
    [daySerial(day.day), styles.day],
    known(start),
    [day.startIs === null ? '' : say(`workbook.balance.origin.${day.startIs}`), styles.plain],
    money(day.loads),
    money(-day.sales),
    money(day.withdrawals),
    money(-day.costs),
    money(day.commissions),
    calculated === null
      ? ['', styles.plain]
      : [
          { formula: `B${at}+SUM(D${at}:H${at})`, result: calculated / 100 },
          styles.money(currency),
        ],
    known(observed),
    calculated === null || observed === null
      ? ['', styles.plain]
      : [
          { formula: `J${at}-I${at}`, result: (observed - calculated) / 100 },
          styles.difference(currency),
        ],
    money(day.unclassified),
    money(day.unsettled),
    [day.proven ? say('workbook.yes') : say('workbook.no'), styles.plain],
  )
}

/** What was seen of the balance at midnights. */
export function edgesOf({ ledgers, books, request }: Book): BalanceAt {
  return balanceEdges(ledgers, books.snapshots, request.madeAt)
}

function daysOf(book: Book, balanceAt: BalanceAt): BalanceDay[] {
  const { books, currency } = book
  const { range } = book.request
  const { habits, charges } = books
  const [sales, buys] = [allOf(book, 'sales'), allOf(book, 'buys')]
  return balanceDays({
    range,
    currency,
    balanceAt,
    habits,
    charges,
    sales: sales.filter(({ state }) => state === 'APPROVED'),
    unsettled: sales.filter(({ state }) => state !== 'APPROVED' && state !== 'REJECTED'),
    loads: buys.filter(({ state }) => state === 'APPROVED'),
    isProven: provenDays(book),
    commissionOf: commissionOf(commissionDays(range, currency, books.commissions.days, balanceAt)),
  })
}

/** Says of a day whether both lists of it, sales and purchases, were fetched whole after it ended. */
function provenDays({ ledgers, request }: Book): (day: string) => boolean {
  const states = [ledgers.sales, ledgers.buys].map((ledger) =>
    dayStates(windowsOver(ledger, request.range), request.range),
  )
  return (day) =>
    states.every((of) => of.get(day)?.verdict === 'proven' && of.get(day)?.ended === true)
}

/** The flows of the whole period, whatever the filter. */
function allOf({ ledgers, flowsOf, request }: Book, kind: ReportKind): Flow[] {
  return flowsOf(select(ledgers[kind], request.range, everything))
}

function habitNotes({ say }: Book, habits: BalanceHabits): string[] {
  const { evidence, costTaken, commissionPaid, withdrawalRaises } = habits
  if (evidence === 0) return [say('workbook.balance.habits.none')]
  const isAllShown = ![costTaken, commissionPaid, withdrawalRaises].includes(null)
  return [
    say('workbook.balance.habits.evidence', evidence),
    ...(costTaken === null
      ? []
      : [
          costTaken
            ? say('workbook.balance.habits.costTaken')
            : say('workbook.balance.habits.costNotTaken'),
        ]),
    ...(commissionPaid === null
      ? []
      : [
          commissionPaid
            ? say('workbook.balance.habits.paid')
            : say('workbook.balance.habits.apart'),
        ]),
    ...(withdrawalRaises === null
      ? []
      : [
          withdrawalRaises
            ? say('workbook.balance.habits.raises')
            : say('workbook.balance.habits.raisesNot'),
        ]),
    ...(isAllShown ? [] : [say('workbook.balance.habits.rest')]),
  ]
}
