import { randomUUID } from 'node:crypto'
import type { ConnectionState, Profile, TokenPlace } from '../../../shared/contract/connection.ts'
import type { CallsOf, Emit, Handlers, ParsedInput } from '../../../shared/contract/index.ts'
import type { Country } from '../../../shared/domain/money/money.ts'
import { Failure, toAppError, type AppError } from '../../../shared/errors.ts'
import { parseServiceAddress } from '../../service/transport/address.ts'
import type { ServiceOptions } from '../../service/client.ts'
import type { MerchantService } from '../../service/service.ts'
import { createAccount, noAccount, type Account, type AccountView } from './account.ts'
import type { Keyring } from './keyring.ts'
import { createProfiles, type SettingsPort } from './profiles.ts'
import { sandboxProfile } from './sandbox-profile.ts'
import { createSameShop, freshName, type KnownSale } from './same-shop.ts'
import { createTokenStore, type StoredToken, type TokenOwner } from './token-store.ts'
import { cleanToken } from './token.ts'
import { tryConnection } from './try-connection.ts'
import { defaultWatchTimes, type WatchTimes } from './watch.ts'

/** What the connection is made of. */
export interface ConnectionOptions {
  settings: SettingsPort
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

/** The connection to one merchant account at a time. */
export interface Connection {
  handlers: Handlers<CallsOf<'connection'>>
  state(): ConnectionState & AccountView
  /** The active profile's client; throws NO_PROFILE. Ask again each time: it changes with the profile. */
  service(): MerchantService
  /** Told of every change of the state; returns its own unsubscribe. */
  onChange(listener: (state: ConnectionState) => void): () => void
  /** The newest time (epoch ms) that service and computer agree on; null: not known. See Account. */
  agreedTime(): number | null
  /**
   * Proves that the token at work is of the shop whose books the active profile holds, where it is not known to be:
   * for a connection given at start. `isTold`: whoever gave it says so. Throws SHOP_UNPROVEN or why it cannot be asked.
   */
  proveShop(isTold: boolean): Promise<void>
  /** Asks the balance shortly, for example after a sale. */
  refreshSoon(): void
  /** Settles once the token of the active profile has been looked for. */
  readonly ready: Promise<void>
  close(): Promise<void>
}

/**
 * Opens the connection: profiles and the active one from the settings, its token from the keyring
 * (see `ready`). Throws URL_INVALID, URL_INSECURE or BAD_INPUT for what is `given`.
 */
export function createConnection(options: ConnectionOptions): Connection {
  const { settings, emit, startSandbox, dataDir, given } = options
  const { openSales = () => 0, newestSale = () => null, onProblem = () => undefined } = options
  const client = {
    ...(options.proxyFor && { proxyFor: options.proxyFor }),
    ...(options.timeouts && { timeouts: options.timeouts }),
  }
  const watchTimes = { ...defaultWatchTimes, ...options.watchTimes }
  const profiles = createProfiles(settings)
  const tokens = createTokenStore({
    keyring: options.keyring,
    dataDir,
    limit: options.keyringLimit ?? 3_000,
  })
  const shops = createSameShop({ settings, newestSale, client, now: () => Date.now() })
  const listeners = new Set<(state: ConnectionState) => void>()
  const sandboxes = new Map<Country, { url: string; token: string }>()
  let account: Account | null = null
  let closed = false

  const state = (): ConnectionState & AccountView => ({
    profiles: profiles.all(),
    activeId: profiles.active()?.id ?? null,
    ...(account?.view() ?? noAccount),
  })

  function tell(): void {
    const now = state()
    // Whoever asked the service must hear its answer, whatever goes wrong where it is told of.
    for (const hear of [
      (view: ConnectionState) => emit('connection.changed', view),
      ...listeners,
    ]) {
      try {
        hear(now)
      } catch (caught) {
        onProblem(toAppError(caught))
      }
    }
  }

  function activeAccount(): Account {
    if (account === null) throw new Failure('NO_PROFILE')
    return account
  }

  /**
   * Under whom the token of a profile is kept. One that was given without a token uses
   * that of a stored profile of the same origin, and of no other.
   */
  function tokenOwner(profile: Profile): TokenOwner | null {
    if (tokens.holds(profile) || !profiles.isSessionOnly(profile.id)) return profile
    const twins = profiles.lasting().filter((stored) => sameOrigin(stored, profile))
    return twins.find(({ id }) => id === profile.id) ?? twins[0] ?? null
  }

  /** Leaves the account before and opens that of the active profile, with its token. */
  async function open(): Promise<void> {
    if (closed) return
    const before = account
    const profile = profiles.active()
    const opened = profile && createAccount({ profile, client, watchTimes, onChange: tell })
    account = opened
    await before?.close()
    if (opened !== null) {
      const begin = (stored: StoredToken) => {
        opened.useToken(stored)
        if (stored.token !== null) void opened.refreshQuietly()
      }
      const stillMissing = () => account === opened && opened.view().token === 'missing'
      const owner = tokenOwner(opened.profile)
      if (owner !== null) {
        begin(await tokens.read(owner, (late) => stillMissing() && begin(late)))
      }
    }
    tell()
  }

  /** The stored token, for the origin that it was stored for and no other. */
  async function tokenFor(profile: Profile): Promise<string | null> {
    const known = profiles.find(profile.id)
    return known !== null && sameOrigin(known, profile) ? (await tokens.read(known)).token : null
  }

  async function keep(profile: Profile, token: string, sessionOnly: boolean): Promise<TokenPlace> {
    const place = sessionOnly ? tokens.hold(profile, token) : await tokens.write(profile, token)
    shops.keep(profile, token)
    return place
  }

  /** A token that is refused does not replace one that may be good. Offline it cannot be known. */
  async function mustBeTaken(profile: Profile, token: string): Promise<void> {
    const trial = await tryConnection(profile, token, client)
    if (!trial.ok && trial.error.code === 'UNAUTHORIZED') throw new Failure('UNAUTHORIZED')
  }

  /** A new token under the books that a profile has: proven to be of the same shop, or else a person's word. */
  async function mustBeSameShop(profile: Profile, token: string): Promise<void> {
    // Whatever the service does not answer now proves nothing.
    const holds = await shops.holds(profile, token).catch((caught: unknown) => {
      if (caught instanceof Failure) return false
      throw caught
    })
    if (holds) return
    // One that was mistyped is of no shop: there is nothing to ask.
    await mustBeTaken(profile, token)
    throw new Failure('SHOP_UNPROVEN')
  }

  async function forget(profile: Profile): Promise<void> {
    await tokens.remove(profile)
    profiles.remove(profile.id)
  }

  /**
   * Stores a profile. Another address, country or shop is another account: it gets an id of its own, so that no sale,
   * catalog or report of the account before is taken for one of it.
   */
  async function save({ profile, token, shop }: ParsedInput<'connection.save'>): Promise<void> {
    const known = profiles.find(profile.id)
    const sessionOnly = profiles.isSessionOnly(profile.id)
    const { origin, basePath } = parseServiceAddress(profile.baseUrl)
    const sandbox = sessionOnly && known?.sandbox === true
    const changed = { ...profile, baseUrl: origin + basePath, sandbox }
    const isMoved = known !== null && !sameAccount(known, changed)
    const isOtherShop = known !== null && !isMoved && token !== undefined && shop === 'other'
    if (isOtherShop) return beginShop(changed, cleanToken(token), sessionOnly)
    const saved = isMoved ? { ...changed, id: randomUUID() } : changed
    const secret = token ?? (isMoved ? await tokenFor(profile) : null)
    if (secret !== null) {
      const text = cleanToken(secret)
      if (shop !== 'same') await mustBeSameShop(saved, text)
      await keep(saved, text, sessionOnly)
    }
    profiles.save(saved, sessionOnly)
    // What is open there can only be looked up there.
    if (isMoved && openSales(known.id) === 0) await forget(known)
    await open()
  }

  /** Another shop at the same address: a profile of its own, and the one before stays with its books. */
  async function beginShop(like: Profile, token: string, sessionOnly: boolean): Promise<void> {
    const taken = profiles.all().map(({ name }) => name)
    const begun = { ...like, id: randomUUID(), name: freshName(like.name, taken) }
    await keep(begun, token, sessionOnly)
    profiles.save(begun, sessionOnly)
    await open()
  }

  async function useSandbox(country: Country): Promise<void> {
    const running = sandboxes.get(country)
    const alive =
      running &&
      (await tryConnection(sandboxProfile(country, running.url), running.token, client)).ok
    const { url, token } = running && alive ? running : await startSandbox(country)
    sandboxes.set(country, { url, token })
    const profile = sandboxProfile(country, url)
    tokens.hold(profile, token)
    profiles.save(profile, true)
    await open()
  }

  async function setToken({
    token: text,
    shop,
  }: ParsedInput<'connection.setToken'>): Promise<void> {
    const current = activeAccount()
    const { profile } = current
    const sessionOnly = profiles.isSessionOnly(profile.id)
    const token = cleanToken(text)
    await mustBeTaken(profile, token)
    if (shop === 'other') return beginShop(profile, token, sessionOnly)
    if (shop !== 'same') await mustBeSameShop(profile, token)
    const place = await keep(profile, token, sessionOnly)
    current.useToken({ token, place })
    await current.refreshQuietly()
  }

  if (given) {
    parseServiceAddress(given.profile.baseUrl)
    if (given.token !== null) tokens.hold(given.profile, cleanToken(given.token))
    profiles.save(given.profile, true)
  }
  const ready = open()

  let last: Promise<unknown> = ready
  /** One change after the other: each waits for keyring and service in between. */
  function inTurn(change: () => Promise<void>): Promise<ConnectionState> {
    const turn = last.then(change)
    // Who asked for the change learns of its failure; the next one goes on all the same.
    last = turn.catch(() => undefined)
    return turn.then(state)
  }

  const handlers: Connection['handlers'] = {
    'connection.state': () => ready.then(state),
    'connection.test': async ({ profile, token }) =>
      tryConnection(
        profile,
        token === undefined ? await tokenFor(profile) : cleanToken(token),
        client,
      ),
    'connection.save': (input) => inTurn(() => save(input)),
    'connection.use': ({ profileId }) =>
      inTurn(async () => {
        if (profiles.find(profileId) === null) throw new Failure('NO_PROFILE')
        profiles.use(profileId)
        await open()
      }),
    'connection.remove': ({ profileId }) =>
      inTurn(async () => {
        if (openSales(profileId) > 0) throw new Failure('PROFILE_HAS_OPEN_SALES')
        const known = profiles.find(profileId)
        const wasActive = profiles.active()?.id === profileId
        if (known !== null) await forget(known)
        if (wasActive) await open()
        else tell()
      }),
    'connection.setToken': (input) => inTurn(() => setToken(input)),
    'connection.useSandbox': ({ country }) => inTurn(() => useSandbox(country)),
    'connection.refresh': async () => {
      await ready
      await activeAccount().refresh()
      return state()
    },
  }

  return {
    handlers,
    state,
    ready,
    service: () => activeAccount().service,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    agreedTime: () => account?.agreedTime() ?? null,
    async proveShop(isTold) {
      await ready
      const { profile } = activeAccount()
      const owner = tokenOwner(profile)
      const token = owner && (await tokens.read(owner)).token
      if (!token) return
      if (!isTold && !(await shops.holds(profile, token))) throw new Failure('SHOP_UNPROVEN')
      shops.keep(profile, token)
    },
    refreshSoon: () => account?.refreshSoon(),
    async close() {
      closed = true
      listeners.clear()
      await account?.close()
    },
  }
}

/** Whether two profiles lead to the same account, as far as can be known here. */
function sameAccount(a: Profile, b: Profile): boolean {
  const [one, other] = [a, b].map(({ baseUrl }) => parseServiceAddress(baseUrl))
  return sameOrigin(a, b) && one?.basePath === other?.basePath && a.country === b.country
}

function sameOrigin(a: Profile, b: Profile): boolean {
  return parseServiceAddress(a.baseUrl).origin === parseServiceAddress(b.baseUrl).origin
}
