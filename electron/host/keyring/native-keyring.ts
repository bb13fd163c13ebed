import type { AsyncEntry } from '@napi-rs/keyring'
import type { Keyring } from '../host.ts'

const serviceName = 'mostrador'

/**
 * The library comes with a binding for one kind of processor: an app that was packed for another has none. It is asked
 * for when it is needed, so that the app opens all the same; whoever asks then learns that there is no keyring.
 */
async function entry(account: string): Promise<AsyncEntry> {
  const { AsyncEntry } = await import('@napi-rs/keyring')
  // On Linux the fallback would be the kernel's keyring: it forgets at restart and may keep a
  // secret although writing it failed.
  return new AsyncEntry(serviceName, account, { linux: { store: 'secret-service' } })
}

/** The operating system's keyring, asked from this process. */
export const nativeKeyring: Keyring = {
  read: async (account) => (await entry(account)).getPassword(),
  write: async (account, secret) => (await entry(account)).setPassword(secret),
  remove: async (account) => void (await (await entry(account)).deletePassword()),
}
