import { otherRegisters, positionOf, tellHub, type HubPosition } from '../../hub/calls.ts'
import type { HubConnection } from '../../hub/connect.ts'
import { writeOtherRegisters } from '../../store/hub/others-note.ts'
import { toAppError } from '../../../shared/errors.ts'
import type { Pushed } from './hub-question.ts'
import { ship, type ReadOutbox } from './ship.ts'

/**
 * Sends what the hub lacks, and hears of it how far the other registers are. The hub is told how this register is, also why it
 * cannot send: where a copy of its journal sold on, nothing else tells its owner.
 * @throws Failure as `ship`
 */
export async function pushNow(of: {
  hub: HubConnection
  read: ReadOutbox
  stream: string
  dataDir: string
  version: string
  now: () => number
  onSent: (position: HubPosition) => void
}): Promise<Pushed> {
  const { hub, read, stream, dataDir, version, now, onSent } = of
  const told = (left: number | null, trouble: string | null) =>
    tellHub(hub, { stream, clock: now(), left, trouble })
  try {
    const { sent, missing } = await ship({ hub, read, stream, version, now, onSent })
    const { seq } = await positionOf(hub, stream)
    const left = read((outbox) => outbox.leftAfter(seq))
    await told(left, null)
    const heard = { stream, at: now() }
    writeOtherRegisters(dataDir, { ...heard, registers: await otherRegisters(hub) })
    return { sent, left, missing }
  } catch (caught) {
    const { code } = toAppError(caught)
    // Whatever comes of it: why it could not send is what is answered.
    if (code !== 'HUB_UNREACHABLE') await told(null, code).catch(() => undefined)
    throw caught
  }
}
