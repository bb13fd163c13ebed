import type { Profile, TokenPlace } from '../../../shared/contract/connection.ts'
import { parseServiceAddress } from '../../service/transport/address.ts'
import type { Keyring } from '../../host/host.ts'
import { keyringInTime, outOfOrder } from '../../keyring-in-time.ts'
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

/**
 * Keeps tokens. The keyring may be absent, refuse, or wait for a person for ever: whatever it does
 * not do in time counts as not done, and the token stays in memory.
 */
export function createTokenStore({ keyring, dataDir, limit }: TokenStoreOptions) {
  const memory = new Map<string, string>()
  const kept = keyringInTime(keyring, limit)

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
      const token = await kept.read(
        name,
        (late) => late && !memory.has(name) && onLate?.({ token: late, place: 'keyring' }),
      )
      if (token === outOfOrder || !token) return { token: null, place: 'missing' }
      return { token, place: 'keyring' }
    },

    /** Keeps a token in the keyring, or else in memory. Resolves to where it is. */
    async write(owner: TokenOwner, token: string): Promise<TokenPlace> {
      const name = nameOf(owner)
      memory.delete(name)
      if (!(await kept.keep(name, token))) return hold(owner, token)
      await kept.remove(accountBefore(dataDir, owner.id))
      return 'keyring'
    },

    /** Whether the profile's token is in memory. */
    holds: (owner: TokenOwner): boolean => memory.has(nameOf(owner)),
    /** Keeps a token in memory only. */
    hold,

    async remove(owner: TokenOwner): Promise<void> {
      memory.delete(nameOf(owner))
      for (const name of [nameOf(owner), accountBefore(dataDir, owner.id)]) {
        await kept.remove(name)
      }
    },
  }
}
