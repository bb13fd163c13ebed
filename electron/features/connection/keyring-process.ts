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

/** The exit code alone tells of a failure: its words could name the secret. */
function failed(): void {
  process.exit(1)
}

if (process.type === 'utility') {
  const port = process.parentPort
  port.once('message', ({ data }) => {
    answer(data).then((secret) => port.postMessage(secret), failed)
  })
} else {
  process.once('message', (message) => {
    answer(message).then((secret) => process.send?.(secret), failed)
  })
}
