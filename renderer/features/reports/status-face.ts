import type { SaleFace } from '../../../shared/domain/sale.ts'
import { statusFromId, type TransactionStatus } from '../../../shared/domain/transaction.ts'

const faces: Record<TransactionStatus, SaleFace> = {
  PENDING: 'waiting',
  PROCESSING: 'waiting',
  APPROVED: 'approved',
  REJECTED: 'rejected',
  PARTIAL: 'partial',
}

/** How a status of the service looks; null: one that the contract does not name. */
export function faceOfStatus(statusId: string): SaleFace | null {
  const status = statusFromId(Number(statusId))
  return status === null ? null : faces[status]
}

/** The status that the contract names by this identifier, for its word; null: the service's own name is shown. */
export function knownStatus(statusId: string): TransactionStatus | null {
  return statusFromId(Number(statusId))
}
