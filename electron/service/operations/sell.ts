import { appError, toAppError } from '../../../shared/errors.ts'
import { judgeAnswer } from '../answer.ts'
import { plainWords } from '../errors.ts'
import { toId, toRecord, toText } from '../lenient.ts'
import { shoot } from '../sell-transport.ts'
import type { Exchange, SellEvidence } from '../service.ts'
import { exchangeOf, networkError, postRequest, report, type Session } from '../session.ts'
import type { WireAnswer } from '../wire.ts'

/** What a whole answer to sell proves (design, A sale). Only 200 with an identifier is acceptance. */
function judgeSell(status: number, text: string, exchange: Exchange): SellEvidence {
  if (status === 401) return { kind: 'unauthorized', error: appError('UNAUTHORIZED'), exchange }
  const judgement = judgeAnswer(status, text)
  if (judgement.kind === 'error') {
    const { error, documented } = judgement
    const refused = documented && (status === 400 || status === 404)
    return { kind: refused ? 'refused' : 'unknown', error, exchange }
  }
  const data = toRecord(judgement.envelope.data)
  const complaint = toText(toRecord(data['Error'])['message'])?.trim()
  if (complaint) {
    const error = appError('SERVICE_ERROR', { status, message: plainWords(complaint) })
    return { kind: 'unknown', error, exchange }
  }
  const transactionId = toId(data['transactionId'])
  if (status === 200 && transactionId !== null) return { kind: 'accepted', transactionId, exchange }
  const error = appError('ANSWER_UNREADABLE', { where: 'sell.transactionId' })
  return { kind: 'unknown', error, exchange }
}

function judgeShot(session: Session, answer: WireAnswer, secured: boolean): SellEvidence {
  const text = new TextDecoder().decode(answer.body)
  const exchange = exchangeOf(answer, text)
  // Any 401, even a cut one: its status line is the evidence.
  if (answer.status !== null && (answer.failure === null || answer.status === 401)) {
    return judgeSell(answer.status, text, exchange)
  }
  const error = networkError(session, answer)
  return { kind: secured ? 'unknown' : 'not-sent', error, exchange }
}

/**
 * Sends this exact body once (contract, Endpoints 3). Never throws: what cannot even begin is
 * `not-sent`, and everything that is not proof of an outcome is `unknown`.
 */
export async function sell(session: Session, body: string): Promise<SellEvidence> {
  const startedAt = Date.now()
  let evidence: SellEvidence
  try {
    const request = postRequest(session, 'sell', body, session.timeouts.sell)
    const { answer, secured } = await shoot(session.connector, request)
    evidence = judgeShot(session, answer, secured)
  } catch (caught) {
    // Only building the request can throw: the shot itself never does.
    const none = { httpStatus: null, serverDate: null, raw: null }
    const exchange = { startedAt, endedAt: Date.now(), ...none }
    return { kind: 'not-sent', error: toAppError(caught), exchange }
  }
  report(session, 'sell', evidence.exchange, 'error' in evidence ? evidence.error : null)
  return evidence
}
