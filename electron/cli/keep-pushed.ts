import type { SharedAnswer } from '../../shared/contract/upkeep/shared-docs.ts'
import { Failure } from '../../shared/errors.ts'
import { createProfiles } from '../features/connection/profiles.ts'
import type { Pushed } from '../features/hub/hub-question.ts'
import { placesOf } from '../features/hub/places.ts'
import { keepBusiness, writtenBusiness } from '../features/settings/business.ts'
import { openSettingsFile } from '../host/system/settings-file.ts'
import { isTrusted } from '../store/check/wholeness.ts'
import { keptNotesMs, type HubStream, type Position } from '../store/hub/outbox.ts'
import type { Places, SharedWritten } from '../store/hub/shared.ts'
import { openJournal } from '../store/journal/open-journal.ts'
import type { Journal } from '../store/journal/journal.ts'

/** So few lines are forgotten at once that nobody waits for the journal. */
const prunedAtOnce = 10_000

/**
 * Pushes, and writes down what that came to, also where it failed halfway: where nobody has the journal open and it opens at
 * once; else a later push does. The hub itself knows.
 */
export function keepsPushed(dataDir: string, stream: HubStream) {
  const settings = openSettingsFile(dataDir)
  const places = placesOf(createProfiles(settings).lasting(), writtenBusiness(settings))
  return async (
    push: (places: Places, onSent: (position: Position) => void) => Promise<Pushed>,
  ): Promise<Pushed> => {
    let acked = stream.ackedSeq
    let shared: SharedAnswer | null = null
    try {
      const pushed = await push(places, ({ seq }) => void (acked = seq))
      ;({ shared } = pushed)
      return pushed
    } finally {
      if (acked > stream.ackedSeq || shared !== null) {
        inOwnJournal(dataDir, stream, ({ outbox }) => {
          outbox.acknowledge(Math.max(acked, stream.ackedSeq), Date.now())
          outbox.prune(Date.now() - keptNotesMs, prunedAtOnce)
          const keepBeside = (beside: SharedWritten['beside']) => keepBusiness(settings, beside)
          if (shared !== null) outbox.shared.take(shared, places, Date.now(), keepBeside)
        })
      }
    }
  }
}

function inOwnJournal(dataDir: string, { id }: HubStream, work: (journal: Journal) => void): void {
  if (!isTrusted(dataDir)) return
  let journal: Journal
  try {
    journal = openJournal(dataDir)
  } catch (caught) {
    if (caught instanceof Failure && caught.error.code === 'REGISTER_ALREADY_OPEN') return
    throw caught
  }
  try {
    // Meanwhile it may have left, or joined again.
    if (journal.outbox.stream()?.id === id) work(journal)
  } finally {
    journal.close()
  }
}
