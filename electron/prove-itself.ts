import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../shared/errors.ts'
import { openSettingsFile } from './host/system/settings-file.ts'
import { createLog } from './log.ts'
import { journalMigrations, openJournal } from './store/journal/open-journal.ts'
import { createFeatures } from './wiring.ts'

/**
 * What a new version has to come to before it may touch the journal: it opens a copy of it, brings that to its own shape,
 * makes all features over it, and has its page. No window, no service, no keyring. Whether the copy is whole is not its
 * matter, and not looked at.
 * @throws Failure why it does not
 */
export async function proveItself(folder: string, rendererDir: string): Promise<void> {
  if (!existsSync(join(rendererDir, 'index.html'))) {
    throw new Failure('STORE_FAILED', { reason: 'index.html' })
  }
  const journal = openJournal(folder, journalMigrations, { isChecked: true })
  const none = (): never => {
    throw new Failure('NO_PROFILE')
  }
  const features = createFeatures({
    environment: {
      dataDir: folder,
      settings: openSettingsFile(folder),
      startSandbox: () => Promise.reject(new Failure('NO_PROFILE')),
      forkKeyring: none,
      forkJournalCheck: none,
      forkCopier: none,
      onResume: () => () => undefined,
      proxyFor: async () => null,
    },
    register: { kind: 'open', journal },
    emit: () => undefined,
    log: createLog(folder),
    mustBeApproved: none,
    decimalSign: () => 'comma',
  })
  try {
    journal.openCount()
  } finally {
    await features.close()
  }
}
