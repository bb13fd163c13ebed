import type { Translate } from '../../../../shared/words/words.ts'
import { z } from 'zod'
import type {
  Completeness,
  ReportFilter,
  ReportTotals,
} from '../../../../shared/contract/reports.ts'
import type { DayRange } from '../../../../shared/domain/time/range.ts'
import type { Database } from '../../../store/sqlite/db.ts'
import { dayStates } from '../ledger/completeness.ts'
import { unreadableRows, windowsOver } from '../ledger/ledger-windows.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { readCompleteness } from '../ledger/reader.ts'
import { select, type Selection } from '../ledger/selection.ts'
import { totalsOf } from '../ledger/totals.ts'
import { behindWords } from './registers-words.ts'
import type { OwnSales } from '../ledger/unlisted-sales.ts'

/** Which rows a file holds, and what they come to. */
export interface RowFacts {
  selection: Selection
  totals: ReportTotals
  /** Whether some row holds what could not be read. */
  anyUnreadable: boolean
}

/** What a file says beside its rows as well. */
export interface ReportFacts extends RowFacts {
  completeness: Completeness
}

/** For a file of rows alone, which has no place to say more: this register's journal is not gone through for it. */
export function rowFactsOf(ledger: Ledger, range: DayRange, filter: ReportFilter): RowFacts {
  const selection = select(ledger, range, filter)
  const anyUnreadable = unreadableRows(ledger, range) > 0
  return { selection, totals: totalsOf(selection), anyUnreadable }
}

export function factsOf(
  ledger: Ledger,
  range: DayRange,
  filter: ReportFilter,
  now: number,
  journal: OwnSales | null,
): ReportFacts {
  const completeness = completenessOnPaper(ledger, range, now, journal)
  return { ...rowFactsOf(ledger, range, filter), completeness }
}

/**
 * A report's completeness as a file or a page tells it: when it was brought is said by the service's clock, as is when
 * the file was made (`now`); of clocks that differ by little none can put the answer after the file.
 */
export function completenessOnPaper(
  ledger: Ledger,
  range: DayRange,
  now: number,
  journal: OwnSales | null,
): Completeness {
  const completeness = readCompleteness(ledger, range, now, journal)
  const states = dayStates(windowsOver(ledger, range), range).values()
  const asked = [...states].map(({ startedAt }) => startedAt)
  return { ...completeness, fetchedAt: asked.length > 0 ? Math.min(...asked, now) : null }
}

const currencyRow = z.object({ currency: z.string() })

/** The currencies of a period's rows, whatever a filter leaves out. */
export function listedCurrencies({ db, id }: Ledger, range: DayRange): string[] {
  const found = db.all(
    currencyRow,
    `select distinct currency from report_total
     where ledger = ? and day between ? and ? and currency <> ''`,
    id,
    range.from,
    range.to,
  )
  return found.map(({ currency }) => currency)
}

/** Currencies of which some amount of a period has cents, whichever report it is of and whatever a filter leaves out. */
export function listedWithCents(db: Database, profileId: string, range: DayRange): Set<string> {
  const found = db.all(
    currencyRow,
    `select distinct currency from report_row
     where ledger in (select id from report_ledger where profile_id = ?) and gone = 0
       and day between ? and ? and amount % 100 <> 0 and currency is not null`,
    profileId,
    range.from,
    range.to,
  )
  return new Set(found.map(({ currency }) => currency))
}

/** How far a report can be trusted, in sentences. */
export function completenessWords(
  {
    missingDays,
    saturatedDays,
    provisionalDays,
    movingDays,
    unlistedSales,
    unreadableRows,
    behind,
  }: Completeness,
  say: Translate,
): string[] {
  const open = new Set([...provisionalDays, ...movingDays]).size
  const sentences: string[] = []
  if (missingDays.length > 0) sentences.push(say('workbook.missing', missingDays.length))
  if (saturatedDays.length > 0) sentences.push(say('workbook.saturated', saturatedDays.length))
  const unlisted = behind ? 'workbook.unlistedOfAll' : 'workbook.unlisted'
  if (unlistedSales > 0) sentences.push(say(unlisted, unlistedSales))
  sentences.push(...behindWords(behind ?? [], say))
  if (sentences.length === 0) {
    sentences.push(open > 0 ? say('workbook.completeForNow', open) : say('workbook.complete'))
  }
  if (unreadableRows > 0) sentences.push(say('workbook.unreadable', unreadableRows))
  return sentences
}
