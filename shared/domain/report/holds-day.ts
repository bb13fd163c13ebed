import type { TransactionRow } from '../sale/transaction.ts'

/**
 * Whether rows of a day came, other than at its first second, which an exclusive end may let in: only then
 * was a day that an answer ends on shown.
 */
export function holdsDay(rows: readonly TransactionRow[], day: string): boolean {
  return rows.some(
    ({ createdAt }) => createdAt?.local.startsWith(day) && createdAt.local !== `${day}T00:00:00`,
  )
}
