import { read } from '../read.ts'
import type { QueryResult } from '../service.ts'
import type { ServiceSession } from '../session.ts'

/**
 * Quotes with this exact body (contract, Endpoints 4). A 500 with the documented error body is the
 * service's answer to the quote: thrown as SERVICE_ERROR at once, not asked again.
 */
export async function query(
  session: ServiceSession,
  body: string,
  signal?: AbortSignal,
): Promise<QueryResult> {
  const options = { signal, timeout: session.timeouts.query, errorsAreAnswers: true }
  return (await read(session, 'query', body, options)).value
}
