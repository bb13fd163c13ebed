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
  } else
    output.progress(
      output.text(
        'No se vende hasta confirmarlo: resolve --acknowledge.',
        'Nothing is sold until it is confirmed: resolve --acknowledge.',
      ),
    )
}

function recoveryLines(
  { setAside, restoredAt, replayed, open }: Extract<JournalState, { kind: 'recovered' }>,
  { text, language }: Output,
): string[] {
  const when = restoredAt === null ? '' : formatDateTime(restoredAt, language)
  const from =
    restoredAt === null
      ? text('No había copia: se rehízo.', 'There was no copy: it was rebuilt.')
      : text(`Se volvió a la copia de ${when}.`, `It went back to the copy of ${when}.`)
  const name = setAside.at(-1)
  const kept = text('El archivo dañado está en', 'The damaged file is in')
  return [
    text('El registro de ventas se recuperó de un daño.', 'The journal was recovered from damage.'),
    ...(name === undefined ? [] : [`${from} ${kept} damaged/${name}.`]),
    text(
      `Ventas recuperadas de intents.log: ${replayed}; sin resolver: ${open}.`,
      `Sales recovered from intents.log: ${replayed}; not resolved: ${open}.`,
    ),
  ]
}
