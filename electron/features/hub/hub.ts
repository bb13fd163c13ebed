import type { CallsOf, Handlers } from '../../../shared/contract/index.ts'
import type { AuditLine } from '../../../shared/domain/people/audit-line.ts'
import type { HubState } from '../../../shared/contract/upkeep/hub.ts'
import { createThread, workerBeside } from '../../async/thread.ts'
import type { CommonDeps } from '../../deps.ts'
import type { SettingsStore } from '../../host/host.ts'
import { Failure, toAppError } from '../../../shared/errors.ts'
import { createBranches } from './branches.ts'
import { keepReader, keptReader } from './kept-reader.ts'
import type { RegisterDeps } from './register.ts'
import type { HubSecrets } from './secrets.ts'
import { createShipping, type Shipping } from './shipping.ts'

export interface HubDeps extends Pick<
  CommonDeps,
  'journal' | 'clock' | 'now' | 'emit' | 'onProblem'
> {
  settings: SettingsStore
  dataDir: string
  version: string
  secrets: HubSecrets
  /** The password where there is no keyring, from the environment; null: none. */
  givenPassword: string | null
  isSelling: () => boolean
  /** Who is at the register; null: nobody signs in here. */
  cashier: () => { id: string; name: string } | null
  /** Writes a line of the trail in the name of who is here. */
  note: (action: string, said: AuditLine) => void
}

/** The thread keeps what it loaded for so long, in milliseconds: while somebody sells it is asked every few seconds. */
const warmMs = 60_000
/** What a hub that answers without end can take of memory, in megabytes. */
const mostMemory = 256

const hubThread = (name: string) =>
  createThread({
    url: workerBeside(import.meta.url, name),
    limits: { maxOldGenerationSizeMb: mostMemory },
    warmMs,
    died: (cause) => new Failure('HUB_FAILED', { reason: toAppError(cause).code }),
  })

/** The passwords of logins; the keyring is asked once for each: it is another program each time. */
function createPasswords({ secrets, givenPassword }: HubDeps) {
  const known = new Map<string, string>()
  return {
    async of(login: string): Promise<string | null> {
      const password = givenPassword ?? known.get(login) ?? (await secrets.read(login))
      if (password !== null) known.set(login, password)
      return password
    },
    forget: (): void => known.clear(),
  }
}

export type Hub = ReturnType<typeof createHub>

/**
 * One of several registers, in the window: joins, leaves, and sends behind. What asks PostgreSQL is loaded with the first code
 * that is pasted, or in the thread that sends; a shop without a hub never does.
 */
export function createHub(deps: HubDeps) {
  const { journal, secrets, givenPassword, now } = deps
  const passwords = createPasswords(deps)
  const password = passwords.of
  const branches = createBranches({ ...deps, password, thread: hubThread('branches-worker') })
  const shipping = createShipping({
    ...deps,
    password,
    thread: hubThread('hub-worker'),
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
      ...branches.handlers,
      async 'hub.join'({ code }) {
        const { becomeReader, isReadersCode } = await import('./reader.ts')
        if (isReadersCode(code)) {
          const reader = await becomeReader(deps, code)
          keepReader(deps.settings, reader)
          deps.note('hub.reads', { subject: reader.name })
          await branches.drop()
          passwords.forget()
          return changed()
        }
        const { joinHub } = await import('./register.ts')
        await joinHub(register(), code)
        await shipping.drop()
        passwords.forget()
        shipping.start()
        shipping.now()
        return changed()
      },
      async 'hub.leave'() {
        const { leaveHub } = await import('./register.ts')
        await leaveHub(register())
        await shipping.drop()
        passwords.forget()
        return changed()
      },
      async 'hub.stopReading'() {
        const reader = keptReader(deps.settings)
        keepReader(deps.settings, null)
        if (reader) {
          deps.note('hub.readsNoMore', { subject: reader.name })
          await secrets.remove(reader.login)
        }
        await branches.drop()
        return changed()
      },
      async 'hub.sendNow'() {
        shipping.now()
        return stateOf(deps, shipping)
      },
    } satisfies Handlers<CallsOf<'hub' | 'branches'>>,
    /** Begins to send behind, where this register belongs to a hub. */
    start: (): void => shipping.start(),
    async stop(): Promise<void> {
      await Promise.all([shipping.stop(), branches.stop()])
    },
  }
}

function stateOf({ journal, settings }: HubDeps, shipping: Shipping): HubState {
  const kept = keptReader(settings)
  const reader = kept && { name: kept.name, branch: kept.branch, url: kept.url }
  const outbox = journal.read()?.outbox
  const stream = outbox?.stream()
  if (!outbox || !stream) return { register: null, reader }
  const { code, name, url, ackedSeq, ackedAt } = stream
  const { acked, sentAt, isSending, missing, error } = shipping.state()
  const left = Math.max(0, outbox.newest() - Math.max(ackedSeq, acked))
  return {
    register: {
      ...{ code, name, url, left, isSending, missing, error },
      sentAt: sentAt ?? ackedAt,
    },
    reader,
  }
}
