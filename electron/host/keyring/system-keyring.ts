import type { ChildProgram } from '../../async/child-program.ts'
import type { Keyring } from '../host.ts'
import { nativeKeyring } from './native-keyring.ts'
import { createProcessKeyring } from './process-keyring.ts'

/** The operating system's keyring, asked in the way that cannot hang the app there. */
export function systemKeyring(fork: () => ChildProgram): Keyring {
  return process.platform === 'linux' ? createProcessKeyring(fork) : nativeKeyring
}
