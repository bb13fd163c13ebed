import { z } from 'zod'
import type {
  Completeness,
  ReportFilter,
  ReportRange,
  ReportTotals,
} from '../../../shared/contract/reports.ts'
import type { Database } from '../../store/db.ts'
import { findLedger } from './ledger.ts'
import { createReportReader } from './reader.ts'
import { select, type Selection } from './selection.ts'

/** What a file says beside its rows, and which rows they are. */
export interface ReportFacts {
  /** null: nothing was ever stored. */
  selection: Selection | null
  totals: ReportTotals
  completeness: Completeness
  /** Currencies of which some amount has cents. */
  withCents: ReadonlySet<string>
  /** Whether some row holds what could not be read. */
  anyUnreadable: boolean
}

const centsRow = z.object({ currency: z.string() })

export function factsOf(
  db: Database,
  profileId: string,
  range: ReportRange,
  filter: ReportFilter,
  now: number,
): ReportFacts {
  const reader = createReportReader(db, profileId, () => now)
  const ledger = findLedger(db, profileId, range.kind)
  const selection = ledger === null ? null : select(db, ledger, range, filter)
  const cents = selection
    ? db.all(
        centsRow,
        `select distinct currency from report_row r
         where ${selection.where} and amount % 100 <> 0 and currency is not null`,
        ...selection.params,
      )
    : []
  const completeness = reader.completeness(range)
  return {
    selection,
    totals: reader.totals(range, filter),
    completeness,
    withCents: new Set(cents.map(({ currency }) => currency)),
    anyUnreadable: completeness.unreadableRows > 0,
  }
}

/** How far a report can be trusted, in sentences. */
export function completenessWords(
  { missingDays, saturatedDays, provisionalDays, movingDays, unreadableRows }: Completeness,
  say: {
    complete: string
    completeForNow: (days: number) => string
    missing: (days: number) => string
    saturated: (days: number) => string
    unreadable: (rows: number) => string
  },
): string[] {
  const open = new Set([...provisionalDays, ...movingDays]).size
  const sentences: string[] = []
  if (missingDays.length > 0) sentences.push(say.missing(missingDays.length))
  if (saturatedDays.length > 0) sentences.push(say.saturated(saturatedDays.length))
  if (sentences.length === 0) {
    sentences.push(open > 0 ? say.completeForNow(open) : say.complete)
  }
  if (unreadableRows > 0) sentences.push(say.unreadable(unreadableRows))
  return sentences
}
