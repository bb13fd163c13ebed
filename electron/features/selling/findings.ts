import type { Failure } from '../../../shared/errors.ts'
import {
  ReadFailure,
  type Exchange,
  type FindEvidence,
  type SellEvidence,
} from '../../service/service.ts'
import type { Finding } from './sale-recorder.ts'

/** The service's clock less this computer's when its answer came. */
function skewOf({ serverDate, endedAt }: Exchange): number | null {
  return serverDate === null ? null : serverDate - endedAt
}

function eventOf(exchange: Exchange) {
  const { startedAt, httpStatus, serverDate, raw } = exchange
  return { startedAt, httpStatus, serverDate, raw }
}

/** What the one request of a sale found. */
export function sellFinding(evidence: SellEvidence): Finding {
  const skewMs = skewOf(evidence.exchange)
  const exchange = eventOf(evidence.exchange)
  switch (evidence.kind) {
    case 'accepted':
      return {
        evidence: { kind: 'accepted', skewMs },
        transactionId: evidence.transactionId,
        event: { kind: 'outcome', error: null, ...exchange },
      }
    case 'not-sent':
      return {
        evidence: { kind: 'not-sent', error: evidence.error },
        event: { kind: 'outcome', error: evidence.error, ...exchange },
      }
    case 'refused':
    case 'unauthorized':
    case 'unknown':
      return {
        evidence: { kind: evidence.kind, error: evidence.error, skewMs },
        event: { kind: 'outcome', error: evidence.error, ...exchange },
      }
  }
}

/** What a look-up found; `timing` as the machine wants it of an answer "no record". */
export function lookFinding(
  evidence: FindEvidence,
  timing: { tookMs: number; apartMs: number | null },
): Finding {
  const skewMs = skewOf(evidence.exchange)
  const event = { kind: 'lookup', error: null, ...eventOf(evidence.exchange) } as const
  return evidence.kind === 'found'
    ? { evidence: { kind: 'found', transaction: evidence.transaction, skewMs }, event }
    : { evidence: { kind: 'not-found', skewMs, ...timing }, event }
}

/** A look-up that could not be made, or whose answer could not be read: what came is kept for support. */
export function lookFailure(failure: Failure): Finding {
  const { error } = failure
  const exchange = failure instanceof ReadFailure ? eventOf(failure.exchange) : {}
  return { evidence: { kind: 'look-failed' }, event: { kind: 'lookup', error, ...exchange } }
}
