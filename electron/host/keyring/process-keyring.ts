import { z } from 'zod'
import { askProgram, type ChildProgram } from '../../async/child-program.ts'
import type { Keyring } from '../host.ts'

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
    const failure = (reason: string | null) =>
      new Error(
        reason === null ? 'the keyring did not answer' : `the keyring's process ended: ${reason}`,
      )
    const limit = AbortSignal.timeout(lifetime)
    return answerSchema.parse(await askProgram(fork(), request, limit, failure)).secret
  }

  return {
    read: (account) => ask({ action: 'read', account }),
    write: async (account, secret) => void (await ask({ action: 'write', account, secret })),
    remove: async (account) => void (await ask({ action: 'remove', account })),
  }
}
