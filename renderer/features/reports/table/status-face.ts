import { faceOfState, type SaleFace } from '../../../../shared/domain/sale/sale.ts'
import { statusFromId, type TransactionStatus } from '../../../../shared/domain/sale/transaction.ts'

/** The status that the contract names by this identifier, or null. */
export function knownStatus(statusId: string): TransactionStatus | null {
  return statusFromId(Number(statusId))
}

/** How a status of the service looks; one that the contract does not name wants to be looked at. */
export function faceOfStatus(statusId: string): SaleFace {
  const status = knownStatus(statusId)
  return status === null ? 'review' : faceOfState[status]
}
