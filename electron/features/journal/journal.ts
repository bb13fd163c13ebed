import type { JournalState } from '../../../shared/contract/journal.ts'
import type { CallsOf, Emit, Handlers } from '../../../shared/contract/index.ts'
import { appError, Failure, toAppError, type AppError } from '../../../shared/errors.ts'
import type { Host } from '../../host/host.ts'
import { createBackupKeeper } from '../../store/recovery/backup-keeper.ts'
import { parseBackupName, type BackupReason } from '../../store/recovery/backup-names.ts'
import { createCheckKeeper, type CheckKeeper } from '../../store/check/check-keeper.ts'
import { checkJournal } from '../../store/check/check-request.ts'
import {
  acknowledgeRecovery,
  readRecovery,
  type Recovery,
} from '../../store/recovery/recovery-note.ts'
import type { Wholeness } from '../../store/check/wholeness.ts'

/** What watches over the journal itself: how it came up, its checks behind and its copies. */
export type JournalMaintenance = ReturnType<typeof createJournalMaintenance>

export interface JournalMaintenanceDeps {
  dataDir: string
  /** Why the journal is not ours to write; or what is known of one that is. */
  journal: { blocked: AppError } | { wholeness: Wholeness }
  forkJournalCheck: Host['forkJournalCheck']
  emit: Emit
  /** Why cache.db could not be opened and is kept in memory; null when it could. */
  cacheProblem: AppError | null
  /** Open sales of the active profile. */
  openCount: () => number
  onProblem: (error: AppError) => void
}

export function createJournalMaintenance(deps: JournalMaintenanceDeps) {
  const { dataDir, journal, onProblem, emit } = deps
  const listeners = new Set<() => void>()
  const onCopied = () => listeners.forEach((hear) => hear())
  const keeper = createBackupKeeper({ folder: dataDir, onProblem: uncopied, onCopied })
  const checks = 'wholeness' in journal ? keepChecked(deps, journal.wholeness, damaged) : null
  let blocked = 'blocked' in journal ? journal.blocked : null
  let recovery: Recovery | null = blocked ? null : readRecovery(dataDir)

  function uncopied(error: AppError): void {
    onProblem(error)
    doubtWhere(error)
  }

  /** What could not be copied for its damage is looked through at once, whoever asked for the copy. */
  function doubtWhere({ code }: AppError): void {
    if (code === 'JOURNAL_DAMAGED' && 'wholeness' in journal) journal.wholeness.doubt()
  }

  async function backup(reason: BackupReason): Promise<string | null> {
    if (blocked) return null
    try {
      return await keeper.backup(reason)
    } catch (caught) {
      doubtWhere(toAppError(caught))
      throw caught
    }
  }

  /** Nothing is sold on it any more, and no copy of it takes the place of a good one. */
  function damaged(): void {
    blocked = appError('JOURNAL_DAMAGED')
    onProblem(blocked)
    void keeper.stop()
    emit('journal.changed', state())
  }

  function state(): JournalState {
    if (blocked) return { kind: 'blocked', error: blocked }
    const { cacheProblem } = deps
    if (!recovery) return { kind: 'ready', ...(cacheProblem && { cache: cacheProblem }) }
    return recoveredState(recovery, deps.openCount())
  }

  const handlers: Handlers<CallsOf<'journal'>> = {
    // Whoever asks here is past it.
    'journal.opening': async () => ({ kind: 'ready' }),
    'journal.state': async () => state(),
    'journal.acknowledge': async () => {
      if (recovery) acknowledgeRecovery(dataDir)
      recovery = null
      return state()
    },
  }
  return {
    handlers,
    state,
    /** @throws Failure JOURNAL_DAMAGED once damage was found, JOURNAL_RECOVERED_OPEN while nobody has read what was recovered. */
    mustBeAcknowledged: () => {
      if (blocked) throw new Failure(blocked.code, blocked.params)
      if (recovery) throw new Failure('JOURNAL_RECOVERED_OPEN')
    },
    /** Begins the hourly copies and the checks behind. */
    start: () => {
      if (blocked) return
      keeper.start()
      checks?.start()
    },
    /** Copies now, for example at the close of a shift; null: nothing changed since the newest copy. */
    backup,
    /** Told whenever the copies hold all there is. */
    onCopied: (listener: () => void): void => void listeners.add(listener),
    stop: async (): Promise<void> => {
      await checks?.stop()
      await keeper.stop()
    },
  }
}

function recoveredState(
  { at, setAside, replayed, restoredFrom, openAside = 0 }: Recovery,
  open: number,
): JournalState {
  const restoredAt = restoredFrom === null ? null : (parseBackupName(restoredFrom)?.at ?? null)
  return { kind: 'recovered', at, setAside, restoredAt, replayed, open, openAside }
}

function keepChecked(
  { dataDir: folder, forkJournalCheck, onProblem }: JournalMaintenanceDeps,
  wholeness: Wholeness,
  onDamage: () => void,
): CheckKeeper {
  return createCheckKeeper({
    wholeness,
    check: (signal) => checkJournal(forkJournalCheck, { folder, isBehind: true }, { signal }),
    onDamage,
    onProblem,
  })
}
