import type { TokenPlace } from '../../../shared/contract/connection.ts'
import { accountOf, type Keyring } from './keyring.ts'

/** The tokens by profile: in the keyring, or in memory until the app closes. */
export interface TokenStore {
  /**
   * What is kept for a profile. A keyring that a person must first unlock counts as empty until
   * then: `onLate` is told of the token that it gives afterwards.
   */
  read(profileId: string, onLate?: (stored: StoredToken) => void): Promise<StoredToken>
  /** Keeps a token in the keyring, or else in memory. Resolves to where it is. */
  write(profileId: string, token: string): Promise<TokenPlace>
  /** Whether the profile's token is in memory. */
  holds(profileId: string): boolean
  /** Keeps a token in memory only. */
  hold(profileId: string, token: string): TokenPlace
  remove(profileId: string): Promise<void>
}

export interface StoredToken {
  token: string | null
  place: TokenPlace
}

/** What a token store is made of. `limit`: how long the keyring may take, in milliseconds. */
export interface TokenStoreOptions {
  keyring: Keyring
  dataDir: string
  limit: number
}

const outOfOrder = Symbol('the keyring failed or did not answer')

/**
 * Keeps tokens. The keyring may be absent, refuse, or wait for a person for ever: whatever it does
 * not do in time counts as not done, and the token stays in memory.
 */
export function createTokenStore({ keyring, dataDir, limit }: TokenStoreOptions): TokenStore {
  const memory = new Map<string, string>()

  async function inTime<T>(
    work: () => Promise<T>,
    onLate?: (result: T) => void,
  ): Promise<T | typeof outOfOrder> {
    const { promise: late, resolve } = Promise.withResolvers<typeof outOfOrder>()
    const timer = setTimeout(() => resolve(outOfOrder), limit)
    // A failing keyring is an expected state here, shown as the place "memory".
    const done = work().catch((): typeof outOfOrder => outOfOrder)
    const result = await Promise.race([done, late])
    clearTimeout(timer)
    if (result === outOfOrder && onLate) {
      void done.then((later) => later !== outOfOrder && onLate(later))
    }
    return result
  }

  async function writeToKeyring(account: string, token: string): Promise<boolean> {
    const written = await inTime(() => keyring.write(account, token))
    if (written !== outOfOrder && (await inTime(() => keyring.read(account))) === token) return true
    // A failed write may have left the secret behind.
    await inTime(() => keyring.remove(account))
    return false
  }

  function hold(profileId: string, token: string): TokenPlace {
    memory.set(profileId, token)
    return 'memory'
  }

  return {
    async read(profileId, onLate) {
      const held = memory.get(profileId)
      if (held !== undefined) return { token: held, place: 'memory' }
      const kept = await inTime(
        () => keyring.read(accountOf(dataDir, profileId)),
        (late) => late && !memory.has(profileId) && onLate?.({ token: late, place: 'keyring' }),
      )
      if (kept === outOfOrder || !kept) return { token: null, place: 'missing' }
      return { token: kept, place: 'keyring' }
    },

    async write(profileId, token) {
      memory.delete(profileId)
      if (await writeToKeyring(accountOf(dataDir, profileId), token)) return 'keyring'
      return hold(profileId, token)
    },

    holds: (profileId) => memory.has(profileId),
    hold,

    async remove(profileId) {
      memory.delete(profileId)
      await inTime(() => keyring.remove(accountOf(dataDir, profileId)))
    },
  }
}
