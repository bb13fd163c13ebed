import type { Magic } from '../catalog/magic.ts'
import { STATUS } from '../statuses.ts'
import type { StatusId } from '../statuses.ts'

/** The states a new sale will go through, and when. */
export interface SaleStates {
  status: StatusId
  outcome: StatusId
  processingAt: number | null
  finalAt: number | null
}

const OUTCOMES: Partial<Record<Magic, StatusId>> = {
  rejected: STATUS.REJECTED,
  partial: STATUS.PARTIAL,
}

/**
 * PENDING for a third of the time, PROCESSING for the rest. Times in milliseconds;
 * `slow` is used instead of `normal` by the sales that a magic value makes slow.
 */
export function saleStates(
  magic: Magic | undefined,
  start: number,
  normal: number,
  slow: number,
): SaleStates {
  const outcome = (magic && OUTCOMES[magic]) ?? STATUS.APPROVED
  if (magic === 'pending')
    return {
      status: STATUS.PENDING,
      outcome,
      processingAt: null,
      finalAt: start + Math.round(slow),
    }
  if (magic === 'processing')
    return {
      status: STATUS.PENDING,
      outcome,
      processingAt: start + Math.round(normal / 3),
      finalAt: start + Math.round(slow),
    }
  if (normal === 0) return { status: outcome, outcome, processingAt: null, finalAt: null }
  return {
    status: STATUS.PENDING,
    outcome,
    processingAt: start + Math.round(normal / 3),
    finalAt: start + Math.round(normal),
  }
}
