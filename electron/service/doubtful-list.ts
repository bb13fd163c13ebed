import { addDays } from '../../shared/domain/time/dates.ts'
import type { TransactionRow } from '../../shared/domain/sale/transaction.ts'

/**
 * Whether an answer to one request of list for `dateStart..dateEnd` cannot be what was asked for: it holds days further
 * off than a service whose days begin at another hour would show, as of one that read no range, or one identifier with
 * two meanings, of which only one can be kept. What such an answer leaves out is not known, however few its rows are.
 */
export function isDoubtful(
  rows: readonly TransactionRow[],
  dateStart: string,
  dateEnd: string,
): boolean {
  const [first, last] = [addDays(dateStart, -1), addDays(dateEnd, 1)]
  const said = new Map<string, string>()
  return rows.some(({ id, createdAt, raw }) => {
    const day = createdAt?.local.slice(0, 10)
    if (day !== undefined && (day < first || day > last)) return true
    if (id === '') return false
    const before = said.get(id)
    said.set(id, raw)
    return before !== undefined && before !== raw
  })
}
