import { Failure } from '../../../shared/errors.ts'

/**
 * A token as it was pasted: without the spaces around it and the word Bearer. Throws BAD_INPUT for what a header
 * cannot carry.
 */
export function cleanToken(text: string): string {
  const token = text.trim().replace(/^Bearer\s+/i, '')
  if (!/^[\x21-\x7e]+$/.test(token)) throw new Failure('BAD_INPUT', { where: 'token' })
  return token
}
