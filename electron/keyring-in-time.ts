import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { withTimeout } from './async/time-limit.ts'
import type { Keyring } from './host/host.ts'

/** The account of a name, of one data folder: folders do not see each other's. */
export function accountIn(dataDir: string, name: string): string {
  const folder = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 16)
  return `${folder}/${name}`
}

/** What a keyring that failed, or did not answer in time, is said to hold. */
export const outOfOrder = Symbol('the keyring failed or did not answer')

/**
 * A keyring may be absent, refuse, or wait for a person for ever: whatever it does not do in `limit` milliseconds counts as
 * not done.
 */
export function keyringInTime(keyring: Keyring, limit: number) {
  async function inTime<T>(
    work: () => Promise<T>,
    onLate?: (result: T) => void,
  ): Promise<T | typeof outOfOrder> {
    // A failing keyring is an expected state: who asks says what stands in its place.
    const done = work().catch((): typeof outOfOrder => outOfOrder)
    const result = await withTimeout(done, limit, (): typeof outOfOrder => outOfOrder)
    if (result === outOfOrder && onLate) {
      void done.then((later) => later !== outOfOrder && onLate(later))
    }
    return result
  }

  return {
    /** `onLate`: hears what it gives once the limit has passed. */
    read: (account: string, onLate?: (secret: string | null) => void) =>
      inTime(() => keyring.read(account), onLate),
    /** Whether it keeps a secret, which is read back. */
    async keep(account: string, secret: string): Promise<boolean> {
      const written = await inTime(() => keyring.write(account, secret))
      if (written !== outOfOrder && (await inTime(() => keyring.read(account))) === secret)
        return true
      // A failed write may have left the secret behind.
      await inTime(() => keyring.remove(account))
      return false
    },
    remove: async (account: string): Promise<void> =>
      void (await inTime(() => keyring.remove(account))),
  }
}
