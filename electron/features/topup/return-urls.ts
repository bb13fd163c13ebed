import type { Profile } from '../../../shared/contract/connection.ts'

/**
 * Where the service is to tell of a top-up, and where the payer's browser goes back to. A desktop can receive
 * neither: it learns of the load from the balance and the buys. Both addresses are required, so both name the
 * service's own origin: nobody else hears of amounts and references, and the payer ends on a page that exists.
 */
export function returnUrls({ baseUrl }: Pick<Profile, 'baseUrl'>): {
  confirmUrl: string
  responseUrl: string
} {
  const origin = new URL('/', baseUrl).href
  return { confirmUrl: origin, responseUrl: origin }
}
