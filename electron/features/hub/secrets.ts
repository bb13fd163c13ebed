import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { withTimeout } from '../../async/time-limit.ts'
import type { Keyring } from '../../host/host.ts'

/** How long a keyring may take, in milliseconds: one that waits for a person counts as absent. */
const limit = 10_000

/** The password of a register's login: in the keyring, under its data folder and login. */
export function createHubSecrets(keyring: Keyring, dataDir: string) {
  const folder = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 16)
  const nameOf = (login: string) => `${folder}/hub ${login}`

  // A keyring that fails is an expected state: the password is then not kept.
  const inTime = <T>(work: Promise<T>): Promise<T | null> =>
    withTimeout(
      work.catch(() => null),
      limit,
      () => null,
    )

  return {
    /** null: none is kept, or the keyring cannot be read. */
    read: (login: string): Promise<string | null> => inTime(keyring.read(nameOf(login))),
    /** Whether it is kept, which is read back. */
    async write(login: string, password: string): Promise<boolean> {
      await inTime(keyring.write(nameOf(login), password))
      return (await inTime(keyring.read(nameOf(login)))) === password
    },
  }
}

export type HubSecrets = ReturnType<typeof createHubSecrets>
