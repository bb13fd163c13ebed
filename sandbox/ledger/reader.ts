import type { Currency } from '../money.ts'
import { statusName } from '../statuses.ts'
import type { StatusName } from '../statuses.ts'
import { listTime, wallDate } from '../wall-time.ts'
import type { Ledger } from './ledger.ts'

/** A transaction as tests read it: everything the ledger knows. Money in minor units. */
export interface LedgerEntry {
  id: number
  kind: 'sales' | 'buys'
  transactionId: string
  _id: string | null
  productId: number | null
  productName: string | null
  amount: number
  currency: string
  costs: number
  delta: number
  profit: number
  prevBalance: number
  newBalance: number
  status: StatusName
  /** `YYYY-MM-DD HH:mm:ss` at UTC-5, and the moment in milliseconds. */
  createdAt: string
  createdAtMs: number
  /** Whether find and list show it yet. */
  visible: boolean
  document: string
  cellphone: string
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

export function createReader(ledger: Ledger, currency: Currency, now: () => number): LedgerReader {
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
        .map((row): LedgerEntry => {
          const data: unknown = JSON.parse(row.data)
          return {
            id: row.id,
            kind: row.kind,
            transactionId: row.transactionId,
            _id: row.customerId,
            productId: row.productId,
            productName: row.productName,
            amount: row.amount,
            currency: row.currency,
            costs: row.costs,
            delta: row.delta,
            profit: row.profit,
            prevBalance: row.prevBalance,
            newBalance: row.newBalance,
            status: statusName(row.status),
            createdAt: listTime(row.createdAt),
            createdAtMs: row.createdAt,
            visible: row.visibleAt <= now(),
            document: row.document,
            cellphone: row.cellphone,
            data,
          }
        })
    },
  }
}
