import { randomUUID } from 'node:crypto'
import type { CallsOf, Handlers, ParsedInput } from '../../../shared/contract/index.ts'
import type { ConnectionState } from '../../../shared/contract/connection.ts'
import { refuseTooLarge } from '../../../shared/domain/money/typed-money.ts'
import type { TopUp } from '../../../shared/domain/balance/topup.ts'
import { currencyOfCountry } from '../../../shared/domain/money/money.ts'
import { Failure } from '../../../shared/errors.ts'
import { readStoredTopUp } from './topup-store.ts'
import type { TopUpDeps } from './ports.ts'
import { returnUrls } from './return-urls.ts'
import {
  buysAround,
  keepWaiting,
  look,
  lookAgain,
  mine,
  recordBalance,
  schedule,
  stop,
  watch,
  type Waiting,
} from './waiting.ts'

/** Topping the balance up: see shared/contract/topup.ts. */
export type TopUps = ReturnType<typeof createTopUps>

export function createTopUps(deps: TopUpDeps) {
  const waiting: Waiting = {
    deps,
    watched: null,
  }
  return {
    handlers: handlersOf(waiting),
    /** Goes on looking for what was waited for when the program ended. */
    resume: (): void => resume(waiting),
    /** Another profile is another balance: what was waited for is not looked for any more. */
    onConnection: ({ activeId }: Pick<ConnectionState, 'activeId'>) => {
      const { watched } = waiting
      if (watched && watched.load.profileId !== activeId) stop(waiting, watched)
    },
    close: (): Promise<void> => close(waiting),
  }
}

function handlersOf(waiting: Waiting): Handlers<CallsOf<'loading'>> {
  return {
    'loading.state': async () => mine(waiting)?.load ?? null,
    'loading.start': (input) => start(waiting, input),
    'loading.look': async () => {
      const target = mine(waiting)
      if (!target) return null
      if (target.load.state === 'stopped') lookAgain(waiting, target)
      if (target.load.state === 'waiting') await look(waiting, target)
      return target.load
    },
    'loading.stop': async () => {
      const target = mine(waiting)
      if (target) stop(waiting, target)
      return target?.load ?? null
    },
    'loading.openLink': async () => {
      const target = mine(waiting)
      if (!target) throw new Failure('BAD_INPUT', { fields: 'link' })
      await waiting.deps.openUrl(target.load.link)
      return {}
    },
  }
}

/** Asks for a link to pay at, and waits for the balance that comes of it. */
async function start(
  waiting: Waiting,
  { amount, reference }: ParsedInput<'loading.start'>,
): Promise<TopUp> {
  const { deps } = waiting
  const { now } = deps.clock
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
  recordBalance(waiting, profile.id, business)
  if (waiting.watched) stop(waiting, waiting.watched)
  const startedAt = now()
  const load: TopUp = {
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
  const begun = watch(waiting, { load, before: rows.map(({ id }) => id) })
  keepWaiting(waiting)
  schedule(waiting, begun)
  return begun.load
}

function resume(waiting: Waiting): void {
  const kept = readStoredTopUp(waiting.deps.settings)
  if (waiting.watched || kept?.load.profileId !== waiting.deps.profileId()) return
  schedule(waiting, watch(waiting, { ...kept, load: { ...kept.load, error: null } }))
}

async function close({ watched }: Waiting): Promise<void> {
  if (!watched) return
  // What is waited for is not over: the next start goes on.
  watched.cancelTimer()
  watched.abort.abort()
  await watched.looking
}
