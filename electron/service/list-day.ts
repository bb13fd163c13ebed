import { addDays } from '../../shared/domain/time/dates.ts'
import { holdsDay } from '../../shared/domain/report/holds-day.ts'
import type { ReportKind, TransactionRow } from '../../shared/domain/sale/transaction.ts'
import { isDoubtful } from './doubtful-list.ts'
import { rowCap, type MerchantService } from './service.ts'

/** The rows of one day as the service shows them. */
export interface ListedDay {
  rows: TransactionRow[]
  /** False: the answer was full or doubtful, so that rows may be missing. */
  complete: boolean
}

/** Rows of a day, and after them those whose time cannot be read. */
function mayBeOfDay(rows: readonly TransactionRow[], day: string): TransactionRow[] {
  const timeless = rows.filter(({ createdAt }) => createdAt === null)
  return [...rows.filter(({ createdAt }) => createdAt?.local.startsWith(day)), ...timeless]
}

/** What tells a row from another: where its identifier cannot be read, all of its text. */
export function rowKey({ id, raw }: TransactionRow): string {
  return id || raw
}

/**
 * One day of a report, whichever way the service reads the end of a range: `d..d+1` holds the day under
 * both readings; only when that is full `d..d` is asked too. Rows without a readable time are kept.
 * Throws Failure like list.
 */
export async function listDay(
  service: Pick<MerchantService, 'list'>,
  kind: ReportKind,
  day: string,
  signal?: AbortSignal,
  cap = rowCap,
): Promise<ListedDay> {
  const next = addDays(day, 1)
  const wide = await service.list(kind, day, next, signal)
  const first = mayBeOfDay(wide.rows, day)
  const doubtful = isDoubtful(wide.rows, day, next)
  if (wide.rows.length < cap) return { rows: first, complete: !doubtful }
  const alone = await service.list(kind, day, day, signal)
  const known = new Set(first.map(rowKey))
  // d..d is empty of the day where the end is exclusive: only rows of the day prove that it was shown.
  return {
    rows: [...first, ...mayBeOfDay(alone.rows, day).filter((row) => !known.has(rowKey(row)))],
    complete:
      holdsDay(alone.rows, day) && alone.rows.length < cap && !isDoubtful(alone.rows, day, day),
  }
}
