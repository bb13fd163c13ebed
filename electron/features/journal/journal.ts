import type { JournalState } from '../../../shared/contract/journal.ts'
import type { CallsOf, Handlers } from '../../../shared/contract/index.ts'
import { Failure, type AppError } from '../../../shared/errors.ts'
import { createBackupKeeper } from '../../store/recovery/backup-keeper.ts'
import { parseBackupName, type BackupReason } from '../../store/recovery/backup-names.ts'
import {
  acknowledgeRecovery,
  readRecovery,
  type Recovery,
} from '../../store/recovery/recovery-note.ts'

/** What watches over the journal itself: how it came up, and its copies. */
export interface JournalMaintenance {
  readonly handlers: Handlers<CallsOf<'journal'>>
  /** @throws Failure JOURNAL_RECOVERED_OPEN while nobody has read what was recovered. */
  mustBeAcknowledged(): void
  /** Begins the hourly copies. */
  start(): void
  /** Copies now, for example at the close of a shift; null: nothing changed since the newest copy. */
  backup(reason: BackupReason): Promise<string | null>
  stop(): Promise<void>
}

export interface JournalMaintenanceDeps {
  dataDir: string
  /** Why the journal is not ours to write; null when it is. */
  blocked: AppError | null
  /** Why cache.db could not be opened and is kept in memory; null when it could. */
  cacheProblem: AppError | null
  /** Open sales of the active profile. */
  openCount: () => number
  onProblem: (error: AppError) => void
}

export function createJournalMaintenance(deps: JournalMaintenanceDeps): JournalMaintenance {
  const { dataDir, blocked, onProblem } = deps
  const keeper = createBackupKeeper({ folder: dataDir, onProblem })
  let recovery: Recovery | null = blocked ? null : readRecovery(dataDir)

  function state(): JournalState {
    if (blocked) return { kind: 'blocked', error: blocked }
    const { cacheProblem } = deps
    if (!recovery) return { kind: 'ready', ...(cacheProblem && { cache: cacheProblem }) }
    const { at, setAside, replayed, restoredFrom } = recovery
    const restoredAt = restoredFrom === null ? null : (parseBackupName(restoredFrom)?.at ?? null)
    return { kind: 'recovered', at, setAside, restoredAt, replayed, open: deps.openCount() }
  }

  return {
    handlers: {
      'journal.state': async () => state(),
      'journal.acknowledge': async () => {
        if (recovery) acknowledgeRecovery(dataDir)
        recovery = null
        return state()
      },
    },
    mustBeAcknowledged: () => {
      if (recovery) throw new Failure('JOURNAL_RECOVERED_OPEN')
    },
    start: () => {
      if (!blocked) keeper.start()
    },
    backup: (reason) => keeper.backup(reason),
    stop: () => keeper.stop(),
  }
}
