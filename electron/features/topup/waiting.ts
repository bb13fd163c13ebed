import { serviceDay } from '../../../shared/domain/time/dates.ts'
import { nextTopUpLook, recordOfTopUp, type TopUp } from '../../../shared/domain/balance/topup.ts'
import type { TransactionRow } from '../../../shared/domain/sale/transaction.ts'
import { toAppError } from '../../../shared/errors.ts'
import { orTold } from '../../or-told.ts'
import { listDay } from '../../service/list-day.ts'
import type { MerchantAccount, MerchantService } from '../../service/service.ts'
import { storeTopUp, type StoredTopUp } from './topup-store.ts'
import type { TopUpDeps } from './ports.ts'

/** The top-up that is waited for, one at a time. */
export interface Waiting {
  readonly deps: TopUpDeps
  watched: Watched | null
}

/** What is kept of a top-up beside what the windows see. */
export interface Watched {
  load: TopUp
  /** Purchases that were there before. */
  before: ReadonlySet<string>
  cancelTimer: () => void
  abort: AbortController
  /** The look that is running. */
  looking: Promise<void> | null
}

/** Watches a top-up from now on, without looking yet. */
export function watch(waiting: Waiting, { load, before }: StoredTopUp): Watched {
  waiting.watched = {
    load,
    before: new Set(before),
    cancelTimer: () => undefined,
    abort: new AbortController(),
    looking: null,
  }
  return waiting.watched
}

/** The top-up that is shown: of the active profile alone. */
export function mine({ deps, watched }: Waiting): Watched | null {
  return watched?.load.profileId === deps.profileId() ? watched : null
}

/** Changes a top-up, and tells the windows. */
function tellTopUp({ deps }: Waiting, target: Watched, change: Partial<TopUp>): void {
  target.load = { ...target.load, ...change }
  deps.emit('loading.changed', target.load)
}

/** Writes down what is waited for, or that nothing is. What cannot be kept is looked for all the same. */
export function keepWaiting({ deps, watched }: Waiting): void {
  const { load, before } = watched ?? {}
  const stored = load?.state === 'waiting' ? { load, before: [...(before ?? [])] } : null
  orTold(deps.onProblem, () => storeTopUp(deps.settings, stored))
}

/** The balance around a top-up is written down: the service does not tell of it later. */
export function recordBalance(
  { deps }: Waiting,
  profileId: string,
  business: MerchantAccount,
): void {
  const seen = { at: deps.clock.now(), skewMs: deps.clockSkewMs?.() ?? null }
  orTold(deps.onProblem, () =>
    deps.journal.write().recordBalance(profileId, { ...business, ...seen, reason: 'load' }),
  )
}

/** Looks again when it is due; a top-up that is too old is looked for no more. */
export function schedule(waiting: Waiting, target: Watched): void {
  const { now, after } = waiting.deps.clock
  target.cancelTimer()
  const at = nextTopUpLook(target.load.startedAt, now())
  if (at === null) return stop(waiting, target)
  tellTopUp(waiting, target, { nextLookAt: at })
  target.cancelTimer = after(at - now(), () => void look(waiting, target))
}

/** Looks for one that was stopped again. */
export function lookAgain(waiting: Waiting, target: Watched): void {
  target.abort = new AbortController()
  tellTopUp(waiting, target, { state: 'waiting', endedAt: null })
  keepWaiting(waiting)
}

/** Looks once; never rejects. Whoever asks meanwhile gets that one. */
export function look(waiting: Waiting, target: Watched): Promise<void> {
  target.looking ??= lookOnce(waiting, target).finally(() => {
    target.looking = null
  })
  return target.looking
}

async function lookOnce(waiting: Waiting, target: Watched): Promise<void> {
  const { deps } = waiting
  const { now } = deps.clock
  target.cancelTimer()
  const { signal } = target.abort
  try {
    const service = deps.service()
    if (service.profile.id !== target.load.profileId) return stop(waiting, target)
    const rows = await buysAround(service, target.load.startedAt, now(), signal)
    const row = recordOfTopUp(target.load.amount, target.before, rows)
    const business = await service.getBusiness(signal)
    const seen = { looks: target.load.looks + 1, lastLookAt: now(), error: null }
    tellTopUp(waiting, target, { ...seen, recordId: row?.id ?? null, balance: business.balance })
    if (row?.status === 'APPROVED') return arrive(waiting, target, business)
    if (row?.status === 'REJECTED') return end(waiting, target, 'rejected')
  } catch (caught) {
    if (signal.aborted) return
    tellTopUp(waiting, target, { lastLookAt: now(), error: toAppError(caught) })
  }
  if (target.load.state === 'waiting' && !signal.aborted) schedule(waiting, target)
}

function arrive(waiting: Waiting, target: Watched, business: MerchantAccount): void {
  recordBalance(waiting, target.load.profileId, business)
  end(waiting, target, 'arrived')
  waiting.deps.refreshBalance()
}

function end(waiting: Waiting, target: Watched, state: TopUp['state']): void {
  target.cancelTimer()
  tellTopUp(waiting, target, { state, endedAt: waiting.deps.clock.now(), nextLookAt: null })
  if (target === waiting.watched) keepWaiting(waiting)
}

/** Looks no more. */
export function stop(waiting: Waiting, target: Watched): void {
  target.cancelTimer()
  target.abort.abort()
  if (target.load.state === 'waiting') end(waiting, target, 'stopped')
}

/** The purchases of the days from a moment until now (epoch ms). */
export async function buysAround(
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
