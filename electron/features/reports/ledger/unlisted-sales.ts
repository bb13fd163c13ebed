import { z } from 'zod'
import { shownState } from '../../../../shared/domain/sale/closing.ts'
import { addDays, dayMs, dayRangeBounds, serviceDay } from '../../../../shared/domain/time/dates.ts'
import type { DayRange } from '../../../../shared/domain/time/range.ts'
import {
  matchedRecord,
  matchHeld,
  type HeldRow,
} from '../../../../shared/domain/sale/reconciliation.ts'
import type { Sale, SaleState } from '../../../../shared/domain/sale/sale.ts'
import type { JournalReader } from '../../../store/journal/journal-reader.ts'
import type { Ledger } from './ledger.ts'

/** What a report's completeness asks of this register's journal. */
export type OwnSales = Pick<JournalReader, 'recordsOf' | 'claiming' | 'open'> &
  Partial<Pick<JournalReader, 'registers'>>

/** Ends that leave nothing for a report of sales to hold. */
const undone: readonly SaleState[] = ['PREPARED', 'NOT_SENT', 'DECLINED', 'REJECTED']

/** So much of the journal is held against the ledger at once, however long the range. */
const stepMs = 31 * dayMs

const recordRow = z.object({ record: z.string() })
const alikeRow = z
  .object({ id: z.string(), name: z.string(), local: z.string() })
  .transform(({ id, name, local }) => ({ id, name, createdAt: { local, raw: local } }))

/**
 * The days, one for each, of sales of a range that the journal knows as made, or whose end it still waits for, and of
 * which the ledger holds no record: the service's list did not show them when it was asked.
 */
export function unlistedSales(ledger: Ledger, journal: OwnSales, range: DayRange): string[] {
  const { profileId } = ledger
  const { start, end } = dayRangeBounds(range.from, range.to)
  // A sale begun on one side of midnight may be a record of the other; its record tells.
  const lacking: string[] = []
  for (let from = start - dayMs; from < end + dayMs; from += stepMs) {
    const until = Math.min(end + dayMs, from + stepMs)
    lacking.push(...notStored(ledger, journal.recordsOf(profileId, from, until)))
  }
  const known = lacking.length > 0 ? journal.claiming(profileId, lacking) : []
  const waiting = journal.open(profileId).filter((sale) => matchedRecord(sale) === null)
  const isDue = (sale: Sale) => {
    const day = dayOf(sale)
    return !undone.includes(shownState(sale)) && range.from <= day && day <= range.to
  }
  const unmatched = waiting.filter(isDue).filter((sale) => !isLikelyStored(ledger, journal, sale))
  return [...known.filter(isDue), ...unmatched].map(dayOf)
}

/** The day of a sale: of its record where that was seen, else of when it was sent. */
function dayOf({ transaction, sentAt, createdAt }: Sale): string {
  return transaction?.createdAt?.local.slice(0, 10) ?? serviceDay(sentAt ?? createdAt)
}

/** Those of some records (as JSON) that the ledger does not hold. */
function notStored({ db, id }: Ledger, records: string): string[] {
  const sql = `select value as record from json_each(?) where not exists (
    select 1 from report_row where ledger = ? and key = value and gone = 0)`
  return db.all(recordRow, sql, records, id).map(({ record }) => record)
}

/** Whether some record that no other sale is known to be may be this one: only a person can tell (design, Reconciliation). */
function isLikelyStored(ledger: Ledger, journal: OwnSales, sale: Sale): boolean {
  const { amount, productId, profileId } = sale
  const day = dayOf(sale)
  const found = ledger.db.all(
    alikeRow,
    `select r.id, p.name, r.local from report_row r join report_product p on p.id = r.product
     where r.ledger = ? and r.gone = 0 and r.day between ? and ? and r.local is not null
       and r.amount = ? and r.currency = ? and p.product_id = ?`,
    ledger.id,
    addDays(day, -1),
    addDays(day, 3),
    amount.minor,
    amount.currency,
    productId,
  )
  const ids = found.map(({ id }) => id)
  const claimed = new Set(journal.claiming(profileId, ids).map(matchedRecord))
  const rows = found
    .filter(({ id }) => !claimed.has(id))
    .map(({ id, name, createdAt }): HeldRow => {
      return { id, amount, createdAt, status: null, product: { id: productId, name } }
    })
  const held = { ...sale, shown: shownState(sale), claim: null, isProven: false, isNotMade: false }
  return matchHeld([held], rows).some(({ kind }) => kind === 'possible')
}
