import { answerOnce } from '../../async/answer-once.ts'
import { nativeKeyring } from './native-keyring.ts'
import { keyringRequestSchema } from './process-keyring.ts'

/**
 * A program of its own, under Electron or Node: does what one message asks of the keyring and answers with
 * the secret, if any. Secrets are never arguments.
 */
async function answer(message: unknown): Promise<{ secret: string | null }> {
  const request = keyringRequestSchema.parse(message)
  if (request.action === 'read') return { secret: await nativeKeyring.read(request.account) }
  if (request.action === 'write') await nativeKeyring.write(request.account, request.secret)
  else await nativeKeyring.remove(request.account)
  return { secret: null }
}

answerOnce(answer)
