import { randomUUID } from 'node:crypto'
import type { CallsOf, Emit, Handlers, ParsedInput } from '../../../shared/contract/index.ts'
import type { ConnectionState } from '../../../shared/contract/connection.ts'
import { serviceDay } from '../../../shared/domain/time/dates.ts'
import { refuseTooLarge } from '../../../shared/domain/money/figures.ts'
import { nextLoadLook, recordOfLoad, type Load } from '../../../shared/domain/sale/load.ts'
import { currencyOfCountry } from '../../../shared/domain/money/money.ts'
import type { TransactionRow } from '../../../shared/domain/sale/transaction.ts'
import { Failure, toAppError, type AppError } from '../../../shared/errors.ts'
import { listDay } from '../../service/list-day.ts'
import type { MerchantAccount, MerchantService } from '../../service/service.ts'
import type { JournalAccess } from '../../store/journal/journal-access.ts'
import { keep, readKept, type SettingsPort } from './kept.ts'
import { returnUrls } from './return-urls.ts'

export interface LoadingDeps {
  /** The active profile's service; throws NO_PROFILE or NO_TOKEN. */
  service: () => MerchantService
  profileId: () => string | null
  /** How far the service's clock is ahead of this computer's; null: not known. */
  clockSkewMs?: () => number | null
  /** To write balances in. */
  journal: Pick<JournalAccess, 'write'>
  /** Lets the top bar show the balance that was seen. */
  refreshBalance: () => void
  openUrl: (url: string) => Promise<void>
  /** Where the load that is waited for outlasts the program. */
  settings: SettingsPort
  emit: Emit
  onProblem: (error: AppError) => void
  now?: () => number
  /** Runs `work` once after `delay`; returns what cancels it. */
  after?: (delay: number, work: () => void) => () => void
}

/** Loading balance: see shared/contract/loading.ts. */
export interface Loading {
  readonly handlers: Handlers<CallsOf<'loading'>>
  /** Goes on looking for what was waited for when the program ended. */
  resume(): void
  /** Another profile is another balance: what was waited for is not looked for any more. */
  onConnection(state: Pick<ConnectionState, 'activeId'>): void
  close(): Promise<void>
}

/** What is kept of a load beside what the windows see. */
interface Watched {
  load: Load
  /** Purchases that were there before. */
  before: ReadonlySet<string>
  cancelTimer: () => void
  abort: AbortController
  /** The look that is running. */
  looking: Promise<void> | null
}

