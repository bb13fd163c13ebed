import type { Profile } from '../../../shared/contract/connection.ts'
import type { Business } from '../../../shared/domain/receipt/business.ts'
import type { Places } from '../../store/hub/shared.ts'

/** As long as the hub takes it. */
const longestScope = 400

/** An account as registers find it alike: by what its connection is called, and where its service is. */
export const accountScope = ({ name, baseUrl }: Pick<Profile, 'name' | 'baseUrl'>): string =>
  `account ${name} ${baseUrl}`

/** The account that a connection shares with other registers; null: none, as the test service is nobody's. */
export function sharedAccount(profile: Profile): string | null {
  const scope = accountScope(profile)
  return profile.sandbox || scope.length > longestScope ? null : scope
}

/**
 * What of what registers share has a place at this one. Connections of one name at one address are one account to the shop: the
 * service never says whose a token is.
 */
export function placesOf(profiles: readonly Profile[], business: Business | null): Places {
  const accounts = profiles.flatMap((profile): [string, string][] => {
    const scope = sharedAccount(profile)
    return scope === null ? [] : [[scope, profile.id]]
  })
  return {
    accounts: Object.fromEntries(accounts.toReversed()),
    beside: [{ kind: 'business', key: 'business', body: business }],
  }
}
