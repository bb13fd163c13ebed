import type { BookMonth } from '../../../shared/contract/accounting/books.ts'
import type { Completeness } from '../../../shared/contract/reports.ts'
import { adjustmentsOf } from '../../../shared/domain/books/adjustment.ts'
import {
  entriesOf,
  linesOf,
  roleTotals,
  type Chart,
  type ClosedChart,
  type EntryVoucher,
} from '../../../shared/domain/books/chart.ts'
import {
  isExceptional,
  type BookClose,
  type BookExceptions,
} from '../../../shared/domain/books/close.ts'
import { asDecided } from '../../../shared/domain/books/decided.ts'
import type { MonthFacts } from '../../../shared/domain/books/facts.ts'
import { faultSteps, isBroken } from '../../../shared/domain/books/faults.ts'
import { openItems } from '../../../shared/domain/books/open-items.ts'
import { salePostings } from '../../../shared/domain/books/sale-postings.ts'
import type { Posting } from '../../../shared/domain/books/typed.ts'
import type { BookLine, Voucher } from '../../../shared/domain/books/voucher.ts'
import { voucherSteps } from '../../../shared/domain/books/vouchers.ts'
import type { Money } from '../../../shared/domain/money/money.ts'
import { addDays } from '../../../shared/domain/time/dates.ts'
import { monthOf } from '../../../shared/domain/time/range.ts'
import { Failure } from '../../../shared/errors.ts'
import { inTurns } from '../../async/in-turns.ts'
import type { createBooksReader } from '../../store/tables/books.ts'

type Days = Pick<Completeness, 'missingDays' | 'saturatedDays' | 'provisionalDays'>

/** A month as the reports have it. */
export interface MonthSource {
  facts: MonthFacts
  openElsewhere: number
  unlisted: number
  unreadable: number
  unreadableSales: number
  products: ReadonlyMap<string, string>
  sales: Days
  buys: Days
  balance: { opening: Money | null; closing: Money | null }
  hasEnded: boolean
  /** Other registers of the shop that have not sent all of it. */
  behind: string[]
}

/** Where months are read. */
export interface MonthReader {
  profileId: string
  books: Pick<ReturnType<typeof createBooksReader>, 'chart' | 'closes' | 'closed' | 'typed'>
  source: (month: string, branch: string) => Promise<MonthSource>
}

/** A month with its entries, and what of it is not proven. */
export interface Month {
  month: string
  close: BookClose | null
  entries: EntryVoucher[]
  chart: ClosedChart
  unmapped: BookMonth['unmapped']
  exceptions: BookExceptions
  hasEnded: boolean
  open: BookMonth['open']
  /** What its entries were made from just now; null: it was closed, and they stand as they were. */
  facts: MonthFacts | null
  /** Vouchers that are not what books are: nothing may be closed with them. */
  broken: string[]
}

/** As it was closed, else as its facts make it now. */
export async function readMonth(reader: MonthReader, month: string): Promise<Month> {
  const close = reader.books.closes(reader.profileId).find((one) => one.month === month)
  return close ? closedMonth(reader, close) : openMonth(reader, month)
}

function closedMonth({ books, profileId }: MonthReader, close: BookClose): Month {
  const { chart, vouchers } = closedEntries({ books, profileId }, close)
  const { month, exceptions } = close
  const entries = vouchers
  return {
    month,
    close,
    entries,
    chart,
    unmapped: [],
    exceptions,
    hasEnded: true,
    open: null,
    facts: null,
    broken: [],
  }
}

function closedEntries(
  { books, profileId }: Pick<MonthReader, 'books' | 'profileId'>,
  { number, month }: BookClose,
): { chart: ClosedChart; vouchers: EntryVoucher[] } {
  const closed = books.closed(profileId, number)
  if (!closed) throw new Failure('MONTH_NOT_CLOSED', { month })
  return closed
}

async function openMonth(reader: MonthReader, month: string): Promise<Month> {
  const chart = reader.books.chart(reader.profileId)
  const source = await reader.source(month, chart.branch)
  const made = await inTurns(voucherSteps(source.facts, chart.vatRate))
  const faults = await inTurns(faultSteps(source.facts, made))
  const learnt = await learntSince(reader, month)
  const parts = [{ vouchers: made }, takenBack(reader, month), ...learnt.adjustments]
  const vouchers = parts.flatMap((part) => part.vouchers)
  const { entries, unmapped } = entriesOfParts(parts, chart)
  return {
    ...{ month, close: null, entries, chart, unmapped, hasEnded: source.hasEnded },
    exceptions: {
      days: [
        ...new Set([...unprovenDays(source), ...unsettledDays(source), ...learnt.unknown]),
      ].toSorted(),
      unlisted: source.unlisted,
      unreadable: source.unreadable,
      differences: faults.filter((fault) => !isBroken(fault)).map(({ of }) => of),
      behind: source.behind,
    },
    open: openItems(source, vouchers),
    facts: source.facts,
    broken: faults.filter(isBroken).map(({ of }) => of),
  }
}

/** A month as the window shows it: sales of a voucher are asked for by themselves. */
export function monthSaid(found: Month, elsewhere: BookMonth['elsewhere']): BookMonth {
  const { month, hasEnded, close, exceptions, open, unmapped, entries } = found
  return {
    ...{ month, hasEnded, close, elsewhere, exceptions, open, unmapped },
    totals: roleTotals(entries),
    vouchers: entries.map(({ sales, ...voucher }) => ({ ...voucher, sales: sales.length })),
  }
}

