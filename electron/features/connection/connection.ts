import type { ConnectionState } from '../../../shared/contract/connection.ts'
import type { CallsOf, Handlers } from '../../../shared/contract/index.ts'
import { Failure } from '../../../shared/errors.ts'
import { createSerialQueue } from '../../async/serial-queue.ts'
import type { MerchantService } from '../../service/service.ts'
import type { ServicePace } from '../../service/pace-book.ts'
import { parseServiceAddress } from '../../service/transport/address.ts'
import type { AccountView } from './account.ts'
import {
  activeAccount,
  createActive,
  openActive,
  connectionState,
  tokenOwner,
  type ActiveConnection,
  type ConnectionOptions,
} from './active.ts'
import {
  chooseProfile,
  openSandbox,
  removeProfile,
  saveProfile,
  setToken,
  tokenFor,
} from './change-profile.ts'
import { cleanToken } from './token.ts'
import { tryConnection } from './try-connection.ts'

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
  /** How long the active profile's service took for what this run asked. */
  pace(): ServicePace[]
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
  const active = createActive(options)
  if (options.given) useGiven(active, options.given)
  const ready = openActive(active)
  return {
    handlers: handlersOf(active, ready),
    state: () => connectionState(active),
    ready,
    service: () => activeAccount(active).service,
    onChange(listener) {
      active.listeners.add(listener)
      return () => active.listeners.delete(listener)
    },
    agreedTime: () => active.account?.agreedTime() ?? null,
    async proveShop(isTold) {
      await ready
      await proveShop(active, isTold)
    },
    pace: () => active.account?.pace() ?? [],
    refreshSoon: () => active.account?.refreshSoon(),
    async close() {
      active.closed = true
      active.listeners.clear()
      await active.account?.close()
    },
  }
}

function useGiven(
  { tokens, profiles }: ActiveConnection,
  { profile, token }: NonNullable<ConnectionOptions['given']>,
): void {
  parseServiceAddress(profile.baseUrl)
  if (token !== null) tokens.hold(profile, cleanToken(token))
  profiles.save(profile, true)
}

function handlersOf(active: ActiveConnection, ready: Promise<void>): Connection['handlers'] {
  /** One change after the other: each waits for keyring and service in between. */
  const changes = createSerialQueue()
  void changes.add(() => ready)
  const inTurn = (change: () => Promise<void>) =>
    changes.add(change).then(() => connectionState(active))

  return {
    'connection.state': () => ready.then(() => connectionState(active)),
    'connection.test': async ({ profile, token }) => {
      const text = token === undefined ? await tokenFor(active, profile) : cleanToken(token)
      return tryConnection(profile, text, active.client)
    },
    'connection.save': (input) => inTurn(() => saveProfile(active, input)),
    'connection.use': ({ profileId }) => inTurn(() => chooseProfile(active, profileId)),
    'connection.remove': ({ profileId }) => inTurn(() => removeProfile(active, profileId)),
    'connection.setToken': (input) => inTurn(() => setToken(active, input)),
    'connection.useSandbox': ({ country }) => inTurn(() => openSandbox(active, country)),
    'connection.refresh': async () => {
      await ready
      await activeAccount(active).refresh()
      return connectionState(active)
    },
  }
}

async function proveShop(active: ActiveConnection, isTold: boolean): Promise<void> {
  const { tokens, shops } = active
  const { profile } = activeAccount(active)
  const owner = tokenOwner(active, profile)
  const token = owner && (await tokens.read(owner)).token
  if (!token) return
  if (!isTold && !(await shops.holds(profile, token))) throw new Failure('SHOP_UNPROVEN')
  shops.keep(profile, token)
}
