import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { AsyncEntry } from '@napi-rs/keyring'

/** A place for secrets by account; each operation rejects when the place cannot be used. */
export interface Keyring {
  read(account: string): Promise<string | null>
  write(account: string, secret: string): Promise<void>
  remove(account: string): Promise<void>
}

const serviceName = 'mostrador'

/** The operating system's own keyring. */
export const systemKeyring: Keyring = {
  read: async (account) => entry(account).getPassword(),
  write: async (account, secret) => entry(account).setPassword(secret),
  remove: async (account) => void (await entry(account).deletePassword()),
}

function entry(account: string): AsyncEntry {
  // On Linux the fallback would be the kernel's keyring: it forgets at restart and may keep a
  // secret although writing it failed.
  return new AsyncEntry(serviceName, account, { linux: { store: 'secret-service' } })
}

/** The account of a profile of one data folder: folders do not see each other's tokens. */
export function accountOf(dataDir: string, profileId: string): string {
  const folder = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 16)
  return `${folder}/${profileId}`
}
