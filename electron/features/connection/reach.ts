import type { ConnectionState } from '../../../shared/contract/connection.ts'
import { isOfService, type AppError } from '../../../shared/errors.ts'
import type { ExchangeReport } from '../../service/session.ts'

/** What real answers say about the connection. */
export type Reach = Pick<ConnectionState, 'reach' | 'error' | 'lastAnswerAt' | 'clockSkewMs'>

export const unknownReach: Reach = {
  reach: 'unknown',
  error: null,
  lastAnswerAt: null,
  clockSkewMs: null,
}

/** Whether the service is there, whatever it said. 408 and the gateways' statuses are of somebody in between. */
function isThere(error: AppError): boolean {
  if (error.code !== 'SERVICE_ERROR') return isOfService(error)
  const status = error.params?.['status']
  return status === 200 || status === 500
}

/** The service's clock minus ours; the header tells whole seconds, so the middle of that one. */
function skewOf({ serverDate, startedAt, endedAt }: ExchangeReport): number | null {
  return serverDate === null ? null : Math.round(serverDate + 500 - (startedAt + endedAt) / 2)
}

/** Judges the connection by one more exchange. */
export function judgeReach(before: Reach, report: ExchangeReport): Reach {
  const { error, endedAt, httpStatus } = report
  // Told to stop: that says nothing of the service.
  if (error?.code === 'CANCELLED') return before
  if (error?.code === 'UNAUTHORIZED') {
    const clockSkewMs = skewOf(report) ?? before.clockSkewMs
    return { reach: 'unauthorized', error, lastAnswerAt: endedAt, clockSkewMs }
  }
  if (error === null || (httpStatus !== null && isThere(error))) {
    // A refusal does not prove that the token is good again; a success does.
    const stays = before.reach === 'unauthorized' && error !== null
    return {
      reach: stays ? 'unauthorized' : 'online',
      error: stays ? before.error : null,
      lastAnswerAt: endedAt,
      clockSkewMs: skewOf(report) ?? before.clockSkewMs,
    }
  }
  // An expired token is what the person must act on, also while the network comes and goes.
  if (before.reach === 'unauthorized') return before
  return { ...before, reach: 'offline', error }
}

/** Whether a change is worth telling: the time of the last answer moves with every request. */
export function differs(before: Reach, after: Reach): boolean {
  const apart = (a: number | null, b: number | null, limit: number) =>
    a === null || b === null ? a !== b : Math.abs(a - b) > limit
  return (
    before.reach !== after.reach ||
    before.error?.code !== after.error?.code ||
    apart(before.lastAnswerAt, after.lastAnswerAt, 30_000) ||
    apart(before.clockSkewMs, after.clockSkewMs, 2_000)
  )
}
