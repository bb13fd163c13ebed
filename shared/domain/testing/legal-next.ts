import type { SaleState } from '../sale/sale.ts'

/** For tests: where each state can go. What is not listed never happens. */
export const legalNext: Record<SaleState, readonly SaleState[]> = {
  PREPARED: ['SENDING', 'NOT_SENT'],
  SENDING: ['NOT_SENT', 'ACCEPTED', 'UNKNOWN'],
  ACCEPTED: ['PENDING', 'PROCESSING', 'APPROVED', 'REJECTED', 'PARTIAL', 'REVIEW'],
  UNKNOWN: ['PENDING', 'PROCESSING', 'APPROVED', 'REJECTED', 'PARTIAL', 'REVIEW', 'DECLINED'],
  PENDING: ['PROCESSING', 'APPROVED', 'REJECTED', 'PARTIAL', 'REVIEW'],
  PROCESSING: ['PENDING', 'APPROVED', 'REJECTED', 'PARTIAL', 'REVIEW'],
  PARTIAL: ['PENDING', 'PROCESSING', 'APPROVED', 'REJECTED', 'REVIEW'],
  REVIEW: ['PENDING', 'PROCESSING', 'APPROVED', 'REJECTED', 'PARTIAL'],
  // A record that turns up where none was believed wins; one that changes its word needs a person.
  NOT_SENT: ['PENDING', 'PROCESSING', 'APPROVED', 'REJECTED', 'PARTIAL', 'REVIEW'],
  DECLINED: ['PENDING', 'PROCESSING', 'APPROVED', 'REJECTED', 'PARTIAL', 'REVIEW'],
  APPROVED: ['REVIEW'],
  REJECTED: ['REVIEW'],
}
