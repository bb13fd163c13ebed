import { serviceDayBounds } from '../../../../shared/domain/time/dates.ts'
import type { Transaction, TransactionRow } from '../../../../shared/domain/sale/transaction.ts'

/** A sale begun before midnight may be the next day's record, and clocks differ. */
const margin = 3_600_000

/** How the raw text of such a row begins. */
export const journalMark = '{"source":"journal"'

/** What a report needs of the journal: sales by when they began, with the service's record where it was seen. */
export interface KnownSales {
  begunBetween(
    profileId: string,
    start: number,
    end: number,
  ): readonly { transaction: Transaction | null }[]
}

/**
 * The service's records of a day that this register's own sales have seen, as rows of a report. Their raw
 * text says that they come from the journal and not from the service's list.
 */
export function journalRows(journal: KnownSales, profileId: string, day: string): TransactionRow[] {
  const { start, end } = serviceDayBounds(day)
  return journal
    .begunBetween(profileId, start - margin, end + margin)
    .flatMap(({ transaction }) => {
      if (!transaction?.createdAt?.local.startsWith(day)) return []
      const { id, status, statusId, statusName, product, amount, createdAt } = transaction
      const raw = JSON.stringify({ source: 'journal', id })
      return [{ id, status, statusId, statusName, product, amount, createdAt, raw }]
    })
}
