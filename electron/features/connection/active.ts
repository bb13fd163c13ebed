import type { ConnectionState, Profile } from '../../../shared/contract/connection.ts'
import type { Emit } from '../../../shared/contract/index.ts'
import type { Country } from '../../../shared/domain/money/money.ts'
import { Failure, type AppError } from '../../../shared/errors.ts'
import { orTold } from '../../or-told.ts'
import type { SettingsStore } from '../../host/host.ts'
import type { ServiceOptions } from '../../service/client.ts'
import { parseServiceAddress } from '../../service/transport/address.ts'
import { createAccount, noAccount, type Account, type AccountView } from './account.ts'
import type { Keyring } from '../../host/host.ts'
import { createProfiles, type Profiles } from './profiles.ts'
import { createSameShop, type KnownSale, type SameShop } from './same-shop.ts'
import {
  createTokenStore,
  type StoredToken,
  type TokenOwner,
  type TokenStore,
} from './token-store.ts'
import { defaultWatchTimes, type WatchTimes } from './watch.ts'

/** What the connection is made of. */
export interface ConnectionOptions {
  settings: SettingsStore
  emit: Emit
  startSandbox: (country: Country) => Promise<{ url: string; token: string }>
  /** Names the tokens in the keyring. */
  dataDir: string
  proxyFor?: ServiceOptions['proxyFor']
  /** A connection given by whoever started the app: active, and never stored. */
  given?: { profile: Profile; token: string | null }
  /** How many sales of a profile still wait for their end: it cannot be removed meanwhile. */
  openSales?: (profileId: string) => number
  /** The newest sale of a profile that the service is known to have; null: none. */
  newestSale?: (profileId: string) => KnownSale | null
  /** Told of what went wrong where the state is told of. */
  onProblem?: (error: AppError) => void
  keyring: Keyring
  timeouts?: ServiceOptions['timeouts']
  watchTimes?: Partial<WatchTimes>
  /** How long the keyring may take, in milliseconds. */
  keyringLimit?: number
}

/** The connection at work: profiles with their tokens, and the account of the active one. */
export interface ActiveConnection {
  readonly options: ConnectionOptions
  readonly client: Pick<ServiceOptions, 'proxyFor' | 'timeouts'>
  readonly watchTimes: WatchTimes
  readonly profiles: Profiles
  readonly tokens: TokenStore
  readonly shops: SameShop
  readonly listeners: Set<(state: ConnectionState) => void>
  /** The test services that were started, by country. */
  readonly sandboxes: Map<Country, { url: string; token: string }>
  account: Account | null
  closed: boolean
}

/** Puts the connection together; nothing is asked yet. */
export function createActive(options: ConnectionOptions): ActiveConnection {
  const { settings, keyring, dataDir, newestSale = () => null } = options
  const client = {
    ...(options.proxyFor && { proxyFor: options.proxyFor }),
    ...(options.timeouts && { timeouts: options.timeouts }),
  }
  return {
    options,
    client,
    watchTimes: { ...defaultWatchTimes, ...options.watchTimes },
    profiles: createProfiles(settings),
    tokens: createTokenStore({ keyring, dataDir, limit: options.keyringLimit ?? 3_000 }),
    shops: createSameShop({ settings, newestSale, client, now: () => Date.now() }),
    listeners: new Set(),
    sandboxes: new Map(),
    account: null,
    closed: false,
  }
}

/** What is known of profiles and account. */
export function connectionState({
  profiles,
  account,
}: ActiveConnection): ConnectionState & AccountView {
  return {
    profiles: profiles.all(),
    activeId: profiles.active()?.id ?? null,
    ...(account?.view() ?? noAccount),
  }
}

/** Tells everyone of the state as it is. */
export function tellState(active: ActiveConnection): void {
  const { emit, onProblem = () => undefined } = active.options
  const now = connectionState(active)
  // Whoever asked the service must hear its answer, whatever goes wrong where it is told of.
  for (const hear of [
    (view: ConnectionState) => emit('connection.changed', view),
    ...active.listeners,
  ]) {
    orTold(onProblem, () => hear(now))
  }
}

/** @throws Failure NO_PROFILE */
export function activeAccount({ account }: ActiveConnection): Account {
  if (account === null) throw new Failure('NO_PROFILE')
  return account
}

/**
 * Under whom the token of a profile is kept. One that was given without a token uses
 * that of a stored profile of the same origin, and of no other.
 */
export function tokenOwner(
  { profiles, tokens }: ActiveConnection,
  profile: Profile,
): TokenOwner | null {
  if (tokens.holds(profile) || !profiles.isSessionOnly(profile.id)) return profile
  const twins = profiles.lasting().filter((stored) => sameOrigin(stored, profile))
  return twins.find(({ id }) => id === profile.id) ?? twins[0] ?? null
}

/** Leaves the account before and opens that of the active profile, with its token. */
export async function openActive(active: ActiveConnection): Promise<void> {
  if (active.closed) return
  const { client, watchTimes, account: before } = active
  const profile = active.profiles.active()
  const onChange = () => tellState(active)
  const opened = profile && createAccount({ profile, client, watchTimes, onChange })
  active.account = opened
  await before?.close()
  if (opened !== null) await giveToken(active, opened)
  tellState(active)
}

/** The account's own token, once the keyring answers: late is better than never, unless another is there by then. */
async function giveToken(active: ActiveConnection, opened: Account): Promise<void> {
  const begin = (stored: StoredToken) => {
    opened.useToken(stored)
    if (stored.token !== null) void opened.refreshQuietly()
  }
  const stillMissing = () => active.account === opened && opened.view().token === 'missing'
  const owner = tokenOwner(active, opened.profile)
  if (owner === null) return
  begin(await active.tokens.read(owner, (late) => stillMissing() && begin(late)))
}

/** Whether a token that was given for one profile may be used for the other. */
export function sameOrigin(a: Profile, b: Profile): boolean {
  return parseServiceAddress(a.baseUrl).origin === parseServiceAddress(b.baseUrl).origin
}
