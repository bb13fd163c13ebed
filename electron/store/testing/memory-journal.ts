import type { IntentsLog } from '../journal/intents-log.ts'
import { createJournal } from '../journal/journal.ts'
import { journalMigrations } from '../journal/open-journal.ts'
import { openDatabase } from '../sqlite/db.ts'
import { migrate } from '../sqlite/migrate.ts'

/** For tests: a journal that lives in memory. The same code, no files; `intents` is what its log would hold. */
export function openMemoryJournal() {
  const db = openDatabase(':memory:', { synchronous: 'FULL' })
  migrate(db, journalMigrations)
  const intents: object[] = []
  const log: IntentsLog = { append: (intent) => void intents.push(intent), close: () => undefined }
  return { journal: createJournal(db, log), db, intents }
}
