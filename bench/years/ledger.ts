import { openLedger } from '../../electron/features/reports/ledger/ledger.ts'
import { saleRow } from '../../electron/features/reports/testing/list-double.ts'
import { openCache } from '../../electron/store/cache/cache.ts'
import { serviceDayBounds, serviceLocal } from '../../shared/domain/time/dates.ts'
import { statusIds, type TransactionRow } from '../../shared/domain/sale/transaction.ts'
import { storeDay } from '../ledger.ts'
import type { YearsPlan } from './plan.ts'
import { yearsSales, type End, type YearsSale } from './sales.ts'

/** As what the service lists a sale; null: not at all. */
const listedAs: Readonly<Record<End, keyof typeof statusIds | null>> = {
  approved: 'APPROVED',
  'approved-late': 'APPROVED',
  rejected: 'REJECTED',
  'rejected-late': 'REJECTED',
  partial: 'PARTIAL',
  review: 'APPROVED',
  'review-closed': 'APPROVED',
  declined: null,
  'not-sent': null,
  unknown: null,
}

/** Sales of other registers have ids beyond this one's. */
const others = 90_000_000

/**
 * What the service lists of the days of a journal, settled and proven: this register's own sales, and after every second
 * of them one of another register.
 */
export function writeLedger(path: string, plan: YearsPlan): void {
  const db = openCache(path)
  const ledger = openLedger(db, plan.profileId, 'sales')
  const settled = serviceDayBounds(plan.lastDay).end + 49 * 3_600_000
  let day = ''
  let rows: TransactionRow[] = []
  const store = () => {
    if (day !== '') storeDay(ledger, day, settled, rows)
    rows = []
  }
  for (const sale of yearsSales(plan)) {
    if (sale.day !== day) {
      store()
      day = sale.day
    }
    const own = listed(sale)
    if (own) rows.push(own)
    if (sale.index % 2 === 1) rows.push(ofAnother(sale))
  }
  store()
  db.close()
}

function listed({ end, serviceId, at, product, intent }: YearsSale): TransactionRow | null {
  const status = listedAs[end]
  if (status === null) return null
  const differs = end === 'review' || end === 'review-closed' ? 100_00 : 0
  const row = saleRow(serviceId, serviceLocal(at), { minor: intent.amount.minor + differs })
  const { id, name } = product
  const statusId = String(statusIds[status])
  return { ...row, status, statusId, statusName: status, product: { id, name } }
}

function ofAnother({ index, at }: YearsSale): TransactionRow {
  return saleRow(String(others + index), serviceLocal(at + 7_000), {
    minor: ((index * 7919) % 5000) * 5000 + 100_000,
    product: String(10_000 + ((index * 31) % 60)),
    statusId: index % 25 === 0 ? 3 : 2,
  })
}
