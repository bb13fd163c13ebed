import type { z } from 'zod'
import { Failure, toFailure, type AppError } from '../../shared/errors.ts'
import { judgeAnswer, type Judgement } from './answer.ts'
import { isPassing, withRetry } from './retry.ts'
import { ReadFailure, type Exchange } from './service.ts'
import { exchangeOf, networkError, postRequest, report } from './session.ts'
import type { PostOperation, Session } from './session.ts'

/** How one read differs from another. */
export interface ReadOptions {
  signal: AbortSignal | undefined
  /** The whole of one attempt, in milliseconds. */
  timeout: number
  /** Asked on the chance that it will be of use: once, and that it failed says nothing of the service. */
  isChance?: boolean
  /** Errors that are answers, not to be asked again, when they carry the documented body. */
  isAnswer?: (error: AppError) => boolean
}

/** An answer that came whole, judged. */
export interface ReadAnswer {
  exchange: Exchange
  judgement: Judgement
  /** How many requests it took. */
  attempts: number
}

/**
 * Asks the service, repeating what may pass. `accept` turns the judged answer into the result or
 * throws a Failure; each attempt is told to onExchange with how it ended.
 */
export function read<T>(
  session: Session,
  operation: PostOperation,
  body: string,
  options: ReadOptions,
  accept: (answer: ReadAnswer) => T,
): Promise<T> {
  let final = false
  let attempts = 0
  const attempt = async (): Promise<T> => {
    const request = postRequest(session, operation, body, options.timeout)
    attempts += 1
    const wire = await session.transport.send({
      ...request,
      ...(options.signal && { signal: options.signal }),
    })
    const text = new TextDecoder().decode(wire.body)
    const exchange = exchangeOf(wire, text)
    try {
      if (wire.failure !== null || wire.status === null) {
        const error = networkError(session, wire)
        throw new Failure(error.code, error.params, { cause: wire.failure })
      }
      const judgement = judgeAnswer(wire.status, text)
      if (judgement.kind === 'error' && judgement.documented) {
        final = options.isAnswer?.(judgement.error) ?? false
      }
      const result = accept({ exchange, judgement, attempts })
      report(session, operation, exchange, null)
      return result
    } catch (caught) {
      // A reader that breaks on an answer is no reason to lose the answer.
      const failure = toFailure(caught)
      if (!options.isChance) report(session, operation, exchange, failure.error)
      throw new ReadFailure(failure, exchange, { cause: failure.cause })
    }
  }
  return withRetry(attempt, {
    attempts: options.isChance ? 1 : 3,
    pause: session.timeouts.retryPause,
    deadline: options.timeout,
    shouldRepeat: (error) => !final && isPassing(error),
    ...(options.signal && { signal: options.signal }),
  })
}

/** The data of a success; throws the answer's own error otherwise. */
export function dataOf({ judgement }: ReadAnswer): unknown {
  if (judgement.kind === 'success') return judgement.envelope.data
  throw new Failure(judgement.error.code, judgement.error.params)
}

/** Reads data with a schema; throws ANSWER_UNREADABLE naming the operation and the field. */
export function readWith<T>(schema: z.ZodType<T>, data: unknown, where: string): T {
  const result = schema.safeParse(data)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new Failure('ANSWER_UNREADABLE', { where: [where, ...(issue?.path ?? [])].join('.') })
}
