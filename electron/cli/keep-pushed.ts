import { Failure } from '../../shared/errors.ts'
import { createProfiles } from '../features/connection/profiles.ts'
import { carryOut } from '../features/hub/carry-out.ts'
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

/** What is to be carried out before anything is sent takes two rounds, and more where there is much of it. */
const roundsAtMost = 20

/**
 * Pushes, and writes down what that came to, also where it failed halfway: where nobody has the journal open and it opens at
 * once; else a later push does. The hub itself knows. Whom others ordered to be erased is erased before anything is sent.
 */
export function keepsPushed(dataDir: string, stream: HubStream) {
  const settings = openSettingsFile(dataDir)
  const places = placesOf(createProfiles(settings).lasting(), writtenBusiness(settings))
  const keepBeside = (beside: SharedWritten['beside']) => keepBusiness(settings, beside)
  /** Answers whether it could be written down. */
  async function keep(acked: number, { shared, orders }: Pick<Pushed, 'shared' | 'orders'>) {
    if (acked === stream.ackedSeq && shared === null && orders === null) return false
    // One that was not closed well is gone through first: only who is to be erased is worth the wait.
    if (orders === null && !isTrusted(dataDir)) return false
    return inOwnJournal(dataDir, stream, async (journal) => {
      const { outbox } = journal
      outbox.acknowledge(Math.max(acked, stream.ackedSeq), Date.now())
      outbox.prune(Date.now() - keptNotesMs, prunedAtOnce)
      if (shared !== null) outbox.shared.take(shared, places, Date.now(), keepBeside)
      await carryOut({ inJournal: (work) => work(journal), now: Date.now }, orders ?? [])
    })
  }
  return async (
    push: (places: Places, onSent: (position: Position) => void) => Promise<Pushed>,
  ): Promise<Pushed> => {
    let acked = stream.ackedSeq
    const onSent = ({ seq }: Position) => void (acked = seq)
    for (let round = 1; ; round += 1) {
      const pushed = await push(places, onSent).catch(async (caught: unknown) => {
        await keep(acked, { shared: null, orders: null })
        throw caught
      })
      const isKept = await keep(acked, pushed)
      if (pushed.orders === null || !isKept || round === roundsAtMost) return pushed
    }
  }
}

/** Answers whether it was done: not where somebody else has the journal, or it is in that stream no more. */
async function inOwnJournal(
  dataDir: string,
  { id }: HubStream,
  work: (journal: Journal) => Promise<void>,
): Promise<boolean> {
  let journal: Journal
  try {
    journal = openJournal(dataDir)
  } catch (caught) {
    if (caught instanceof Failure && caught.error.code === 'REGISTER_ALREADY_OPEN') return false
    throw caught
  }
  try {
    // Meanwhile it may have left, or joined again.
    const isStill = journal.outbox.stream()?.id === id
    if (isStill) await work(journal)
    return isStill
  } finally {
    journal.close()
  }
}
