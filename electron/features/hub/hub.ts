import { setTimeout as pause } from 'node:timers/promises'
import type { CallsOf, Handlers } from '../../../shared/contract/index.ts'
import type { AuditLine } from '../../../shared/domain/people/audit-line.ts'
import type { HubState } from '../../../shared/contract/upkeep/hub.ts'
import { workerBeside } from '../../async/thread.ts'
import type { CommonDeps } from '../../deps.ts'
import type { SettingsStore } from '../../host/host.ts'
import { Failure } from '../../../shared/errors.ts'
import type { Places, SharedWritten } from '../../store/hub/shared.ts'
import { createBranches } from './branches.ts'
import { carryOut } from './carry-out.ts'
import { createHubThread } from './hub-thread.ts'
import type { Claims } from './claims/claims.ts'
import { keepReader, keptReader } from './kept-reader.ts'
import type { RegisterDeps } from './register.ts'
import type { HubPasswords, HubSecrets } from './secrets.ts'
import { createShipping, type Shipping } from './shipping.ts'
import type { Windows } from './windows/windows.ts'

export interface HubDeps extends Pick<
  CommonDeps,
  'journal' | 'clock' | 'now' | 'emit' | 'onProblem'
> {
  settings: SettingsStore
  dataDir: string
  version: string
  secrets: HubSecrets
  passwords: HubPasswords
  /** What asks the other registers while a sale is made: selling has it, too. */
  claims: Claims
  /** What asks them while a report is gathered: reports have it, too. */
  windows: Windows
  /** The password where there is no keyring, from the environment; null: none. */
  givenPassword: string | null
  isSelling: () => boolean
  /** What of what registers share has a place here. */
  places: () => Places
  /** Keeps what of it stands beside the journal. */
  keepBeside: (beside: SharedWritten['beside']) => void
  /** Something that registers share is new here. */
  onShared: (written: SharedWritten) => void
  /** Some were erased here, as another register ordered. */
  onErased: () => void
  /** Who is at the register; null: nobody signs in here. */
  cashier: () => { id: string; name: string } | null
  /** Writes a line of the trail in the name of who is here. */
  note: (action: string, said: AuditLine) => void
}

/** A thread keeps what it loaded for so long, in milliseconds: while somebody sells it is asked every few seconds. */
const warmMs = 60_000
/** How long a sale is waited for before the journal is worked in for long, and how often it is looked, in milliseconds. */
const sale = { longest: 20_000, look: 100 }
/** What joining and leaving work with here, in the name of who is at the register now. */
function registerOf(deps: HubDeps, closing: AbortSignal): RegisterDeps {
  const { journal, clock, isSelling, secrets, givenPassword, version, now } = deps
  const who = deps.cashier()
  return {
    ...{ secrets, givenPassword, version, now, closing },
    by: who && { id: who.id, name: who.name },
    // Whoever closes the window closes the journal, too: what still goes on finds neither.
    inJournal(work) {
      if (closing.aborted) throw new Failure('CANCELLED')
      return work(journal.write())
    },
    /** Whoever sells without a pause is not waited for without end: the hub waits meanwhile. */
    async untilFree() {
      const end = clock.monotonic() + sale.longest
      while (isSelling() && clock.monotonic() < end) await pause(sale.look)
    },
  }
}

export type Hub = ReturnType<typeof createHub>

/**
 * One of several registers, in the window: joins, leaves, and sends behind. What asks PostgreSQL is loaded with the first code
 * that is pasted, or in the thread that sends; a shop without a hub never does.
 */
export function createHub(deps: HubDeps) {
  const { secrets, passwords, claims, windows } = deps
  const closing = new AbortController()
  const password = passwords.of
  const branches = createBranches({
    ...deps,
    password,
    thread: createHubThread(workerBeside(import.meta.url, 'branches-worker'), { warmMs }),
  })
  const register = () => registerOf(deps, closing.signal)
  const shipping = createShipping({
    ...deps,
    password,
    forgetPassword: passwords.forget,
    thread: createHubThread(workerBeside(import.meta.url, 'hub-worker'), { warmMs }),
    async carryOut(orders) {
      await carryOut(register(), orders)
      deps.onErased()
    },
    onChange: () => deps.emit('hub.changed', {}),
  })
  const changed = (): HubState => {
    deps.emit('hub.changed', {})
    return stateOf(deps, shipping)
  }
  const renew = () => [passwords.forget(), claims.renew(), windows.renew()]
  /** Joins or leaves. Where it fails, too, the journal may stand in another stream: its hub did not answer at the last of it. */
  async function anew(work: () => Promise<unknown>): Promise<HubState> {
    try {
      await shipping.without(() => work().finally(renew))
    } catch (caught) {
      deps.emit('hub.changed', {})
      throw caught
    }
    return changed()
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
        return anew(() => joinHub(register(), code))
      },
      async 'hub.leave'() {
        const { leaveHub } = await import('./register.ts')
        return anew(() => leaveHub(register()))
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
    start: (): void => [shipping, claims].forEach((one) => one.start()),
    async stop(): Promise<void> {
      closing.abort()
      await Promise.all([shipping, branches, claims, windows].map((one) => one.stop()))
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
  const { acked, sentAt, isSending, missing, error, replaced } = shipping.state()
  const at = Math.max(ackedSeq, acked)
  // Numbers go on from the stream before: until the hub said where it stands only counting tells.
  const left = at === 0 ? outbox.leftAfter(0) : Math.max(0, outbox.newest() - at)
  return {
    register: {
      ...{ code, name, url, left, isSending, missing, error, replaced },
      sentAt: sentAt ?? ackedAt,
    },
    reader,
  }
}
