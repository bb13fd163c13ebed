import type { CallsOf, Handlers } from '../../../shared/contract/index.ts'
import type { HubState } from '../../../shared/contract/upkeep/hub.ts'
import { createThread, workerBeside } from '../../async/thread.ts'
import type { CommonDeps } from '../../deps.ts'
import { Failure, toAppError } from '../../../shared/errors.ts'
import type { RegisterDeps } from './register.ts'
import type { HubSecrets } from './secrets.ts'
import { createShipping, type Shipping } from './shipping.ts'

export interface HubDeps extends Pick<
  CommonDeps,
  'journal' | 'clock' | 'now' | 'emit' | 'onProblem'
> {
  dataDir: string
  version: string
  secrets: HubSecrets
  /** The password where there is no keyring, from the environment; null: none. */
  givenPassword: string | null
  isSelling: () => boolean
  /** Who is at the register; null: nobody signs in here. */
  cashier: () => { id: string; name: string } | null
}

/** The thread keeps what it loaded for so long, in milliseconds: while somebody sells it is asked every few seconds. */
const warmMs = 60_000
/** What a hub that answers without end can take of memory, in megabytes. */
const mostMemory = 256

export type Hub = ReturnType<typeof createHub>

/**
 * One of several registers, in the window: joins, leaves, and sends behind. What asks PostgreSQL is loaded with the first code
 * that is pasted, or in the thread that sends; a shop without a hub never does.
 */
export function createHub(deps: HubDeps) {
  const { journal, secrets, givenPassword, now } = deps
  const passwords = new Map<string, string>()
  const shipping = createShipping({
    ...deps,
    thread: createThread({
      url: workerBeside(import.meta.url, 'hub-worker'),
      limits: { maxOldGenerationSizeMb: mostMemory },
      warmMs,
      died: (cause) => new Failure('HUB_FAILED', { reason: toAppError(cause).code }),
    }),
    async password(login) {
      const known = givenPassword ?? passwords.get(login) ?? (await secrets.read(login))
      // The keyring is asked once: it is another program each time.
      if (known !== null) passwords.set(login, known)
      return known
    },
    onChange: () => deps.emit('hub.changed', {}),
  })
  const register = (): RegisterDeps => {
    const who = deps.cashier()
    return {
      ...deps,
      now,
      inJournal: (work) => work(journal.write()),
      by: who && { id: who.id, name: who.name },
      secrets,
      givenPassword,
    }
  }
  const changed = (): HubState => {
    deps.emit('hub.changed', {})
    return stateOf(deps, shipping)
  }
  return {
    handlers: {
      'hub.state': async () => stateOf(deps, shipping),
      async 'hub.join'({ code }) {
        const { joinHub } = await import('./register.ts')
        await joinHub(register(), code)
        await shipping.drop()
        passwords.clear()
        shipping.start()
        shipping.now()
        return changed()
      },
      async 'hub.leave'() {
        const { leaveHub } = await import('./register.ts')
        await leaveHub(register())
        await shipping.drop()
        passwords.clear()
        return changed()
      },
      async 'hub.sendNow'() {
        shipping.now()
        return stateOf(deps, shipping)
      },
    } satisfies Handlers<CallsOf<'hub'>>,
    /** Begins to send behind, where this register belongs to a hub. */
    start: (): void => shipping.start(),
    stop: (): Promise<void> => shipping.stop(),
  }
}

function stateOf({ journal }: HubDeps, shipping: Shipping): HubState {
  const outbox = journal.read()?.outbox
  const stream = outbox?.stream()
  if (!outbox || !stream) return { register: null }
  const { code, name, url, ackedSeq, ackedAt } = stream
  const { acked, sentAt, isSending, missing, error } = shipping.state()
  const left = Math.max(0, outbox.newest() - Math.max(ackedSeq, acked))
  return {
    register: {
      ...{ code, name, url, left, isSending, missing, error },
      sentAt: sentAt ?? ackedAt,
    },
  }
}
