import { Failure } from '../../../shared/errors.ts'
import type { JournalReader } from '../../store/journal/journal-reader.ts'
import { openJournalReader } from '../../store/journal/open-journal.ts'
import type { ReadOutbox } from './ship.ts'

/**
 * Reads what the journal of a data folder has to send, by a connection of its own for a moment each time: who sells, opens the
 * window or closes it waits for nothing here.
 * @throws Failure HUB_NOT_JOINED there is no journal; and what opening it throws
 */
export function outboxOf(
  dataDir: string,
  open: (dataDir: string) => JournalReader | null = openJournalReader,
): ReadOutbox {
  return (work) => {
    const reader = open(dataDir)
    if (!reader) throw new Failure('HUB_NOT_JOINED')
    try {
      return work(reader.outbox)
    } finally {
      reader.close()
    }
  }
}