/**
 * The sales that one line of a voucher is of, as the facts make it now; of a closed voucher those of its own sales. An
 * adjustment leads from what was to what is, so that its sales are all that it names.
 */
export async function salesOfLine(
  reader: MonthReader,
  { month, facts, chart }: Month,
  { kind, day, currency, sales }: EntryVoucher,
  line: Pick<BookLine, 'role' | 'part' | 'side'>,
): Promise<string[]> {
  if (kind === 'adjustment') return [...sales]
  const of = new Set(sales)
  const read = async () =>
    asDecided((await reader.source(month, chart.branch)).facts, chart.decided)
  const known = facts ?? (await read())
  const isOf = ({ role, part, minor }: Posting) =>
    role === line.role && part === line.part && (line.side === 'debit' ? minor > 0 : minor < 0)
  return known.sales
    .filter((sale) => of.has(sale.id) && sale.day === day && sale.currency === currency)
    .filter((sale) =>
      salePostings(sale, chart.vatRate).some(
        (made) => made.kind === kind && made.postings.some(isOf),
      ),
    )
    .map(({ id }) => id)
}

/** Whether something of it stands in the way of a close without a reason. */
export const needsReason = ({ exceptions }: Month): boolean => isExceptional(exceptions)

/** So many closed months are looked at again: what is learnt comes within days, seldom within months. */
const mostLookedAt = 12

/** Days of which one of the lists is not known whole. */
function unprovenDays({ sales, buys }: MonthSource): string[] {
  return [sales, buys].flatMap(({ missingDays, saturatedDays }) => [
    ...missingDays,
    ...saturatedDays,
  ])
}

/** Days that were asked for so soon after their end that sales may still come to them. */
const unsettledDays = ({ sales, buys }: MonthSource): string[] => [
  ...sales.provisionalDays,
  ...buys.provisionalDays,
]

/**
 * What was learnt of closed months since, as adjustments of the first month after them that is open; none where that is
 * another than `month`. `unknown`: closed months whose lists are not here any more as they were when they were closed,
 * as after a restore: they teach nothing until they were brought again.
 */
async function learntSince(
  reader: MonthReader,
  month: string,
): Promise<{ adjustments: Part[]; unknown: string[] }> {
  const { books, profileId } = reader
  const closes = books.closes(profileId)
  const isClosed = (one: string) => closes.some((close) => close.month === one)
  const before = closes.filter(
    (close) => close.month < month && firstOpen(close.month, isClosed) === month,
  )
  const learnt: Awaited<ReturnType<typeof learntSince>> = { adjustments: [], unknown: [] }
  // Of every close, as what is adjusted may stand in any later month.
  const all = before.length > 0 ? closes.flatMap((close) => adjustmentsIn(reader, close)) : []
  for (const close of before.slice(-mostLookedAt)) {
    const { chart, vouchers } = closedEntries(reader, close)
    const source = await reader.source(close.month, chart.branch)
    if (unprovenDays(source).some((day) => !close.exceptions.days.includes(day))) {
      learnt.unknown.push(close.month)
      continue
    }
    const { earlier, number } = earlierOf(all, close.month)
    const of = { month: close.month, day: monthOf(`${month}-01`).from, number }
    const was = vouchers.filter(({ kind }) => kind !== 'adjustment')
    const now = await inTurns(voucherSteps(asDecided(source.facts, chart.decided), chart.vatRate))
    learnt.adjustments.push({ vouchers: adjustmentsOf(of, was, now, earlier), before: chart })
  }
  return learnt
}

/**
 * Of a month that was opened again, what a later close had adjusted of it: its own entries say that now, so that it is
 * taken back here and stands once.
 */
function takenBack(reader: MonthReader, month: string): Part {
  const later = reader.books.closes(reader.profileId).filter((close) => close.month > month)
  const all = later.flatMap((close) => adjustmentsIn(reader, close))
  const { earlier, number } = earlierOf(all, month)
  const of = { month, day: monthOf(`${month}-01`).from, number }
  return { vouchers: adjustmentsOf(of, [], [], earlier), before: { lines: linesOf(earlier) } }
}

/** Vouchers, with the map that named what they change; without one: they change nothing. */
interface Part {
  vouchers: Voucher[]
  before?: Pick<Chart, 'lines'>
}

/** Entries of each part, and all that no map knows, once. */
function entriesOfParts(parts: readonly Part[], chart: Chart): Pick<Month, 'entries' | 'unmapped'> {
  const named = parts.map(({ vouchers, before }) => entriesOf(vouchers, chart, before))
  const unmapped = new Map(
    named.flatMap((one) => one.unmapped).map((one) => [`${one.role}\n${one.part}`, one]),
  )
  return { entries: named.flatMap(({ entries }) => entries), unmapped: [...unmapped.values()] }
}

/** The adjustments of a month among all that were closed, and the number of its next. */
function earlierOf(all: readonly EntryVoucher[], month: string) {
  const earlier = all.filter(({ id }) => id.startsWith(`${month}-`))
  const numbers = earlier.map(({ id }) => Number(id.slice(month.length + 1).split('-')[0]))
  return { earlier, number: Math.max(0, ...numbers) + 1 }
}

function adjustmentsIn(reader: MonthReader, close: BookClose): EntryVoucher[] {
  return closedEntries(reader, close).vouchers.filter(({ kind }) => kind === 'adjustment')
}

function firstOpen(closed: string, isClosed: (month: string) => boolean): string {
  let month = closed
  while (isClosed(month)) month = addDays(monthOf(`${month}-01`).to, 1).slice(0, 7)
  return month
}
