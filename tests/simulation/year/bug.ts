import type { Journal } from '../../../electron/store/journal/journal.ts'
import type { Database } from '../../../electron/store/sqlite/db.ts'

/** A deliberate bug of the store: it stands beside the production code, and shows the judge what a wrong one would do. */
export interface YearBug {
  /** Before the journal of a folder is opened; `isDamaged`: it will have to be restored. */
  opening?: (folder: string, isDamaged: boolean) => void
  /** Once it is open. */
  opened?: (db: Database) => void
  /** Stands before the journal that the features have. */
  journal?: (real: Journal, db: Database) => Journal
  /** After a copy was made, and what is too old is gone. */
  copied?: (folder: string) => void
  /** Reads the journal's file for a copy by another one: its path. */
  copying?: (folder: string) => string
}
