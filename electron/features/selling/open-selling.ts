import type { CallsOf, Handlers } from '../../../shared/contract/index.ts'
import { Failure } from '../../../shared/errors.ts'
import type { JournalReader } from '../../store/journal-reader.ts'
import { openJournal, openJournalReader } from '../../store/open-journal.ts'
import type { SellingDeps } from './ports.ts'
import { createSelling, createSellingBlocked, type Selling } from './selling.ts'

/** Selling over the journal of a data folder, or what is left of it when the journal cannot be written. */
export interface OpenedSelling {
  readonly handlers: Handlers<CallsOf<'selling'>>
  /** null: nothing can be sold, `failure` says why. */
  readonly selling: Selling | null
  readonly failure: Failure | null
  /** Stops look-ups, waits for requests that are out, closes the journal and frees the folder. */
  close(): Promise<void>
}

/**
 * Opens the journal and makes the feature over it (not started). Where this process cannot be the
 * journal's writer (REGISTER_ALREADY_OPEN, JOURNAL_DAMAGED, JOURNAL_NEWER, DISK_FULL, STORE_FAILED), every
 * call that would sell says so and what can be read is shown.
 */
export function openSelling(folder: string, deps: Omit<SellingDeps, 'journal'>): OpenedSelling {
  try {
    const journal = openJournal(folder)
    const selling = createSelling({ ...deps, journal })
    return {
      handlers: selling.handlers,
      selling,
      failure: null,
      close: async () => {
        await selling.stop()
        journal.close()
      },
    }
  } catch (caught) {
    if (!(caught instanceof Failure)) throw caught
    const reader = readerOf(folder, deps)
    return {
      handlers: createSellingBlocked(caught, reader, deps.profileId),
      selling: null,
      failure: caught,
      close: async () => reader?.close(),
    }
  }
}

function readerOf(folder: string, deps: Omit<SellingDeps, 'journal'>): JournalReader | null {
  try {
    return openJournalReader(folder)
  } catch (caught) {
    if (!(caught instanceof Failure)) throw caught
    deps.onProblem(caught.error)
    return null
  }
}
