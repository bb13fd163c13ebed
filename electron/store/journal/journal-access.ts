import type { Failure } from '../../../shared/errors.ts'
import type { JournalReader } from './journal-reader.ts'
import type { Journal } from './journal.ts'
import { unlessFailed } from '../sqlite/sqlite-errors.ts'

/** The journal as this run has it, for whoever reads or writes it. */
export interface JournalAccess {
  /** Whether this process is the one that writes it: elsewhere it changes unseen. */
  readonly isWriter: boolean
  /** What can be read of it; null: nothing. */
  read(): JournalReader | null
  /** @throws Failure why it cannot be written. */
  write(): Journal
}

/** A journal that is ours to write. */
export function writtenJournal(journal: Journal): JournalAccess {
  return { isWriter: true, read: () => journal, write: () => journal }
}

/** A journal that is at most to be read, and why. */
export function blockedJournal(failure: Failure, reader: JournalReader | null): JournalAccess {
  return {
    isWriter: false,
    read: () => reader,
    write() {
      throw failure
    },
  }
}

/** The journal to write in; null where it cannot be written, whatever for. */
export function writableJournal(journal: JournalAccess): Journal | null {
  return unlessFailed(() => journal.write())
}
