import { serviceDay } from '../../../shared/domain/dates.ts'
import { appError } from '../../../shared/errors.ts'
import { listDay } from '../../service/list-day.ts'
import type { MerchantService } from '../../service/service.ts'
import type { SaleRecord } from '../../store/sale-row.ts'
import type { Finding } from './course.ts'

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
  const { rows } = await listDay(service, 'sales', day, signal)
  const row = rows.find(({ id }) => id === record.serviceId)
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
