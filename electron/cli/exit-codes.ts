import type { SaleState } from '../../shared/domain/sale/sale.ts'

/** What the command line answers the shell with. */
export const exitCodes = {
  done: 0,
  error: 1,
  usage: 2,
  waiting: 10,
  unknown: 11,
  refused: 12,
  notSent: 13,
  review: 14,
  partial: 15,
  /** A report that cannot be proven whole, where --strict asked. */
  incomplete: 16,
} as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** The exit code of `sell` for the state that its sale is in. */
export const exitCodeOfState: Record<SaleState, ExitCode> = {
  PREPARED: exitCodes.waiting,
  SENDING: exitCodes.waiting,
  ACCEPTED: exitCodes.waiting,
  PENDING: exitCodes.waiting,
  PROCESSING: exitCodes.waiting,
  UNKNOWN: exitCodes.unknown,
  APPROVED: exitCodes.done,
  REJECTED: exitCodes.refused,
  DECLINED: exitCodes.refused,
  NOT_SENT: exitCodes.notSent,
  REVIEW: exitCodes.review,
  PARTIAL: exitCodes.partial,
}

/** Whether waiting longer can still change what `sell` and `resolve` answer. */
export function isWaiting(state: SaleState): boolean {
  const code = exitCodeOfState[state]
  return code === exitCodes.waiting || code === exitCodes.unknown
}
