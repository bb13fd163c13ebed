import { accountIn } from '../../keyring-in-time.ts'

/**
 * The account of a profile at one origin, of one data folder. Whoever changes the profile's address changes the account:
 * a token is found for the address that it was given for and no other, and folders do not see each other's.
 */
export function accountOf(dataDir: string, profileId: string, origin: string): string {
  return `${accountBefore(dataDir, profileId)} ${origin}`
}

/** Where a token once stood without its origin: nobody can tell what it was given for, so it is removed, never read. */
export function accountBefore(dataDir: string, profileId: string): string {
  return accountIn(dataDir, profileId)
}
