import type { Profile, TokenPlace } from '../../../shared/contract/connection.ts'
import { withTimeout } from '../../async/time-limit.ts'
import { parseServiceAddress } from '../../service/transport/address.ts'
import type { Keyring } from '../../host/host.ts'
import { accountBefore, accountOf } from './token-account.ts'

/** Whose a token is: a profile at the origin of its address. */
export type TokenOwner = Pick<Profile, 'id' | 'baseUrl'>

/**
 * The tokens by profile and origin: in the keyring, or in memory until the app closes. A profile whose address became
 * another's, also in a file that somebody edited, finds none.
 */
export type TokenStore = ReturnType<typeof createTokenStore>

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
export function createTokenStore({ keyring, dataDir, limit }: TokenStoreOptions) {
  const memory = new Map<string, string>()

  async function inTime<T>(
    work: () => Promise<T>,
    onLate?: (result: T) => void,
  ): Promise<T | typeof outOfOrder> {
    // A failing keyring is an expected state here, shown as the place "memory".
    const done = work().catch((): typeof outOfOrder => outOfOrder)
    const result = await withTimeout(done, limit, (): typeof outOfOrder => outOfOrder)
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

  const nameOf = ({ id, baseUrl }: TokenOwner) =>
    accountOf(dataDir, id, parseServiceAddress(baseUrl).origin)

  function hold(owner: TokenOwner, token: string): TokenPlace {
    memory.set(nameOf(owner), token)
    return 'memory'
  }

  return {
    /**
     * What is kept for a profile at its origin. A keyring that a person must first unlock counts as empty until
     * then: `onLate` is told of the token that it gives afterwards.
     */
    async read(owner: TokenOwner, onLate?: (stored: StoredToken) => void): Promise<StoredToken> {
      const name = nameOf(owner)
      const held = memory.get(name)
      if (held !== undefined) return { token: held, place: 'memory' }
      const kept = await inTime(
        () => keyring.read(name),
        (late) => late && !memory.has(name) && onLate?.({ token: late, place: 'keyring' }),
      )
      if (kept === outOfOrder || !kept) return { token: null, place: 'missing' }
      return { token: kept, place: 'keyring' }
    },

    /** Keeps a token in the keyring, or else in memory. Resolves to where it is. */
    async write(owner: TokenOwner, token: string): Promise<TokenPlace> {
      const name = nameOf(owner)
      memory.delete(name)
      if (!(await writeToKeyring(name, token))) return hold(owner, token)
      await inTime(() => keyring.remove(accountBefore(dataDir, owner.id)))
      return 'keyring'
    },

    /** Whether the profile's token is in memory. */
    holds: (owner: TokenOwner): boolean => memory.has(nameOf(owner)),
    /** Keeps a token in memory only. */
    hold,

    async remove(owner: TokenOwner): Promise<void> {
      memory.delete(nameOf(owner))
      for (const name of [nameOf(owner), accountBefore(dataDir, owner.id)]) {
        await inTime(() => keyring.remove(name))
      }
    },
  }
}
