import { otherRegisters, share, tellHub, type HubPosition } from '../../hub/calls.ts'
import type { HubConnection } from '../../hub/connect.ts'
import { beginning } from '../../store/hub/outbox.ts'
import type { Places } from '../../store/hub/shared.ts'
import { writeOtherRegisters } from '../../store/hub/others-note.ts'
import { Failure, toAppError, type AppError, type ErrorCode } from '../../../shared/errors.ts'
import type { Pushed } from './hub-question.ts'
import { isForked, readStill, ship, type ReadOutbox } from './ship.ts'

/**
 * Sends what the hub lacks, and hears of it how far the other registers are. The hub is told how this register is, also why it
 * cannot send: where a copy of its journal sold on, nothing else tells its owner. What fails of that undoes no sending.
 * @throws Failure as `ship`
 */
export async function pushNow(of: {
  hub: HubConnection
  read: ReadOutbox
  stream: string
  dataDir: string
  version: string
  places: Places
  now: () => number
  onSent: (position: HubPosition) => void
}): Promise<Pushed> {
  const { hub, read, stream, dataDir, version, places, now, onSent } = of
  const told = (left: number | null, trouble: string | null) =>
    tellHub(hub, { stream, clock: now(), left, trouble })
  let at: HubPosition = beginning
  const sending = (position: HubPosition) => {
    at = position
    onSent(position)
  }
  try {
    const { sent, missing } = await ship({ hub, read, stream, version, now, onSent: sending })
    const left = readStill({ read, stream }, (outbox) => outbox.leftAfter(at.seq))
    return { sent, left, missing, ...(await talk(left)) }
  } catch (caught) {
    // Whatever comes of it: why it could not send is what is answered.
    await tellTrouble(toAppError(caught)).catch(() => undefined)
    throw caught
  }

  /** Says how the register is, and hears of the others, and what they share; why not, where it fails. */
  async function talk(left: number): Promise<Pick<Pushed, 'beside' | 'shared'>> {
    try {
      await told(left, null)
      const heard = { stream, at: now() }
      writeOtherRegisters(dataDir, { ...heard, registers: await otherRegisters(hub) })
      return { beside: null, shared: await shareNow() }
    } catch (caught) {
      return { beside: toAppError(caught), shared: null }
    }
  }

  async function shareNow(): Promise<Pushed['shared']> {
    const said = readStill({ read, stream }, ({ shared }) => ({
      heard: shared.position(),
      changes: shared.changes(places),
    }))
    try {
      return await share(hub, { stream, at, ...said })
    } catch (caught) {
      // Another program of this computer sent meanwhile: it shared, too.
      if (caught instanceof Failure && caught.error.code === 'HUB_FORKED') return null
      throw caught
    }
  }

  /** A copy is told of where it is seen to be one: whoever joined anew meanwhile is none. */
  async function tellTrouble({ code }: AppError): Promise<void> {
    if (notTold.includes(code)) return
    if (code === 'HUB_FORKED' && !(await isForked({ hub, read, stream }))) return
    await told(null, code)
  }
}

/** The hub would not hear it, or it is no trouble of what is sent: the stream was left, or the program ends. */
const notTold: readonly ErrorCode[] = [
  ...(['HUB_UNREACHABLE', 'HUB_NOT_JOINED', 'CANCELLED'] as const),
]
