import { createJournalMaintenance, type JournalMaintenance } from '../features/journal/journal.ts'
import type { AppError } from '../../shared/errors.ts'
import type { CommonDeps } from '../deps.ts'
import type { FeaturesDeps } from './common.ts'

/** What watches over the journal: its checks, its copies, how it came up. */
export function wireMaintenance(
  { environment, register }: FeaturesDeps,
  common: CommonDeps,
  cacheProblem: AppError | null,
): JournalMaintenance {
  return createJournalMaintenance({
    ...common,
    dataDir: environment.dataDir,
    journal:
      register.kind === 'open'
        ? { wholeness: register.journal.wholeness }
        : { blocked: register.failure.error },
    forkJournalCheck: () => environment.forkJournalCheck(),
    cacheProblem,
    openCount: () => common.journal.read()?.openCount() ?? 0,
  })
}
