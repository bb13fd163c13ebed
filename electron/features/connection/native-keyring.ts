import { AsyncEntry } from '@napi-rs/keyring'
import type { Keyring } from './keyring.ts'

const serviceName = 'mostrador'

function entry(account: string): AsyncEntry {
  // On Linux the fallback would be the kernel's keyring: it forgets at restart and may keep a
  // secret although writing it failed.
  return new AsyncEntry(serviceName, account, { linux: { store: 'secret-service' } })
}

/** The operating system's keyring, asked from this process. */
export const nativeKeyring: Keyring = {
  read: async (account) => entry(account).getPassword(),
  write: async (account, secret) => entry(account).setPassword(secret),
  remove: async (account) => void (await entry(account).deletePassword()),
}
