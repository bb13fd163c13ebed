import { createHash, timingSafeEqual } from 'node:crypto'
import { ServiceError } from './envelope.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Whether an Authorization header carries exactly this bearer token. */
function bearerMatches(header: string | undefined, token: string): boolean {
  const match = /^Bearer (\S+)$/i.exec(header ?? '')
  return match !== null && timingSafeEqual(digest(match[1] ?? ''), digest(token))
}

/** Throws the documented 401 unless the header carries the token. */
export function requireBearer(header: string | undefined, token: string): void {
  if (bearerMatches(header, token)) return
  throw new ServiceError(401, 'authentication.invalidToken', 'El token no es válido o venció')
}
