import { createHash } from 'node:crypto'
import { usualProfile, type Profile } from '../../../../shared/contract/connection.ts'
import type { Country } from '../../../../shared/domain/money/money.ts'
import { Failure } from '../../../../shared/errors.ts'
import { accountScope } from '../places.ts'

/** An account as registers say which one their sales are of. */
export interface BookAccount {
  scope: string
  name: string
  baseUrl: string
}

const scopePattern = /^account (.*) (\S+)$/

function accountOf(scope: string): BookAccount[] {
  const [, name, baseUrl] = scopePattern.exec(scope) ?? []
  return name === undefined || baseUrl === undefined ? [] : [{ scope, name, baseUrl }]
}

/** The accounts that scopes name. */
export const accountsOf = (scopes: readonly string[]): BookAccount[] => scopes.flatMap(accountOf)

/**
 * Which of a hub's accounts a report is of: the one that is named; else the one of the connection in use, or the only one where
 * none is in use. It is never guessed: two accounts are two books.
 * @throws Failure HUB_NO_ACCOUNT
 */
export function chosenAccount(
  scopes: readonly string[],
  { named, profile }: { named: string | null; profile: Profile | null },
): BookAccount {
  const accounts = accountsOf(scopes)
  const own = profile && accountScope(profile)
  const found = accounts.filter(({ scope, name }) =>
    named === null ? own === null || scope === own : name === named,
  )
  const [account] = found
  if (!account || found.length > 1) {
    const known = accounts.map(({ name, baseUrl }) => `${name} (${baseUrl})`)
    throw new Failure('HUB_NO_ACCOUNT', { accounts: known.join(', ') || '—' })
  }
  return account
}

/** Stands for the account where no connection here is it: a computer without a token asks its service for nothing. */
export function profileOf({ scope, name, baseUrl }: BookAccount, country: Country): Profile {
  const id = `hub-${createHash('sha256').update(scope).digest('hex').slice(0, 12)}`
  return { ...usualProfile, id, name: name.slice(0, 80), country, baseUrl }
}
