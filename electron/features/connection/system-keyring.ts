import type { Keyring } from './keyring.ts'
import { nativeKeyring } from './native-keyring.ts'
import { createProcessKeyring } from './process-keyring.ts'

/** The operating system's keyring, asked in the way that cannot hang the app there. */
export const systemKeyring: Keyring =
  process.platform === 'linux' ? createProcessKeyring() : nativeKeyring
