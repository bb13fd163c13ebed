import type { Currency } from '../money.ts'
import { statusName } from '../statuses.ts'
import type { StatusName } from '../statuses.ts'
import { listTime, wallDate } from '../wall-time.ts'
import type { TransactionLedger } from './ledger.ts'
import type { LedgerTransaction } from './transaction.ts'

/** A transaction as tests read it: everything the ledger knows. Money in minor units. */
export interface LedgerEntry extends Omit<
  LedgerTransaction,
  'customerId' | 'status' | 'createdAt' | 'data'
> {
  _id: string | null
  status: StatusName
  /** `YYYY-MM-DD HH:mm:ss` at UTC-5. */
  createdAt: string
  /** Whether find and list show it yet. */
  visible: boolean
  data: unknown
}

export interface LedgerFilter {
  kind?: 'sales' | 'buys' | undefined
  /** First and last calendar day at UTC-5, both included. */
  from?: string | undefined
  to?: string | undefined
  _id?: string | undefined
}

/** Read access to the ledger for tests, also of what the service does not show. */
export interface LedgerReader {
  currency: Currency
  /** Minor units. */
  business(): { balance: number; profits: number }
  count(): number
  transactions(filter?: LedgerFilter): LedgerEntry[]
}

export function createReader(
  ledger: TransactionLedger,
  currency: Currency,
  now: () => number,
): LedgerReader {
  return {
    currency,
    business: () => ledger.business(),
    count: () => ledger.count(),
    transactions({ kind, from, to, _id } = {}) {
      return ledger
        .all()
        .filter((row) => {
          const date = wallDate(row.createdAt)
          return (
            (kind === undefined || row.kind === kind) &&
            (from === undefined || date >= from) &&
            (to === undefined || date <= to) &&
            (_id === undefined || row.customerId === _id)
          )
        })
        .map(({ customerId, ...row }): LedgerEntry => {
          const data: unknown = JSON.parse(row.data)
          return {
            ...row,
            _id: customerId,
            status: statusName(row.status),
            createdAt: listTime(row.createdAt),
            visible: row.visibleAt <= now(),
            data,
          }
        })
    },
  }
}
