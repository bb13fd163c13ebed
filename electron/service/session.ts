import type { Profile } from '../../shared/contract/connection.ts'
import { Failure, type AppError } from '../../shared/errors.ts'
import type { ServiceAddress } from './transport/address.ts'
import type { AnswerThread } from './answers/answer-thread.ts'
import { maxBytes } from './answers/bounds.ts'
import { explainNetworkError } from './errors.ts'
import { paths, type Operation, type PostOperation } from './operation.ts'
import type { Pace } from './transport/pace.ts'
import type { readAnswer } from './answers/readers.ts'
import type { Shot } from './transport/sell-transport.ts'
import type { Exchange } from './service.ts'
import type { Timeouts } from './transport/timeouts.ts'
import type { Transport } from './transport/transport.ts'
import { serverDateOf, type WireAnswer, type WireRequest } from './transport/wire.ts'

/** What is told of each request sent, without secrets or bodies: it feeds the judgement of online. */
export interface ExchangeReport extends Omit<Exchange, 'raw'> {
  operation: Operation
  /** null: the answer was read and says what was asked. */
  error: AppError | null
}

/** What the operations share: who asks, where, how, and whom to tell. */
export interface ServiceSession {
  profile: Profile
  address: ServiceAddress
  currency: string
  timeouts: Timeouts
  transport: Transport
  /** Sends a sale's one request: see sell-transport.ts. */
  shoot: (request: WireRequest) => Promise<Shot>
  /** Reads small answers on this thread; large ones are read in the other. */
  readHere: typeof readAnswer
  thread: AnswerThread
  /** For what a sale waits for: no catalog stands before it. */
  saleThread: AnswerThread
  /** When it may be asked. */
  pace: Pace
  token: () => string | null
  onExchange: (report: ExchangeReport) => void
}

/** A POST of the contract with its token; throws NO_TOKEN. */
export function postRequest(
  session: ServiceSession,
  operation: PostOperation,
  body: string,
  timeout: number,
): WireRequest {
  const token = session.token()
  // Only what a header can carry: anything else could not be the service's token.
  if (token === null || !/^[\x21-\x7e]+$/.test(token)) throw new Failure('NO_TOKEN')
  return {
    method: 'POST',
    path: `${session.address.basePath}/api/v1/${paths[operation]}`,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json',
    },
    body,
    timeout,
    maxBytes: maxBytes[operation],
  }
}

/** The facts kept with every outcome. */
export function exchangeOf(answer: WireAnswer, text: string): Exchange {
  return {
    startedAt: answer.startedAt,
    endedAt: answer.endedAt,
    httpStatus: answer.status,
    serverDate: serverDateOf(answer),
    raw: text === '' ? null : text,
  }
}

/** Tells of one exchange what may be told. */
export function reportExchange(
  session: ServiceSession,
  operation: Operation,
  { startedAt, endedAt, httpStatus, serverDate }: Exchange,
  error: AppError | null,
): void {
  session.onExchange({ operation, startedAt, endedAt, httpStatus, serverDate, error })
}

/** Why an answer did not come whole. */
export function networkError(session: ServiceSession, answer: WireAnswer): AppError {
  return explainNetworkError(answer.failure, session.address.hostname)
}
