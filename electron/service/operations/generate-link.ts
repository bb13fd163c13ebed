import { decimalFromMinor } from '../../../shared/domain/money/money.ts'
import { read } from '../read.ts'
import type { LinkRequest } from '../service.ts'
import type { ServiceSession } from '../session.ts'

/** A link to load balance at (the service's documentation, Loading balance). */
export async function generateLink(
  session: ServiceSession,
  request: LinkRequest,
  signal?: AbortSignal,
): Promise<string> {
  const { reference, amount, confirmUrl, responseUrl } = request
  const data = { reference, amount: decimalFromMinor(amount.minor), confirmUrl, responseUrl }
  const options = { signal, timeout: session.timeouts.read }
  return (await read(session, 'generateLink', JSON.stringify({ data }), options)).value
}