export function createLoading(deps: LoadingDeps): Loading {
  const now = deps.now ?? Date.now
  const after = deps.after ?? systemTimer
  let watched: Watched | null = null

  function tell(target: Watched, change: Partial<Load>): void {
    target.load = { ...target.load, ...change }
    deps.emit('loading.changed', target.load)
  }

  /** The balance around a load is written down: the service does not tell of it later. */
  function record(profileId: string, business: MerchantAccount): void {
    try {
      const seen = { at: now(), skewMs: deps.clockSkewMs?.() ?? null }
      deps.journal.write().recordBalance(profileId, { ...business, ...seen, reason: 'load' })
    } catch (caught) {
      deps.onProblem(toAppError(caught))
    }
  }

  async function start({ amount, reference }: ParsedInput<'loading.start'>): Promise<Load> {
    const service = deps.service()
    const { profile } = service
    if (amount.minor <= 0 || amount.currency !== currencyOfCountry[profile.country]) {
      throw new Failure('AMOUNT_UNREADABLE', { text: String(amount.minor) })
    }
    refuseTooLarge(amount)
    const rows = await buysAround(service, now(), now())
    const business = await service.getBusiness()
    const link = await service.generateLink({ reference, amount, ...returnUrls(profile) })
    if (deps.profileId() !== profile.id) throw new Failure('NO_PROFILE')
    record(profile.id, business)
    if (watched) stop(watched)
    const startedAt = now()
    const load: Load = {
      id: randomUUID(),
      profileId: profile.id,
      reference,
      amount,
      link,
      startedAt,
      state: 'waiting',
      endedAt: null,
      recordId: null,
      before: business.balance,
      balance: business.balance,
      looks: 0,
      lastLookAt: null,
      nextLookAt: null,
      error: null,
    }
    const begun = watch(load, new Set(rows.map(({ id }) => id)))
    keepWaiting()
    schedule(begun)
    return begun.load
  }

  function watch(load: Load, before: ReadonlySet<string>): Watched {
    watched = {
      load,
      before,
      cancelTimer: () => undefined,
      abort: new AbortController(),
      looking: null,
    }
    return watched
  }

  /** Writes down what is waited for, or that nothing is. What cannot be kept is looked for all the same. */
  function keepWaiting(): void {
    const { load, before } = watched ?? {}
    try {
      keep(deps.settings, load?.state === 'waiting' ? { load, before: [...(before ?? [])] } : null)
    } catch (caught) {
      deps.onProblem(toAppError(caught))
    }
  }

  function schedule(target: Watched): void {
    target.cancelTimer()
    const at = nextLoadLook(target.load.startedAt, now())
    if (at === null) return stop(target)
    tell(target, { nextLookAt: at })
    target.cancelTimer = after(at - now(), () => void look(target))
  }

  /** Looks once; never rejects. Whoever asks meanwhile gets that one. */
  function look(target: Watched): Promise<void> {
    target.looking ??= lookOnce(target).finally(() => {
      target.looking = null
    })
    return target.looking
  }

  async function lookOnce(target: Watched): Promise<void> {
    target.cancelTimer()
    const { signal } = target.abort
    try {
      const service = deps.service()
      if (service.profile.id !== target.load.profileId) return stop(target)
      const rows = await buysAround(service, target.load.startedAt, now(), signal)
      const row = recordOfLoad(target.load.amount, target.before, rows)
      const business = await service.getBusiness(signal)
      const seen = { looks: target.load.looks + 1, lastLookAt: now(), error: null }
      tell(target, { ...seen, recordId: row?.id ?? null, balance: business.balance })
      if (row?.status === 'APPROVED') return arrive(target, business)
      if (row?.status === 'REJECTED') return end(target, 'rejected')
    } catch (caught) {
      if (signal.aborted) return
      tell(target, { lastLookAt: now(), error: toAppError(caught) })
    }
    if (target.load.state === 'waiting' && !signal.aborted) schedule(target)
  }

  function arrive(target: Watched, business: MerchantAccount): void {
    record(target.load.profileId, business)
    end(target, 'arrived')
    deps.refreshBalance()
  }

  function end(target: Watched, state: Load['state']): void {
    target.cancelTimer()
    tell(target, { state, endedAt: now(), nextLookAt: null })
    if (target === watched) keepWaiting()
  }

  function stop(target: Watched): void {
    target.cancelTimer()
    target.abort.abort()
    if (target.load.state === 'waiting') end(target, 'stopped')
  }

  /** The load that is shown: of the active profile alone. */
  function mine(): Watched | null {
    return watched?.load.profileId === deps.profileId() ? watched : null
  }

  return {
    handlers: {
      'loading.state': async () => mine()?.load ?? null,
      'loading.start': start,
      'loading.look': async () => {
        const target = mine()
        if (!target) return null
        if (target.load.state === 'stopped') {
          target.abort = new AbortController()
          tell(target, { state: 'waiting', endedAt: null })
          keepWaiting()
        }
        if (target.load.state === 'waiting') await look(target)
        return target.load
      },
      'loading.stop': async () => {
        const target = mine()
        if (target) stop(target)
        return target?.load ?? null
      },
      'loading.openLink': async () => {
        const target = mine()
        if (!target) throw new Failure('BAD_INPUT', { fields: 'link' })
        await deps.openUrl(target.load.link)
        return {}
      },
    },
    resume() {
      const kept = readKept(deps.settings)
      if (watched || kept?.load.profileId !== deps.profileId()) return
      schedule(watch({ ...kept.load, error: null }, new Set(kept.before)))
    },
    onConnection: ({ activeId }) => {
      if (watched && watched.load.profileId !== activeId) stop(watched)
    },
    close: async () => {
      if (!watched) return
      // What is waited for is not over: the next start goes on.
      watched.cancelTimer()
      watched.abort.abort()
      await watched.looking
    },
  }
}

/** The purchases of the days from a moment until now (epoch ms). */
async function buysAround(
  service: Pick<MerchantService, 'list'>,
  from: number,
  to: number,
  signal?: AbortSignal,
): Promise<TransactionRow[]> {
  const days = new Set([serviceDay(from), serviceDay(to)])
  const rows: TransactionRow[] = []
  for (const day of days) rows.push(...(await listDay(service, 'buys', day, signal)).rows)
  return rows
}

function systemTimer(delay: number, work: () => void): () => void {
  const timer = setTimeout(work, delay)
  return () => clearTimeout(timer)
}
