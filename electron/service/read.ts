import { Failure, isPassing, toFailure } from '../../shared/errors.ts'
import { mostHere } from './answers/bounds.ts'
import type { Reading } from './answers/readers.ts'
import type { ReadOperation, Results } from './answers/results.ts'
import { readWithRetry } from './transport/retry.ts'
import { ReadFailure, type Exchange } from './service.ts'
import {
  exchangeOf,
  networkError,
  postRequest,
  reportExchange,
  type ServiceSession,
} from './session.ts'
import type { WireAnswer } from './transport/wire.ts'

/** How one read differs from another. */
export interface ReadOptions {
  signal: AbortSignal | undefined
  /** The whole of one attempt, in milliseconds. */
  timeout: number
  /** Asked on the chance that it will be of use: once, and that it failed says nothing of the service. */
  isChance?: boolean
  /** Whether documented errors are answers, not to be asked again. */
  errorsAreAnswers?: boolean
}

/** What a sale stands on, or a report: see WireRequest.isAlone. */
const areProof: readonly ReadOperation[] = ['find', 'query', 'list']
/** What a sale waits for: see ServiceSession.saleThread. */
const areAwaited: readonly ReadOperation[] = ['find', 'query']

/** An answer that came whole, read. */
export interface ReadAnswer<T> {
  value: T
  exchange: Exchange
  /** How many requests it took. */
  attempts: number
}

/**
 * Asks the service, repeating what may pass, and reads the answer: what is large in a thread of its own. Each attempt is
 * told to onExchange with how it ended. Throws Failure.
 */
export function read<O extends ReadOperation>(
  session: ServiceSession,
  operation: O,
  body: string,
  options: ReadOptions,
): Promise<ReadAnswer<Results[O]>> {
  let final = false
  let attempts = 0
  const mayAsk = async () => {
    try {
      await session.pace.mayAsk(operation, options.signal)
    } catch (caught) {
      // To ask again before that is of no use.
      final = true
      throw caught
    }
  }
  const attempt = async (): Promise<ReadAnswer<Results[O]>> => {
    const request = postRequest(session, operation, body, options.timeout)
    await mayAsk()
    attempts += 1
    const wire = await session.transport.send({
      ...request,
      isAlone: areProof.includes(operation),
      ...(options.signal && { signal: options.signal }),
    })
    const exchange = exchangeOf(wire, rawText(wire))
    const seconds = session.pace.heard(operation, wire)
    try {
      if (seconds !== null) throw new Failure('SERVICE_BUSY', { seconds })
      const reading = await readWire(session, operation, wire)
      if (reading.kind === 'failed') {
        final = (options.errorsAreAnswers ?? false) && reading.documented
        throw new Failure(reading.error.code, reading.error.params)
      }
      reportExchange(session, operation, exchange, null)
      return { value: reading.value, exchange, attempts }
    } catch (caught) {
      // A reader that breaks on an answer is no reason to lose the answer.
      const failure = toFailure(caught)
      if (!options.isChance) reportExchange(session, operation, exchange, failure.error)
      throw new ReadFailure(failure, exchange, { cause: failure.cause })
    }
  }
  return readWithRetry(attempt, {
    attempts: options.isChance ? 1 : 3,
    pause: session.timeouts.retryPause,
    deadline: options.timeout,
    shouldRepeat: (error) => !final && isPassing(error),
    ...(options.signal && { signal: options.signal }),
  })
}

async function readWire<O extends ReadOperation>(
  session: ServiceSession,
  operation: O,
  wire: WireAnswer,
): Promise<Reading<Results[O]>> {
  const { failure, status, body } = wire
  if (failure !== null || status === null) {
    const error = networkError(session, wire)
    throw new Failure(error.code, error.params, { cause: failure })
  }
  const context = { currency: session.currency, secure: session.address.secure }
  if (body.length <= mostHere) return session.readHere(operation, status, body, context)
  const thread = areAwaited.includes(operation) ? session.saleThread : session.thread
  return thread.read({ operation, status, body, context })
}

/** The most bytes of an answer that are kept as its text: all of them, but of a catalog. */
const mostKept = 4 * 1024 * 1024

function rawText({ body }: WireAnswer): string {
  return new TextDecoder().decode(body.subarray(0, mostKept))
}
