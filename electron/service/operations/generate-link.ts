import { z } from 'zod'
import { decimalFromMinor } from '../../../shared/domain/money.ts'
import { text } from '../lenient.ts'
import { dataOf, read, readWith } from '../read.ts'
import type { LinkRequest } from '../service.ts'
import type { Session } from '../session.ts'

/** What is opened in a browser must be a web page, over https. */
const linkData = z.object({ link: text.pipe(z.url({ protocol: /^https$/ })) })
/** A service on this same computer may link to itself without https. */
const localLinkData = z.object({ link: text.pipe(z.url({ protocol: /^https?$/ })) })

/** A link to load balance at (the service's documentation, Loading balance). */
export function generateLink(
  session: Session,
  request: LinkRequest,
  signal?: AbortSignal,
): Promise<string> {
  const { reference, amount, confirmUrl, responseUrl } = request
  const data = { reference, amount: decimalFromMinor(amount.minor), confirmUrl, responseUrl }
  const schema = session.address.secure ? linkData : localLinkData
  const options = { signal, timeout: session.timeouts.read }
  return read(session, 'generateLink', JSON.stringify({ data }), options, (answer) => {
    return readWith(schema, dataOf(answer), 'generateLink').link
  })
}
