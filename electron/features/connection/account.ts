import type { ConnectionState, Profile } from '../../../shared/contract/connection.ts'
import { skewLimit } from '../../../shared/domain/sale/sale-machine.ts'
import { toAppError, type AppError } from '../../../shared/errors.ts'
import { createMerchantService, type ServiceOptions } from '../../service/client.ts'
import { createPaceBook, type ServicePace } from '../../service/pace-book.ts'
import type { MerchantAccount, MerchantService } from '../../service/service.ts'
import { differs, judgeReach, unknownReach, type Reach } from './reach.ts'
import type { StoredToken } from './token-store.ts'
import { createWatch, type WatchTimes } from './watch.ts'

/** What the state tells of the active account; here all of it is known, whoever may see it. */
export interface AccountView extends Omit<ConnectionState, 'profiles' | 'activeId' | 'business'> {
  /** With when it was seen, and clockSkewMs as it was then. */
  business: (MerchantAccount & { at: number; skewMs: number | null }) | null
}

export const noAccount: AccountView = { ...unknownReach, token: 'missing', business: null }

/** The active profile at work: its client, its token and what its answers say. */
export interface Account {
  readonly profile: Profile
  readonly service: MerchantService
  view(): AccountView
  /**
   * The newest time (epoch ms) that the service itself told, and this computer's clock agrees with; null: none yet, the
   * clocks are apart, or it is the sandbox, which runs by this computer's own clock.
   */
  agreedTime(): number | null
  /** How long the service took for what this run asked. */
  pace(): ServicePace[]
  /** Takes a token into use; what was judged with another one no longer counts. */
  useToken(stored: StoredToken): void
  /** Asks balance and profits now; throws Failure. */
  refresh(): Promise<void>
  /** The same in the background: the view tells how it went. */
  refreshQuietly(): Promise<void>
  refreshSoon(): void
  close(): Promise<void>
}

/** What an account is made of. */
export interface AccountOptions {
  profile: Profile
  onChange: () => void
  client: Pick<ServiceOptions, 'proxyFor' | 'timeouts'>
  watchTimes: WatchTimes
}

/** Opens the account of a profile, without a token yet. Throws URL_INVALID or URL_INSECURE. */
export function createAccount({ profile, onChange, client, watchTimes }: AccountOptions): Account {
  let stored: StoredToken = { token: null, place: 'missing' }
  let reach: Reach = unknownReach
  let business: AccountView['business'] = null
  /** Why the balance could not be read although the service answers. */
  let balanceError: AppError | null = null
  /** The newest time that the service told, epoch ms. */
  let told: number | null = null
  let closed = false
  const paces = createPaceBook()
  const watch = createWatch(refreshQuietly, watchTimes)

  const service = createMerchantService({
    ...client,
    profile,
    token: () => stored.token,
    onExchange(report) {
      paces.add(report)
      const before = reach
      reach = judgeReach(before, report)
      // What is in between, and answers in the service's place, has a clock of its own.
      if (reach.lastAnswerAt === report.endedAt) told = report.serverDate ?? told
      watch.follow(reach.reach)
      if (differs(before, reach)) tell()
    },
  })

  function tell(): void {
    if (!closed) onChange()
  }

  async function refresh(): Promise<void> {
    try {
      const answer = await service.getBusiness()
      business = { ...answer, at: Date.now(), skewMs: reach.clockSkewMs }
      balanceError = null
    } catch (caught) {
      balanceError = toAppError(caught)
      throw caught
    } finally {
      tell()
    }
  }

  async function refreshQuietly(): Promise<void> {
    // How it failed stands in the view.
    await refresh().catch(() => undefined)
  }

  return {
    profile,
    service,
    view: () => ({
      ...reach,
      error: reach.error ?? (reach.reach === 'online' ? balanceError : null),
      token: stored.place,
      business,
    }),
    agreedTime: () => {
      const { clockSkewMs } = reach
      const agrees = clockSkewMs !== null && Math.abs(clockSkewMs) <= skewLimit
      return agrees && !profile.sandbox ? told : null
    },
    pace: paces.pace,
    useToken(next) {
      stored = next
      reach = { ...unknownReach, clockSkewMs: reach.clockSkewMs }
      watch.follow(reach.reach)
      tell()
    },
    refresh,
    refreshQuietly,
    refreshSoon: () => watch.soon(),
    async close() {
      closed = true
      watch.stop()
      await service.close()
    },
  }
}
