import { formatDateTime } from '../../../shared/domain/time/dates.ts'
import { Failure } from '../../../shared/errors.ts'
import type { Language } from '../../../shared/words/words.ts'
import {
  forgetRestore,
  readAfterRestore,
  type AfterRestore,
} from '../../store/elsewhere/after-restore.ts'
import { readCopiesNote, type CopiesNote } from '../../store/elsewhere/copies-note.ts'
import type { Intent } from '../../store/sales/intent.ts'
import { alikeSince } from './catch-up.ts'

/** What keeps a register from selling because of copies: what the features before it need to know, without a disk elsewhere. */
export type CopiesGate = ReturnType<typeof createCopiesGate>

/** All was caught up so long ago (ms) that nothing of it is asked about. */
const forgottenAfter = 7 * 24 * 60 * 60_000

export function createCopiesGate(deps: {
  dataDir: string
  profileId: () => string | null
  /** The service's time (epoch ms), as far as it is known. */
  serviceNow: () => number
  language: () => Language
}) {
  const { dataDir, profileId, serviceNow, language } = deps
  let after = openAfterRestore(dataDir, serviceNow())
  let takenOver: CopiesNote['takenOver'] = readCopiesNote(dataDir)?.takenOver ?? null
  let waits = false

  /** The service of the connection in use was not asked yet what was sold since the copy. */
  function isBehind(): boolean {
    const id = profileId()
    return after !== null && id !== null && !(id in after.caughtUp)
  }

  return {
    isBehind,
    after: () => after,
    waits: () => waits,
    learn: (known: {
      after?: AfterRestore
      takenOver?: CopiesNote['takenOver']
      waits?: boolean
    }) => {
      after = known.after ?? after
      if (known.takenOver !== undefined) takenOver = known.takenOver
      waits = known.waits ?? waits
    },
    /** @throws Failure RESTORE_WAITS, REGISTER_TAKEN_OVER, RESTORE_UNCHECKED why no new sale may begin. */
    mayBegin: () => {
      // What is sold now would be put aside with the rest.
      if (waits) throw new Failure('RESTORE_WAITS')
      if (takenOver) throw new Failure('REGISTER_TAKEN_OVER', { computer: takenOver.computer })
      if (isBehind()) throw new Failure('RESTORE_UNCHECKED')
    },
    /** @throws Failure SOLD_ELSEWHERE the same may have been sold since the copy that this journal came from. */
    refuseSoldSince: (intent: Intent) => {
      const before = after && alikeSince(after, intent, serviceNow())
      if (!after || !before) return
      const time = formatDateTime(before.at ?? after.at, language())
      throw new Failure('SOLD_ELSEWHERE', { time })
    },
  }
}

/** Of a restore that is long done nothing has to be known. */
function openAfterRestore(dataDir: string, now: number): AfterRestore | null {
  const after = readAfterRestore(dataDir)
  const done = Object.values(after?.caughtUp ?? {})
  const isLongDone = done.length > 0 && done.every((at) => now - at > forgottenAfter)
  if (isLongDone) forgetRestore(dataDir)
  return isLongDone ? null : after
}
