import { appError, toAppError, type AppError } from '../../../shared/errors.ts'
import { judgeAnswer } from '../answers/answer.ts'
import { toId, toRecord } from '../answers/lenient.ts'
import type { Exchange, SellEvidence } from '../service.ts'
import {
  exchangeOf,
  networkError,
  postRequest,
  reportExchange,
  type ServiceSession,
} from '../session.ts'
import type { WireAnswer, WireRequest } from '../transport/wire.ts'

/** What can still be proven once the request may have left: that it did not leave can no more. */
type Heard = Exclude<SellEvidence, { kind: 'not-sent' }>

/** What a whole answer to sell proves (design, A sale). Only 200 with an identifier is acceptance. */
function judgeSell(status: number, text: string, exchange: Exchange): Heard {
  if (status === 401) return { kind: 'unauthorized', error: appError('UNAUTHORIZED'), exchange }
  const judgement = judgeAnswer(status, text)
  if (judgement.kind === 'error') {
    const { error, documented } = judgement
    const refused = documented && (status === 400 || status === 404)
    return { kind: refused ? 'refused' : 'unknown', error, exchange }
  }
  const { data, complaint } = judgement.envelope
  if (complaint !== null) {
    const error = appError('SERVICE_ERROR', { status, message: complaint })
    return { kind: 'unknown', error, exchange }
  }
  const transactionId = toId(toRecord(data)['transactionId'])
  if (status === 200 && transactionId !== null) return { kind: 'accepted', transactionId, exchange }
  const error = appError('ANSWER_UNREADABLE', { where: 'sell.transactionId' })
  return { kind: 'unknown', error, exchange }
}

function judgeHeard(
  session: ServiceSession,
  answer: WireAnswer,
  text: string,
  exchange: Exchange,
): Heard {
  // Any 401, even a cut one: its status line is the evidence.
  if (answer.status !== null && (answer.failure === null || answer.status === 401)) {
    return judgeSell(answer.status, text, exchange)
  }
  return { kind: 'unknown', error: networkError(session, answer), exchange }
}

/**
 * What the one request of a sale proved. It failed before the connection was secured: nothing left. From then on
 * whatever is thrown here says only that nobody knows.
 */
async function shootOnce(session: ServiceSession, request: WireRequest): Promise<SellEvidence> {
  const { startedAt } = noExchange()
  let exchange: Exchange | null = null
  try {
    const { answer, secured } = await session.shoot(request)
    const text = new TextDecoder().decode(answer.body)
    exchange = exchangeOf(answer, text)
    return secured
      ? judgeHeard(session, answer, text, exchange)
      : { kind: 'not-sent', error: networkError(session, answer), exchange }
  } catch (caught) {
    exchange ??= { ...noExchange(), startedAt }
    return { kind: 'unknown', error: toAppError(caught), exchange }
  }
}

/** Nothing came, yet. */
function noExchange(): Exchange {
  const now = Date.now()
  return { startedAt: now, endedAt: now, httpStatus: null, serverDate: null, raw: null }
}

/** The request, or why there can be none. */
function requestOf(session: ServiceSession, body: string): WireRequest | AppError {
  try {
    return postRequest(session, 'sell', body, session.timeouts.sell)
  } catch (caught) {
    return toAppError(caught)
  }
}

/**
 * Sends this exact body once (contract, Endpoints 3). Never throws: what cannot even begin is
 * `not-sent`, and everything that is not proof of an outcome is `unknown`.
 */
export async function sell(session: ServiceSession, body: string): Promise<SellEvidence> {
  const request = requestOf(session, body)
  if ('code' in request) return { kind: 'not-sent', error: request, exchange: noExchange() }
  const evidence = await shootOnce(session, request)
  reportExchange(session, 'sell', evidence.exchange, 'error' in evidence ? evidence.error : null)
  return evidence
}
