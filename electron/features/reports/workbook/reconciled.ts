import { z } from 'zod'
import { shownState } from '../../../../shared/domain/closing.ts'
import { addDays, serviceDayBounds, serviceLocal } from '../../../../shared/domain/dates.ts'
import { money } from '../../../../shared/domain/money.ts'
import { listDays, type DayRange } from '../../../../shared/domain/range.ts'
import {
  isOfDay,
  matchSales,
  type LineHint,
  type LineKind,
  type MatchLine,
} from '../../../../shared/domain/reconciliation.ts'
import type { SaleState } from '../../../../shared/domain/sale.ts'
import { statusSchema, type TransactionRow } from '../../../../shared/domain/transaction.ts'
import type { Database } from '../../../store/db.ts'
import type { JournalReader } from '../../../store/journal-reader.ts'
import type { SaleRecord } from '../../../store/sale-row.ts'
import { dayStates } from '../day-states.ts'
import { windowsOver } from '../ledger.ts'
import type { OwnBooks } from './own-sales.ts'

/** One line of the reconciliation as the workbook keeps it: a sale of the journal, a row of the service, or both. */
export interface ReconciledLine {
  kind: LineKind
  hint: LineHint
  /** Wall clock `YYYY-MM-DDTHH:mm:ss`, or null. */
  local: string | null
  product: string
  currency: string
  reference: string
  cashier: string
  ours: { id: string; minor: number; state: SaleState } | null
  theirs: { id: string; minor: number | null; status: string } | null
  /** The day's list is known whole: "only here" is no omission of it. */
  proven: boolean
}

/** Sales so near to the day's ends that they may stand in its list (as the day's own screen has it). */
const margin = 15 * 60_000

const listedRow = z.object({
  id: z.string(),
  local: z.string().nullable(),
  raw_time: z.string().nullable(),
  status_id: z.string(),
  status: statusSchema.nullable(),
  status_name: z.string(),
  product_id: z.string().nullable(),
  product_name: z.string().nullable(),
  amount: z.int().nullable(),
  currency: z.string().nullable(),
})

/** Holds the journal against the ledger, a day at a time: neither is ever whole in memory. */
export function* reconciledDays(
  db: Database,
  ledger: number,
  journal: JournalReader,
  profileId: string,
  range: DayRange,
  byRecord: OwnBooks['byRecord'],
): Generator<ReconciledLine[]> {
  const span = { from: range.from, to: addDays(range.to, 1) }
  const states = dayStates(windowsOver(db, ledger, span), span)
  const isProven = (day: string) => states.get(day)?.verdict === 'proven'
  let today = listed(db, ledger, range.from)
  for (const day of listDays(range)) {
    const next = listed(db, ledger, addDays(day, 1))
    const rows = [...today, ...next]
    const { start, end } = serviceDayBounds(day)
    const near = journal.begunBetween(profileId, start - margin, end + margin)
    const claimed = new Set(near.map(({ serviceId }) => serviceId))
    // Sent on another day, and in this day's list: by the books' own index, as asking the journal reads all of it.
    const others = rows.flatMap(({ id }) => {
      const saleId = claimed.has(id) ? undefined : byRecord.get(id)?.id
      return saleId === undefined ? [] : (journal.sale(saleId) ?? [])
    })
    const sales = distinct([...near, ...others])
    const proven = isProven(day) && states.get(day)?.ended === true && isProven(addDays(day, 1))
    yield matchSales(sales, rows)
      .filter((line) => isOfDay(line, day))
      .map((line) => compact(line, proven))
    today = next
  }
}

function listed(db: Database, ledger: number, day: string): TransactionRow[] {
  const rows = db.all(
    listedRow,
    `select r.id, r.local, r.raw_time, s.status_id, s.status, s.name as status_name,
       p.product_id, p.name as product_name, r.amount, r.currency
     from report_row r join report_status s on s.id = r.status
       left join report_product p on p.id = r.product
     where r.ledger = ? and r.gone = 0 and r.day = ?`,
    ledger,
    day,
  )
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    statusId: row.status_id,
    statusName: row.status_name,
    product: row.product_id === null ? null : { id: row.product_id, name: row.product_name ?? '' },
    amount: row.amount === null || row.currency === null ? null : money(row.amount, row.currency),
    createdAt: row.local === null ? null : { local: row.local, raw: row.raw_time ?? '' },
    raw: '',
  }))
}

function distinct(sales: readonly SaleRecord[]): SaleRecord[] {
  return [...new Map(sales.map((sale) => [sale.id, sale])).values()]
}

function compact({ kind, hint, sale, row, twin }: MatchLine, proven: boolean): ReconciledLine {
  const shown = sale ?? twin
  return {
    ...{ kind, hint, proven },
    local: sale ? serviceLocal(sale.sentAt ?? sale.createdAt) : (row?.createdAt?.local ?? null),
    product: sale?.productName ?? row?.product?.name ?? '',
    currency: sale?.amount.currency ?? row?.amount?.currency ?? '',
    reference: shown?.reference ?? '',
    cashier: shown?.cashier ?? '',
    ours: sale && { id: sale.id, minor: sale.amount.minor, state: shownState(sale) },
    theirs: row && {
      id: row.id,
      minor: row.amount?.minor ?? null,
      status: row.statusName,
    },
  }
}
