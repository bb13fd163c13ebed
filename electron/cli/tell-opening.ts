import type { OpeningStep } from '../../shared/contract/journal.ts'
import type { TellStep } from '../store/recovery/recovery.ts'
import type { Output } from './output.ts'

/** Says what takes long before the journal is open, and of what can be measured each tenth that is done. */
export function tellOpening(output: Output): TellStep {
  let step: OpeningStep | null = null
  let tenths = 0
  return (next, done) => {
    const reached = Math.floor((done ?? 0) * 10)
    // A copy is read back after it was written, and begins anew.
    if (next === step && reached <= tenths) return
    const percent = next === step ? ` ${reached * 10} %` : ''
    output.progress(`${output.say(`opening.${next}`)}${percent}`)
    step = next
    tenths = reached
  }
}
