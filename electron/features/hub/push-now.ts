import {
  ordersUnheard,
  otherRegisters,
  share,
  tellAccounts,
  tellHub,
  type HubPosition,
} from '../../hub/calls.ts'
import type { HubConnection } from '../../hub/connect.ts'
import { beginning, type OutboxReader } from '../../store/hub/outbox.ts'
import { debtorKind } from '../../store/hub/shared-debtors.ts'
import { isDebt } from '../../store/hub/shared-debts.ts'
import type { Places } from '../../store/hub/shared.ts'
import { writeOtherRegisters } from '../../store/hub/others-note.ts'
import type { SharedChange } from '../../../shared/contract/upkeep/shared-docs.ts'
import { Failure, toAppError, type AppError, type ErrorCode } from '../../../shared/errors.ts'
import type { Pushed } from './hub-question.ts'
import { agreedPosition, isForked, readStill, ship, type ReadOutbox } from './ship.ts'

/** What is sent, from where to where. */
interface ToPush {
  hub: HubConnection
  read: ReadOutbox
  stream: string
  dataDir: string
  version: string
  places: Places
  now: () => number
  /** How many changes go at once, at most; left out: as many as usual. */
  atOnce?: number
  onSent: (position: HubPosition) => void
  /** What was said in sendings before this one and never answered, which this one keeps; left out: there are none. */
  unanswered?: Unanswered
}
/** By the name of each thing. */
export type Unanswered = Map<string, SharedChange>

/**
 * Hears what registers share, sends what the hub lacks, and hears how far the other registers are. Whom another register ordered
 * to be erased comes first: nothing is sent before it is. The hub is told how this register is, also why it
 * cannot send: where a copy of its journal sold on, nothing else tells its owner. What fails of that undoes no sending.
 * @throws Failure as `ship`
 */
export async function pushNow(of: ToPush): Promise<Pushed> {
  const { hub, read, stream, dataDir, version, places, now, onSent, unanswered = new Map() } = of
  const told = (left: number | null, trouble: string | null) =>
    tellHub(hub, { stream, clock: now(), left, trouble })
  let at: HubPosition = beginning
  const sending = (position: HubPosition) => {
    at = position
    onSent(position)
  }
  const leftNow = () => readStill({ read, stream }, (outbox) => outbox.leftAfter(at.seq))
  try {
    at = await agreedPosition({ hub, read, stream })
    const { shared, failed, orders } = await hear()
    if (orders !== null) {
      return { sent: 0, left: leftNow(), missing: [], beside: failed, shared, orders }
    }
    const atOnce = of.atOnce === undefined ? {} : { atOnce: of.atOnce }
    const deps = { hub, read, stream, version, now, ...atOnce }
    const { sent, missing } = await ship({ ...deps, onSent: sending })
    const left = leftNow()
    const beside = (await talk(left)) ?? failed
    return { sent, left, missing, beside, shared, orders }
  } catch (caught) {
    // Whatever comes of it: why it could not send is what is answered.
    await tellTrouble(toAppError(caught)).catch(() => undefined)
    throw caught
  }

  /**
   * Says what was said here of what registers share, and hears it of others, with whom they ordered to be erased; why not, where
   * it fails. Whoever is named in it is so only once it was heard that nobody ordered them to be erased.
   */
  async function hear(): Promise<Pick<Pushed, 'shared' | 'orders'> & { failed: AppError | null }> {
    const ordered = (shared: Pushed['shared']) =>
      readStill({ read, stream }, (outbox) => ordersFirst(outbox, shared, () => onSent(at)))
    const said = readStill({ read, stream }, ({ shared }) => ({
      heard: shared.position(),
      changes: shared.changes(places),
    }))
    try {
      if (said.changes.some(({ kind }) => kind === debtorKind)) {
        const shared = await share(hub, { stream, at, ...said, changes: [] })
        const orders = ordered(shared)
        if (orders !== null) return { shared, orders, failed: null }
      }
      for (const change of said.changes.filter((one) => !isDebt(one))) {
        unanswered.set(JSON.stringify([change.kind, change.scope, change.key]), change)
      }
      const answer = await share(hub, { stream, at, ...said })
      // Of what was put back since nothing is said: that it was told from here is known by this alone.
      const shared = answer && { ...answer, sent: [...unanswered.values(), ...answer.sent] }
      unanswered.clear()
      return { shared, orders: ordered(shared), failed: null }
    } catch (caught) {
      // Another program of this computer sent meanwhile: it shared, too.
      const failed = isForkedFailure(caught) ? null : toAppError(caught)
      return { shared: null, orders: ordered(null), failed }
    }
  }

  /** Says how the register is, and hears of the others; why not, where it fails. */
  async function talk(left: number): Promise<AppError | null> {
    try {
      await told(left, null)
      await hearOthers({ hub, stream, dataDir, places, now })
      return null
    } catch (caught) {
      return toAppError(caught)
    }
  }

  /** A copy is told of where it is seen to be one: whoever joined anew meanwhile is none. */
  async function tellTrouble({ code }: AppError): Promise<void> {
    if (notTold.includes(code)) return
    if (code === 'HUB_FORKED' && !(await isForked({ hub, read, stream }))) return
    await told(null, code)
  }
}

/** Says which accounts this register works for, and keeps beside the journal how far the others are. */
async function hearOthers(
  of: Pick<ToPush, 'hub' | 'stream' | 'dataDir' | 'places' | 'now'>,
): Promise<void> {
  const { hub, stream, dataDir } = of
  await tellAccounts(hub, { stream, accounts: of.places.accounts })
  const heard = { stream, at: of.now() }
  const registers = await otherRegisters(hub)
  writeOtherRegisters(dataDir, { ...heard, registers, unheard: await ordersUnheard(hub) })
}

/** The hub would not hear it, or it is no trouble of what is sent: the stream was left, or the program ends. */
const notTold: readonly ErrorCode[] = [
  ...(['HUB_UNREACHABLE', 'HUB_NOT_JOINED', 'CANCELLED'] as const),
]

const isForkedFailure = (caught: unknown) =>
  caught instanceof Failure && caught.error.code === 'HUB_FORKED'

/** What orders name here, as far as they are known; null: there are none to be carried out. `beat`: it is still being looked for. */
function ordersFirst(
  { orders }: OutboxReader,
  shared: Pushed['shared'],
  beat: () => void,
): Pushed['orders'] {
  const toDo = orders.toDo(beat)
  // One that is only heard now is looked for once it is written down.
  const isAny = toDo.length > 0 || (shared?.docs ?? []).some(orders.isNew)
  return isAny ? toDo : null
}
