import { Failure } from '../shared/errors.ts'
import {
  blockedJournal,
  writtenJournal,
  type JournalAccess,
} from './store/journal/journal-access.ts'
import type { JournalReader } from './store/journal/journal-reader.ts'
import type { WriterLock } from './store/files/lock.ts'
import {
  claimJournal,
  journalMigrations,
  openJournal,
  openJournalReader,
  type OpenJournal,
} from './store/journal/open-journal.ts'
import { isLarge, prepareJournal } from './store/journal/prepare-journal.ts'
import type { TellStep } from './store/recovery/recovery.ts'
import { unlessFailed } from './store/sqlite/sqlite-errors.ts'

/** The journal as this run has it: to write, or to look at only, and then why. */
export type Register =
  | { kind: 'open'; journal: OpenJournal }
  | { kind: 'blocked'; failure: Failure; reader: JournalReader | null }

/**
 * Opens the journal to sell. Damaged, newer or on a full disk it is shown as far as it can be read, and selling
 * says why. `tell` hears what takes long of a large one.
 * @throws Failure REGISTER_ALREADY_OPEN
 */
export function openRegister(dataDir: string, tell?: TellStep): Register {
  const told = tell && isLarge(dataDir) ? { tell } : {}
  return orBlocked(dataDir, () => openJournal(dataDir, journalMigrations, told))
}

/** A data folder that is ours for this run, or why it cannot be. */
export type RegisterClaim = { lock: WriterLock } | { failure: Failure }

/**
 * Claims the journal, before anything is shown.
 * @throws Failure REGISTER_ALREADY_OPEN
 */
export function claimRegister(dataDir: string): RegisterClaim {
  try {
    return { lock: claimJournal(dataDir) }
  } catch (caught) {
    if (!(caught instanceof Failure) || caught.error.code === 'REGISTER_ALREADY_OPEN') throw caught
    return { failure: caught }
  }
}

/**
 * As openRegister, of a claim; what takes long is done beside this thread, and told.
 * @throws Failure CANCELLED once the signal aborts: the claim is released
 */
export async function openClaimed(
  dataDir: string,
  claim: RegisterClaim,
  aside: Parameters<typeof prepareJournal>[1],
): Promise<Register> {
  if ('failure' in claim) return blocked(dataDir, claim.failure)
  const { lock } = claim
  let prepared: Awaited<ReturnType<typeof prepareJournal>>
  try {
    prepared = await prepareJournal(dataDir, aside)
    if (aside.signal.aborted) throw new Failure('CANCELLED')
  } catch (caught) {
    lock.release()
    if (!(caught instanceof Failure) || aside.signal.aborted) throw caught
    return blocked(dataDir, caught)
  }
  // Where it cannot be opened it has released the claim itself.
  return orBlocked(dataDir, () => openJournal(dataDir, journalMigrations, { lock, ...prepared }))
}

function orBlocked(dataDir: string, open: () => OpenJournal): Register {
  try {
    return { kind: 'open', journal: open() }
  } catch (caught) {
    if (!(caught instanceof Failure) || caught.error.code === 'REGISTER_ALREADY_OPEN') throw caught
    return blocked(dataDir, caught)
  }
}

/** What cannot be opened cannot be shown either; why is said by the failure of opening it to write. */
function blocked(dataDir: string, failure: Failure): Register {
  return { kind: 'blocked', failure, reader: unlessFailed(() => openJournalReader(dataDir)) }
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
