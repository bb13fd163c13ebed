import type { CallsOf, Handlers } from '../../../shared/contract/index.ts'
import type { Reconciliation } from '../../../shared/contract/reconciliation.ts'
import {
  addDays,
  isDay,
  serviceDay,
  serviceDayBounds,
  serviceEpoch,
} from '../../../shared/domain/time/dates.ts'
import {
  dayBalance,
  type BalancePoint,
  type DayBalance,
} from '../../../shared/domain/balance/day-balance.ts'
import { isOfDay, matchSales } from '../../../shared/domain/sale/reconciliation.ts'
import { saleSchema } from '../../../shared/domain/sale/sale.ts'
import type { TransactionRow } from '../../../shared/domain/sale/transaction.ts'
import { Failure } from '../../../shared/errors.ts'
import type { AccountDeps } from '../../deps.ts'
import { listDay, rowKey } from '../../service/list-day.ts'
import type { JournalReader } from '../../store/journal/journal-reader.ts'
import type { SaleRecord } from '../../store/sales/sale-row.ts'

export interface ReconciliationDeps extends Pick<AccountDeps, 'profileId' | 'service' | 'now'> {
  /** null: there is no journal that could be read. */
  journal: () => Pick<JournalReader, 'begunBetween' | 'claiming' | 'snapshots'> | null
}

/** Sales can still arrive in the list of a day for so long after its end (design, A report). */
const settledAfter = 48 * 3_600_000

/** The reconciliation of a day: see shared/contract/reconciliation.ts. It writes nothing. */
export function createReconciliation(
  deps: ReconciliationDeps,
): Handlers<CallsOf<'reconciliation'>> {
  return {
    'reconciliation.day': async ({ day }) => {
      const fetchedAt = deps.now()
      if (!isDay(day) || day > serviceDay(fetchedAt)) throw new Failure('RANGE_INVALID')
      const journal = deps.journal()
      const profileId = deps.profileId()
      if (profileId === null) throw new Failure('NO_PROFILE')
      if (journal === null) throw new Failure('STORE_FAILED', { reason: 'journal' })
      const service = deps.service()
      const next = addDays(day, 1)
      const first = await listDay(service, 'sales', day)
      // A sale of this day may stand in the next one's list: sent before midnight, or late.
      const after = next <= serviceDay(fetchedAt) ? await listDay(service, 'sales', next) : null
      const loads = await listDay(service, 'buys', day)
      const rows = distinct([...first.rows, ...(after?.rows ?? [])], rowKey)
      const { start, end } = serviceDayBounds(day)
      const mine = journal.begunBetween(profileId, start, end)
      const claiming = journal.claiming(
        profileId,
        rows.map(({ id }) => id),
      )
      const near = journal.begunBetween(profileId, start - margin, end + margin)
      const sales = distinct([...mine, ...claiming, ...near], ({ id }) => id)
      const lines = matchSales(sales, rows).filter((line) => isOfDay(line, day))
      return {
        day,
        lines: lines.map(publicLine),
        complete: first.complete && (after?.complete ?? true),
        provisional: fetchedAt < end + settledAfter,
        balance: balanceOf(mine, journal.snapshots(profileId, start, end), loads.rows),
        fetchedAt,
      }
    },
  }
}

/** Sales so near to the day's ends that they may stand in its list: doubts are then paired right. */
const margin = 15 * 60_000

type Line = Reconciliation['lines'][number]

/** A line without what is only the journal's or the cache's. */
function publicLine({ kind, hint, sale, row, twin }: ReturnType<typeof matchSales>[number]): Line {
  return {
    kind,
    hint,
    sale: sale && saleSchema.parse(sale),
    row: row && withoutRaw(row),
    twin: twin && saleSchema.parse(twin),
  }
}

function withoutRaw(row: TransactionRow): NonNullable<Line['row']> {
  const { id, status, statusId, statusName, product, amount, createdAt } = row
  return { id, status, statusId, statusName, product, amount, createdAt }
}

function distinct<T>(items: readonly T[], name: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [name(item), item])).values()]
}

/** What find told of the balance around each sale, what was written down of it, and the day's loads. */
function balanceOf(
  sales: readonly SaleRecord[],
  snapshots: ReturnType<JournalReader['snapshots']>,
  loads: readonly TransactionRow[],
): DayBalance | null {
  const own = sales.flatMap(({ transaction, sentAt }): BalancePoint[] => {
    if (!transaction?.prevBalance || !transaction.newBalance || sentAt === null) return []
    const { prevBalance, newBalance } = transaction
    // A refused sale gives the money back afterwards: it changes nothing in the end.
    const after = transaction.status === 'REJECTED' ? prevBalance : newBalance
    return [{ at: sentAt, before: prevBalance, after }]
  })
  const loaded = loads.flatMap(({ amount, createdAt, status }) =>
    amount && createdAt && status === 'APPROVED'
      ? [{ at: serviceEpoch(createdAt.local), amount }]
      : [],
  )
  return dayBalance(own, snapshots, loaded)
}
