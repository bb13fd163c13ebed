import type { JournalState } from '../../shared/contract/journal.ts'
import { formatDateTime } from '../../shared/domain/time/dates.ts'
import type { Output } from './output.ts'
import type { Session } from './session.ts'

/**
 * Says what was recovered of a damaged journal, and with `acknowledge` that a person has read it: selling
 * opens again then. A journal that was not damaged is passed over in silence.
 */
export async function tellRecovery(
  { features }: Session,
  output: Output,
  acknowledge: boolean,
): Promise<void> {
  const state = await features.handlers['journal.state']({})
  if (state.kind !== 'recovered') return
  for (const line of recoveryLines(state, output)) output.progress(line)
  if (acknowledge) {
    await features.handlers['journal.acknowledge']({})
    features.note('journal.acknowledge', { detail: 'resolve --acknowledge' })
  } else output.progress(output.say('cli.recovery.acknowledge'))
}

function recoveryLines(
  { setAside, restoredAt, replayed, open, openAside }: Extract<JournalState, { kind: 'recovered' }>,
  { say, language }: Output,
): string[] {
  const from =
    restoredAt === null
      ? say('cli.recovery.rebuilt')
      : say('cli.recovery.restored', { time: formatDateTime(restoredAt, language) })
  const name = setAside.at(-1)
  // What is here came from a copy elsewhere: nothing was damaged.
  if (name?.startsWith('replaced-')) {
    return [
      `${from} ${say('cli.recovery.replaced', { name })}`,
      ...openAsideLines(openAside, say),
      say('cli.recovery.replayed', { replayed, open }),
    ]
  }
  return [
    say('cli.recovery.damaged'),
    ...(name === undefined ? [] : [`${from} ${say('cli.recovery.kept', { name })}`]),
    say('cli.recovery.replayed', { replayed, open }),
  ]
}

/** That sales without an end went aside, or may have, with a register that a copy took the place of. */
export function openAsideLines(count: number | null, say: Output['say']): string[] {
  if (count === null) return [say('cli.recovery.openAsideUnread')]
  return count > 0 ? [say('cli.recovery.openAside', { count }, count)] : []
}
