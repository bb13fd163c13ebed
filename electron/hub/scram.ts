import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

/** A password as it is drawn: 32 bytes nobody guesses. */
export const drawPassword = (): string => randomBytes(32).toString('base64url')

/**
 * What PostgreSQL keeps of a password (RFC 5803): given in its place, so that the password stands in no statement and no log of
 * the server.
 */
export function scramVerifier(password: string, salt = randomBytes(16), rounds = 4096): string {
  const salted = pbkdf2Sync(password, salt, rounds, 32, 'sha256')
  const keyed = (name: string) => createHmac('sha256', salted).update(name).digest()
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64')
  const server = keyed('Server Key').toString('base64')
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored}:${server}`
}
