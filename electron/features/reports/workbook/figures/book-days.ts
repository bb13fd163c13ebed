import { reportFilterSchema } from '../../../../../shared/contract/reports.ts'
import { addDays, serviceDay } from '../../../../../shared/domain/time/dates.ts'
import { serviceTime } from '../../../../../shared/domain/time/service-time.ts'
import type { ReportKind } from '../../../../../shared/domain/sale/transaction.ts'
import { dayStates } from '../../ledger/completeness.ts'
import { windowsOver } from '../../ledger/ledger-windows.ts'
import { select } from '../../ledger/selection.ts'
import type { Book } from '../book.ts'
import { balanceDays, type BalanceDay } from './balance-days.ts'
import { commissionDays, commissionOf } from './commission-days.ts'
import type { Flow } from './flows.ts'

const everything = reportFilterSchema.parse({})

/** The days of the account in a book's period, whatever its filter. */
export async function bookDays(book: Book): Promise<BalanceDay[]> {
  const { books, currency, balanceAt } = book
  const { range } = book.request
  const { habits, charges } = books
  const [sales, buys] = [await allOf(book, 'sales'), await allOf(book, 'buys')]
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
function allOf({ ledgers, flowsOf, request }: Book, kind: ReportKind): Promise<Flow[]> {
  return flowsOf(select(ledgers[kind], request.range, everything))
}

/** What a sheet about the balance says where nothing was seen of it: from when on it will have something to say. */
export function whenItSpeaks({ say, books, request }: Book): string {
  const seen = books.snapshots.map(({ at, skewMs }) => serviceTime(at, skewMs ?? null))
  if (seen.length === 0) return say('workbook.unseen.never')
  const first = serviceDay(Math.min(...seen))
  const day = addDays(first, 1)
  return day > request.range.to
    ? say('workbook.unseen.from', { first, day })
    : say('workbook.unseen.gap', { first })
}
