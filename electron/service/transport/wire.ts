import type { Dispatcher } from 'undici'
import { Failure } from '../../../shared/errors.ts'
import { unlessAborted } from '../../async/time-limit.ts'

/** One request as it goes over the wire. */
export interface WireRequest {
  method: 'GET' | 'POST'
  /** Path and query on the service's origin. */
  path: string
  headers: Record<string, string>
  body?: string
  /** From the start to the last byte of the answer, in milliseconds. */
  timeout: number
  /** The most bytes of body that are read. */
  maxBytes: number
  /** Over a connection of its own: no late answer of another can be taken for its, and none has to end before it. */
  isAlone?: boolean
  signal?: AbortSignal
}

/** All that came back, also of an answer that was cut. Times are epoch milliseconds. */
export interface WireAnswer {
  startedAt: number
  endedAt: number
  /** null: no answer began. */
  status: number | null
  headers: Record<string, string | string[] | undefined>
  body: Buffer
  /** Why the answer is not whole; null when it is. */
  failure: unknown
}

/**
 * Sends one request and gathers its answer. Never rejects: what came before a failure is kept. No
 * redirect is followed and nothing is repeated here.
 */
export async function exchange(dispatcher: Dispatcher, request: WireRequest): Promise<WireAnswer> {
  const answer: WireAnswer = {
    startedAt: Date.now(),
    endedAt: 0,
    status: null,
    headers: {},
    body: Buffer.alloc(0),
    failure: null,
  }
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(new Failure('CONNECTION_TIMEOUT')), request.timeout)
  const cancel = () => ending.abort(new Failure('CANCELLED'))
  if (request.signal?.aborted) cancel()
  request.signal?.addEventListener('abort', cancel)
  const chunks: Buffer[] = []
  try {
    const sent = dispatcher.request({
      method: request.method,
      path: request.path,
      headers: request.headers,
      body: request.body ?? null,
      // Our own timer rules both: undici's count in coarser steps.
      headersTimeout: 0,
      bodyTimeout: 0,
      signal: ending.signal,
    })
    // undici itself notices the signal only once it is connected; it sends nothing then.
    const response = await unlessAborted(sent, ending.signal, () => ending.signal.reason)
    answer.status = response.statusCode
    answer.headers = response.headers
    let size = 0
    for await (const chunk of response.body) {
      if (!Buffer.isBuffer(chunk)) throw new TypeError('the body is not made of bytes')
      size += chunk.length
      if (size > request.maxBytes) {
        chunks.push(chunk.subarray(0, chunk.length - (size - request.maxBytes)))
        throw new Failure('ANSWER_TOO_LARGE')
      }
      chunks.push(chunk)
    }
  } catch (caught) {
    answer.failure = ending.signal.aborted ? ending.signal.reason : caught
  } finally {
    clearTimeout(timer)
    request.signal?.removeEventListener('abort', cancel)
  }
  answer.body = Buffer.concat(chunks)
  answer.endedAt = Date.now()
  return answer
}

/** What the Date header of this service can say: further off, days cannot be counted from it. */
const thisCentury = { start: Date.UTC(2000, 0), end: Date.UTC(2100, 0) }

/** The Date header as epoch milliseconds. */
export function serverDateOf(answer: WireAnswer): number | null {
  const header = answer.headers['date']
  const time = typeof header === 'string' ? Date.parse(header) : Number.NaN
  return time >= thisCentury.start && time < thisCentury.end ? time : null
}
