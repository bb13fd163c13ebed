import { z } from 'zod'
import type { ChildProgram } from '../../host/host.ts'
import type { Keyring } from './keyring.ts'

/** What is asked of keyring-process.ts. */
export const keyringRequestSchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('read'), account: z.string() }),
  z.object({ action: z.literal('write'), account: z.string(), secret: z.string() }),
  z.object({ action: z.literal('remove'), account: z.string() }),
])
type KeyringRequest = z.output<typeof keyringRequestSchema>

const answerSchema = z.object({ secret: z.string().nullable() })

/** How long such a process may live, in milliseconds: a person may have to unlock the keyring. */
const defaultLifetime = 120_000

/**
 * The keyring, asked from a process of its own for each question. On Linux the library asks D-Bus while
 * it blocks its thread, without a limit (tried: over 40 s on a bus that does not answer), and a blocked
 * worker thread could not even be left behind at exit.
 */
export function createProcessKeyring(
  fork: () => ChildProgram,
  lifetime = defaultLifetime,
): Keyring {
  async function ask(request: KeyringRequest): Promise<string | null> {
    const child = fork()
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new Error('the keyring did not answer')), lifetime)
    // It does not keep the app from ending.
    timer.unref()
    const early = child.ended.then((reason) => {
      throw new Error(`the keyring's process ended: ${reason}`)
    })
    try {
      child.post(request)
      return answerSchema.parse(await Promise.race([child.answer, early, late])).secret
    } finally {
      clearTimeout(timer)
      child.kill()
    }
  }

  return {
    read: (account) => ask({ action: 'read', account }),
    write: async (account, secret) => void (await ask({ action: 'write', account, secret })),
    remove: async (account) => void (await ask({ action: 'remove', account })),
  }
}
