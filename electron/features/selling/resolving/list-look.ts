import { addDays, serviceDay } from '../../../../shared/domain/time/dates.ts'
import type { TransactionRow } from '../../../../shared/domain/sale/transaction.ts'
import { appError } from '../../../../shared/errors.ts'
import { listDay } from '../../../service/list-day.ts'
import type { MerchantService } from '../../../service/service.ts'
import type { SaleRecord } from '../../../store/sales/sale-row.ts'
import type { Finding } from '../sale-recorder.ts'

/** The row of this identifier: of its day, else of a day beside it, as list may read the clock otherwise than find. */
async function rowOf(
  service: Pick<MerchantService, 'list'>,
  id: string | null,
  day: string,
  signal: AbortSignal,
): Promise<TransactionRow | null> {
  for (const near of [day, addDays(day, -1), addDays(day, 1)]) {
    const { rows } = await listDay(service, 'sales', near, signal)
    const row = rows.find((one) => one.id === id)
    if (row) return row
  }
  return null
}

/**
 * Looks a sale up where find no longer can: in the list of its day, by the identifier that an earlier find gave.
 * That the list does not show it proves nothing. Throws Failure like list.
 */
export async function lookInList(
  service: Pick<MerchantService, 'list'>,
  record: SaleRecord,
  signal: AbortSignal,
): Promise<Finding> {
  const { transaction } = record
  const day =
    transaction?.createdAt?.local.slice(0, 10) ?? serviceDay(record.sentAt ?? record.createdAt)
  const row = await rowOf(service, record.serviceId, day, signal)
  if (!row || !row.amount || !transaction) {
    const error = appError('RECORD_NOT_LISTED', { day })
    return { evidence: { kind: 'look-failed' }, event: { kind: 'lookup', error } }
  }
  const { status, statusId, statusName, amount, raw } = row
  const product = row.product ?? transaction.product
  return {
    evidence: {
      kind: 'found',
      transaction: { ...transaction, amount, product, status, statusId, statusName },
      skewMs: null,
    },
    event: { kind: 'lookup', error: null, raw },
  }
}
