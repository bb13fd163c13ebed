import type { Keyring } from '../../host/host.ts'
import { accountIn, keyringInTime, outOfOrder } from '../../keyring-in-time.ts'

/** How long a keyring may take, in milliseconds: one that waits for a person counts as absent. */
const limit = 10_000

/** The password of a register's login: in the keyring, under its data folder and login. */
export function createHubSecrets(keyring: Keyring, dataDir: string) {
  const kept = keyringInTime(keyring, limit)
  const nameOf = (login: string) => accountIn(dataDir, `hub ${login}`)
  return {
    /** null: none is kept, or the keyring cannot be read. */
    async read(login: string): Promise<string | null> {
      const password = await kept.read(nameOf(login))
      return password === outOfOrder ? null : password
    },
    /** Whether it is kept. */
    write: (login: string, password: string): Promise<boolean> =>
      kept.keep(nameOf(login), password),
    remove: (login: string): Promise<void> => kept.remove(nameOf(login)),
  }
}

export type HubSecrets = ReturnType<typeof createHubSecrets>

/** The passwords of logins, `given` where there is no keyring: the keyring is asked once for each, as it is another program. */
export function createPasswords(secrets: Pick<HubSecrets, 'read'>, given: string | null) {
  const known = new Map<string, string>()
  return {
    async of(login: string): Promise<string | null> {
      const password = given ?? known.get(login) ?? (await secrets.read(login))
      if (password !== null) known.set(login, password)
      return password
    },
    forget: (): void => known.clear(),
  }
}

export type HubPasswords = ReturnType<typeof createPasswords>
