import { Failure } from '../shared/errors.ts'
import {
  blockedJournal,
  writtenJournal,
  type JournalAccess,
} from './store/journal/journal-access.ts'
import type { JournalReader } from './store/journal/journal-reader.ts'
import { openJournal, openJournalReader, type OpenJournal } from './store/journal/open-journal.ts'
import { unlessFailed } from './store/sqlite/sqlite-errors.ts'

/** The journal as this run has it: to write, or to look at only, and then why. */
export type Register =
  | { kind: 'open'; journal: OpenJournal }
  | { kind: 'blocked'; failure: Failure; reader: JournalReader | null }

/**
 * Opens the journal to sell. Damaged, newer or on a full disk it is shown as far as it can be read, and selling
 * says why.
 * @throws Failure REGISTER_ALREADY_OPEN
 */
export function openRegister(dataDir: string): Register {
  try {
    return { kind: 'open', journal: openJournal(dataDir) }
  } catch (caught) {
    if (!(caught instanceof Failure) || caught.error.code === 'REGISTER_ALREADY_OPEN') throw caught
    // What cannot be opened cannot be shown either; why is said by the failure of opening it to write.
    const reader = unlessFailed(() => openJournalReader(dataDir))
    return { kind: 'blocked', failure: caught, reader }
  }
}

/** Opens the journal to look only, whoever else has it open. */
export function lookIntoRegister(dataDir: string): Register {
  return {
    kind: 'blocked',
    failure: new Failure('REGISTER_ALREADY_OPEN'),
    reader: openJournalReader(dataDir),
  }
}

/** The journal for the features, who need not know why it may be blocked. */
export function journalOf(register: Register): JournalAccess {
  if (register.kind === 'open') return writtenJournal(register.journal)
  return blockedJournal(register.failure, register.reader)
}

export function closeRegister(register: Register): void {
  if (register.kind === 'open') register.journal.close()
  else register.reader?.close()
}
